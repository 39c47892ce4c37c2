// The log: JSON lines in `log/daemon.log`, begun anew at the first start after it grew too large. Never a secret, never a prompt's text.

import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { destination, type Logger, pino } from 'pino';

/** A log file larger than this is set aside as `daemon.log.1` at the next start, in bytes. */
const LARGEST = 5 * 1024 * 1024;

/**
 * Opens the log. A log that cannot be written goes to standard error instead.
 * @param level one of pino's levels.
 */
export function openLog(directory: string, level: string): Logger {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const path = join(directory, 'daemon.log');
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > LARGEST) renameSync(path, `${path}.1`);
    const sink = destination({ dest: path, sync: true, mode: 0o600 });
    // A full disk must not end the daemon.
    sink.on('error', () => {});
    return pino({ level, base: null }, sink);
  } catch {
    return pino({ level, base: null }, destination({ dest: 2, sync: true }));
  }
}
