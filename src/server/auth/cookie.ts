// The cookie that carries the first half of a device credential. Cookies reach every port of a host, so the name holds
// our port (two daemons on one machine do not overwrite each other) and the cookie alone is never enough.

/** The cookie's two parts. */
export interface CookieHalf {
  readonly device: string;
  readonly secret: string;
}

/** Name of the cookie; `__Host-` binds it to one HTTPS host where there is HTTPS. */
export function cookieName(port: number, https: boolean): string {
  return https ? '__Host-tallymux' : `tallymux-${port}`;
}

/** Value of `set-cookie`. */
export function setCookie(name: string, half: CookieHalf, https: boolean): string {
  // 400 days is the longest that browsers keep one.
  const secure = https ? '; Secure' : '';
  return `${name}=${half.device}.${half.secret}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * Every half under this name in a Cookie header. Any port of a host can set a cookie of our name with a longer path,
 * which browsers send first: each has to be tried, or that port could lock a device out.
 */
export function readCookies(header: string | null | undefined, name: string): readonly CookieHalf[] {
  const halves: CookieHalf[] = [];
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at < 0 || pair.slice(0, at).trim() !== name) continue;
    const [, device, secret] = /^([a-z0-9]{1,32})\.([\w-]{1,100})$/.exec(pair.slice(at + 1).trim()) ?? [];
    if (device !== undefined && secret !== undefined) halves.push({ device, secret });
  }
  return halves;
}
