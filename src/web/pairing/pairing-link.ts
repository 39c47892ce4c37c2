// The one-time code in the panel's link, and what a device calls itself. Pure.

/** The code in `#pair=CODE`; `null` where the fragment holds none. */
export function pairingCode(fragment: string): string | null {
  const code = new URLSearchParams(fragment.replace(/^#/, '')).get('pair');
  return code === null || code === '' ? null : code;
}

/** A name for this device from the browser's own words: `Firefox on Linux`. */
export function deviceName(userAgent: string): string {
  const first = (pairs: readonly (readonly [RegExp, string])[]): string | undefined =>
    pairs.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = first([
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\/|FxiOS\//, 'Firefox'],
    [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ]);
  const system = first([
    [/Android/, 'Android'],
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Mac OS X/, 'Mac'],
    [/Windows/, 'Windows'],
    [/CrOS/, 'ChromeOS'],
    [/Linux/, 'Linux'],
  ]);
  return [browser ?? 'Browser', system].filter(Boolean).join(' on ');
}
