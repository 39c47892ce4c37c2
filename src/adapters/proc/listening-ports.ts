// Chooses the reader of listening ports for a system, and says what shape it has.

import type { ProcessKey } from '../../core/process.ts';
import { makeDarwinPorts } from './darwin-ports.ts';
import { makeLinuxPorts } from './linux-ports.ts';

/** Tells the ports that processes listen on. It never throws or rejects. */
export interface ListeningPorts {
  /** For each process, in order: the TCP ports that it and all below it listen on, ascending; `null`: could not look. */
  portsOf(roots: readonly ProcessKey[]): Promise<readonly (readonly number[] | null)[]>;
}

/** The reader for `platform` (a value of `process.platform`). */
export function listeningPortsFor(platform: string): ListeningPorts {
  return platform === 'darwin' ? makeDarwinPorts() : makeLinuxPorts();
}
