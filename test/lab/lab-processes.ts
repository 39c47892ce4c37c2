// Finds the processes of one lab by their environment and ends exactly those, by pid.

import { readdirSync, readFileSync } from 'node:fs';

/** Pids of all processes whose environment names `home` as HOME, ourselves excepted. */
export function processesOf(home: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((entry) => environmentOf(Number(entry)).includes(`HOME=${home}`))
    .map(Number);
}

/** Ends them, hard: a lab's home is thrown away with them. */
export function killProcessesOf(home: string): void {
  // Twice: what was starting while we looked is found the second time.
  for (let round = 0; round < 2; round += 1) for (const pid of processesOf(home)) kill(pid, 'SIGKILL');
}

/** Sends a signal; a process that is gone already is no error. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself.
  }
}

/** One letter: `R` running, `S` sleeping, `T` stopped, `Z` zombie; `null` when there is no such process. */
export function processState(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).charAt(0);
  } catch {
    return null;
  }
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
