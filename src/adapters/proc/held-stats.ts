// Reads `/proc/<pid>/stat` of known processes through descriptors kept open: a third of the cost of opening each time.
// A kept descriptor belongs to its process and to no later one of that pid.

import { closeSync, openSync, readSync } from 'node:fs';
import { readStat } from './linux-process.ts';
import { conditionOf, parseStat, type Stat } from './protocol.ts';

/** What one look can find. */
export type Condition = 'running' | 'stopped' | 'gone' | 'could-not-look';

/** Descriptors kept open, by pid. */
export interface HeldStats {
  /** The state of one process now, told apart from another of that pid by `startTicks`. */
  read(pid: number, startTicks: string): Stat | 'gone' | 'could-not-look';
  /** Whether one process lives, and nothing else: the cheapest look there is. */
  condition(pid: number, startTicks: string): Condition;
  /** Closes those for which `which` holds. */
  letGo(which: (pid: number) => boolean): void;
}

/** A stat line is a few hundred bytes, name and all. */
const LONGEST = 2_048;
const CLOSING_BRACKET = 0x29;

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

  /** Fills the buffer from a kept descriptor; 0 where there is none, or no longer. */
  const fill = (pid: number, startTicks: string): number => {
    const entry = held.get(pid);
    if (entry === undefined || entry.startTicks !== startTicks) return 0;
    try {
      return readSync(entry.file, buffer, 0, LONGEST, 0);
    } catch {
      // The kernel answers ESRCH once the process is gone; whatever it was, look again by the path.
      drop(pid);
      return 0;
    }
  };
  const read = (pid: number, startTicks: string) => {
    const length = fill(pid, startTicks);
    if (length > 0) return parseStat(buffer.toString('utf8', 0, length)) ?? 'could-not-look';
    const stat = readStat(proc, pid);
    if (proc === '/proc' && typeof stat !== 'string' && stat.startTicks === startTicks) {
      drop(pid);
      hold(pid, startTicks);
    }
    return stat;
  };

  return {
    read,
    condition(pid, startTicks) {
      const length = fill(pid, startTicks);
      if (length > 0) {
        // The state's letter stands two bytes behind the name's last bracket.
        const state = buffer[buffer.lastIndexOf(CLOSING_BRACKET, length - 1) + 2] ?? 0;
        return conditionOf(String.fromCharCode(state));
      }
      const stat = read(pid, startTicks);
      if (typeof stat === 'string') return stat;
      return stat.startTicks === startTicks ? conditionOf(stat.state) : 'gone';
    },
    letGo(which) {
      for (const pid of [...held.keys()]) if (which(pid)) drop(pid);
    },
  };
}
