// Chooses the reader of processes for a system.

import { makeDarwinProcesses } from './darwin.ts';
import { makeLinuxProcesses } from './linux.ts';
import type { ProcessTable } from './process-table.ts';

/**
 * The reader for `platform` (a value of `process.platform`).
 * @throws on a system that Tallymux does not run on.
 */
export function processesFor(platform: string): ProcessTable {
  if (platform === 'linux') return makeLinuxProcesses();
  if (platform === 'darwin') return makeDarwinProcesses();
  throw new Error(`Tallymux cannot look at processes on ${platform}; it runs on Linux and macOS.`);
}
