// Reads `/proc/<pid>/stat` of known processes through descriptors kept open: a third of the cost of opening each time.
// A kept descriptor belongs to its process and to no later one of that pid.

import { closeSync, openSync, readSync } from 'node:fs';
import { readStat } from './linux-process.ts';
import { parseStat, type Stat } from './protocol.ts';

/** Descriptors kept open, by pid. */
export interface HeldStats {
  /** The state of one process now, told apart from another of that pid by `startTicks`. */
  read(pid: number, startTicks: string): Stat | 'gone' | 'could-not-look';
  /** Closes those for which `which` holds. */
  letGo(which: (pid: number) => boolean): void;
}

/** A stat line is a few hundred bytes, name and all. */
const LONGEST = 2_048;

/** Keeps descriptors below `proc`; only the kernel's own tree is worth it, a recorded one is read anew each time. */
export function holdStats(proc: string): HeldStats {
  const held = new Map<number, { readonly startTicks: string; readonly file: number }>();
  const buffer = Buffer.allocUnsafe(LONGEST);

  const drop = (pid: number) => {
    const entry = held.get(pid);
    if (entry === undefined) return;
    held.delete(pid);
    closeSync(entry.file);
  };
  const hold = (pid: number, startTicks: string) => {
    try {
      held.set(pid, { startTicks, file: openSync(`${proc}/${pid}/stat`, 'r') });
    } catch {
      // No descriptor to spare, or gone meanwhile: the next read opens it by its path.
    }
  };

  return {
    read(pid, startTicks) {
      const entry = held.get(pid);
      if (entry !== undefined && entry.startTicks === startTicks) {
        try {
          const length = readSync(entry.file, buffer, 0, LONGEST, 0);
          return parseStat(buffer.toString('utf8', 0, length)) ?? 'could-not-look';
        } catch {
          // The kernel answers ESRCH once the process is gone; whatever it was, look again by the path.
          drop(pid);
        }
      }
      const stat = readStat(proc, pid);
      if (proc === '/proc' && typeof stat !== 'string' && stat.startTicks === startTicks) {
        drop(pid);
        hold(pid, startTicks);
      }
      return stat;
    },
    letGo(which) {
      for (const pid of [...held.keys()]) if (which(pid)) drop(pid);
    },
  };
}
