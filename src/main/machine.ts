// Two looks at the machine: how long it has been up, and where a path leads.

import { readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Milliseconds since the machine was started, in the steps in which the launcher reads them; `null` off Linux. */
export function machineUptime(): number | null {
  try {
    const seconds = Number.parseFloat(readFileSync('/proc/uptime', 'utf8'));
    return Number.isFinite(seconds) ? Math.round(seconds * 1000) : null;
  } catch {
    return null;
  }
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
