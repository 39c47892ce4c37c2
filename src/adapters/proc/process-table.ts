// The shape that this room's readers of processes have, whatever the system. Types only.

import type { ClaudeProcess, LookRequest, ProcessLook, ProcessScan } from '../../core/process.ts';

/** Looks at the processes of one machine. No method throws or rejects; what cannot be read is said to be so. */
export interface ProcessTable {
  /** All Claude processes of this user. */
  scan(): Promise<ProcessScan>;
  /** One process in full, now; `null` when it is gone, another user's, in another pid namespace, or no Claude. */
  find(pid: number): Promise<ClaudeProcess | null>;
  /** Looks at known processes; one answer for each key, in order. */
  look(keys: readonly LookRequest[]): Promise<readonly ProcessLook[]>;
  /** A process and all above it, nearest first, without 0 and 1. */
  lineage(pid: number): Promise<readonly number[]>;
  /** The pid domain as Claude writes it into its registry; `null` where there is no such thing. */
  domain(): string | null;
}
