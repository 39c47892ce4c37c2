// Launchers that wait: each reads from a fifo of its own in `ask/` until somebody wrote there and closed it. Its fifo is
// taken away before the first byte of a decision goes in, so no launcher ever reads two. It must never wait for a
// launcher that does not come, and never open what is no fifo of ours.

import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, unlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isLauncherName, writerLives } from './launcher-name.ts';

/** The launchers that wait in one directory. */
export interface Held {
  /**
   * Hands a decision over, once. `written`: it is in the fifo whole, which is not yet read; `nobody`: no launcher waits
   * there, not even after 2 s where it lives, or it reads no more.
   */
  answer(name: string, decision: string): Promise<'written' | 'nobody'>;
  /** Lets it go without a word. Resolves also where nobody waits, after 2 s at most. */
  release(name: string): Promise<void>;
  /** Keeps its fifo open, so that it ends with this process. @returns what lets it go; `null` where nobody waits. */
  hold(name: string): Promise<(() => void) | null>;
  /** Every fifo here that has a launcher's name; none where the directory cannot be read. */
  names(): readonly string[];
  /** Whether a process has its pid, which may be another's by now. `false` for what is no launcher's name. */
  writerLives(name: string): boolean;
  /** Takes its fifo away; what is no fifo with a launcher's name stays. */
  remove(name: string): void;
}

const FLAGS = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
/** A launcher tells its question a moment before it begins to wait; a machine under load makes that long. Milliseconds. */
const PATIENCE = 2_000;
/** Between two looks whether it waits by now, at most, in milliseconds. */
const LONGEST_PAUSE = 50;

/** What may be set otherwise. */
export interface HeldOptions {
  /** Whose fifos are opened. */
  readonly uid?: number;
  /** A launcher that takes nothing of a decision for so long is stopped, in milliseconds. */
  readonly stalled?: number;
}

/** The launchers that wait in `directory`, which need not be there. */
export function heldHooks(directory: string, options: HeldOptions = {}): Held {
  const { uid = process.getuid?.() ?? 0, stalled = 10_000 } = options;
  /** Open for writing, so that they go when this process does. */
  const kept = new Map<string, number>();

  const pathOf = (name: string) => join(directory, name);

  /** `null`: nobody waits there, or not yet. */
  const open = (name: string): number | null | 'not-yet' => {
    let descriptor: number;
    try {
      descriptor = openSync(pathOf(name), FLAGS);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENXIO' ? 'not-yet' : null;
    }
    const status = fstatSync(descriptor);
    if (status.isFIFO() && status.uid === uid) return descriptor;
    closeSync(descriptor);
    return null;
  };

  const openSoon = async (name: string): Promise<number | null> => {
    if (!isLauncherName(name)) return null;
    const until = performance.now() + PATIENCE;
    for (let wait = 2; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
      const opened = kept.get(name) ?? open(name);
      if (opened !== 'not-yet') return opened;
      if (performance.now() >= until || !writerLives(name)) return null;
      await pause(wait);
    }
  };

  /** Opens it for the last time. From here on its launcher gets what goes into this descriptor, or nothing. */
  const take = async (name: string): Promise<number | null> => {
    const descriptor = await openSoon(name);
    if (descriptor === null) return null;
    kept.delete(name);
    remove(name);
    return descriptor;
  };

  const remove = (name: string) => {
    if (!isLauncherName(name)) return;
    try {
      if (lstatSync(pathOf(name)).isFIFO()) unlinkSync(pathOf(name));
    } catch {
      // It is gone already, or not ours to take away.
    }
  };

  return {
    async answer(name, decision) {
      const descriptor = await take(name);
      return descriptor === null ? 'nobody' : write(descriptor, decision, stalled);
    },
    async release(name) {
      const descriptor = await take(name);
      if (descriptor !== null) closeSync(descriptor);
    },
    async hold(name) {
      const descriptor = await openSoon(name);
      if (descriptor === null) return null;
      kept.set(name, descriptor);
      return () => {
        if (kept.get(name) !== descriptor) return;
        kept.delete(name);
        remove(name);
        closeSync(descriptor);
      };
    },
    names() {
      try {
        const entries = readdirSync(directory, { withFileTypes: true });
        return entries.filter((entry) => entry.isFIFO() && isLauncherName(entry.name)).map(({ name }) => name);
      } catch {
        return [];
      }
    },
    writerLives: (name) => isLauncherName(name) && writerLives(name),
    remove,
  };
}

/** Writes all of it, as fast as it is read, and closes. `nobody`: the reader went away, or reads no more. */
function write(descriptor: number, decision: string, stalled: number): Promise<'written' | 'nobody'> {
  return new Promise((resolve) => {
    const socket = new Socket({ fd: descriptor, readable: false, writable: true });
    socket.setTimeout(stalled, () => socket.destroy(new Error('the launcher reads no more')));
    socket.on('error', () => resolve('nobody'));
    socket.on('finish', () => socket.destroy());
    socket.on('close', () => resolve('written'));
    socket.end(decision);
  });
}
