// Times as people read and write them in a terminal. Pure.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago, in at most four characters: `8s`, `12m`, `3h`, `5d`. A time in the future is `0s`. */
export function age(since: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(since));
  if (Number.isNaN(ms)) return '?';
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)}s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m`;
  return ms < DAY ? `${Math.floor(ms / HOUR)}h` : `${Math.floor(ms / DAY)}d`;
}

/** Milliseconds of `90s`, `30m`, `2h` or `1d`; `null` when it is none of these. A bare number says not of what. */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,6})(s|m|h|d)$/.exec(text.trim());
  if (match === null) return null;
  const unit = { s: SECOND, m: MINUTE, h: HOUR, d: DAY }[match[2] ?? ''] ?? 0;
  const ms = Number(match[1]) * unit;
  return ms > 0 ? ms : null;
}

/** The local time of day, with the date when it is not today's. */
export function clockTime(at: string, now: number): string {
  const date = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  if (date.toDateString() === new Date(now).toDateString()) return time;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`;
}

/** The year from which on a time stands for "for good": nobody means a minute in it. */
const FOR_GOOD = 9999;

/** How long a mute lasts: `for good`, or `until` with the local time and, when it is not today, the date. */
export function mutedHow(until: string, now: number): string {
  const end = new Date(until);
  if (Number.isNaN(end.getTime()) || end.getUTCFullYear() >= FOR_GOOD) return 'for good';
  return `until ${clockTime(until, now).replace(/:\d\d$/, '')}`;
}
