// Durations and times of day as the panel writes them. Pure: the moment comes in as an argument.

import { words } from '../words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds from an ISO time to `now`; never negative, 0 for what is no time. */
export function elapsed(since: string, now: number): number {
  const ms = now - Date.parse(since);
  return Number.isFinite(ms) && ms > 0 ? ms : 0;
}

/** How long someone waits, or how long ago something was: `38s`, `12m`, `1h`, `3d`. */
export function shortTime(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / 1000)}s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m`;
  return ms < DAY ? `${Math.floor(ms / HOUR)}h` : `${Math.floor(ms / DAY)}d`;
}

/** How long work runs: `1:48` below an hour, then as `shortTime`. */
export function runningTime(ms: number): string {
  if (ms >= HOUR) return shortTime(ms);
  return `${Math.floor(ms / MINUTE)}:${String(Math.floor((ms % MINUTE) / 1000)).padStart(2, '0')}`;
}

/** The same in words, for readers of the screen. Seconds are left out once there are minutes. */
export function spokenTime(ms: number): string {
  if (ms < MINUTE) return words.spoken.seconds(Math.floor(ms / 1000));
  if (ms < HOUR) return words.spoken.minutes(Math.floor(ms / MINUTE));
  return ms < DAY ? words.spoken.hours(Math.floor(ms / HOUR)) : words.spoken.days(Math.floor(ms / DAY));
}

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** Time of day with seconds, and the date where it is not today's. */
export function timeOfDay(iso: string, now: number): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  const sameDay = at.toDateString() === new Date(now).toDateString();
  return sameDay ? clock.format(at) : `${day.format(at)}, ${clock.format(at)}`;
}

const minute = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** A local time ahead, to the minute: with its date where that is not today, with its year where that is not this one. */
export function untilTime(at: Date, now: number): string {
  const today = new Date(now);
  if (at.toDateString() === today.toDateString()) return minute.format(at);
  const date = at.getFullYear() === today.getFullYear() ? day.format(at) : dayOfYear.format(at);
  return `${date}, ${minute.format(at)}`;
}
