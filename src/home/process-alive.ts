// Whether one process is still the one it was. It must never take a process for alive that merely has the same number.

import { readFileSync } from 'node:fs';
import { errorCode } from './home-error.ts';

/** A process by number and start time. `startTicks` is `null` where the system has no /proc. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTicks: string | null;
}

/** This process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startTicks: processStat(process.pid)?.startTicks ?? null };
}

/** Whether that very process lives. A zombie does not; one that we may not look at does. */
export function isAlive(identity: ProcessIdentity): boolean {
  if (!Number.isInteger(identity.pid) || identity.pid <= 0) return false;
  try {
    process.kill(identity.pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false;
  }
  const now = processStat(identity.pid);
  if (now === null) return true;
  if (now.condition === 'Z' || now.condition === 'X') return false;
  return identity.startTicks === null || identity.startTicks === now.startTicks;
}

/** Fields 3 and 22 of /proc/<pid>/stat (proc_pid_stat(5)). The name before them may hold spaces and brackets. */
function processStat(pid: number): { readonly condition: string; readonly startTicks: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [condition, startTicks] = [fields[0], fields[19]];
    return condition === undefined || startTicks === undefined ? null : { condition, startTicks };
  } catch {
    return null;
  }
}
