// Two looks at the machine: how long it has been up, and where a path leads.

import { readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Seconds since the machine was started, as the launcher writes them into its header; empty off Linux. */
export function uptimeText(): string {
  try {
    return readFileSync('/proc/uptime', 'utf8').split(' ', 1)[0] ?? '';
  } catch {
    return '';
  }
}

/** The same in milliseconds, in steps of 10; `null` off Linux. */
export function machineUptime(): number | null {
  const seconds = Number.parseFloat(uptimeText());
  return Number.isFinite(seconds) ? Math.round(seconds * 1000) : null;
}

/** A path with its links resolved as far as it exists; what does not exist yet is taken as it is written. */
export function physicalPath(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    return dirname(whole) === whole ? whole : join(physicalPath(dirname(whole)), basename(whole));
  }
}
