// Doorbells for directories: rings when something in one may have changed. Says nothing about what; never reads a file.
// One kernel watch a directory however many listen; where the kernel refuses or may not tell, one ring each second.

import { type FSWatcher, statfsSync, statSync, watch } from 'node:fs';
import { basename } from 'node:path';

/**
 * File systems whose changes the kernel always tells, by their magic numbers: ext, btrfs, xfs, tmpfs, overlay, zfs,
 * f2fs, bcachefs. On any other (NFS, a shared folder) a change made elsewhere may ring no bell.
 */
const TELLING = new Set([0xef53, 0x9123683e, 0x58465342, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e]);

/**
 * Rung with the name of the entry that changed, or `null` when it could be any. `lost`: the directory went away or was
 * replaced, and this bell rings no more: listen again.
 */
export type Doorbell = (name: string | null, lost: boolean) => void;

/** A set of doorbells that share kernel watches. */
export interface DirectoryWatch {
  /** Rings `bell` at each change in `path`. @returns a disposer, or `null` when there is no such directory now. */
  listen(path: string, bell: Doorbell): (() => void) | null;
  /** Kernel watches and polled directories in use. */
  counts(): { readonly watched: number; readonly polled: number };
  dispose(): void;
}

interface Watched {
  readonly bells: Set<Doorbell>;
  close(): void;
  polled: boolean;
}

/**
 * Makes a set of doorbells.
 * @param onRefused told once when the kernel refuses a watch (limit reached, no inotify): polling goes on in its place.
 * @param pollEvery milliseconds between looks where polling.
 */
export function watchDirectories(onRefused: (reason: string) => void, pollEvery = 1_000): DirectoryWatch {
  const watched = new Map<string, Watched>();
  let told = false;

  const open = (path: string): Watched | null => {
    const bells = new Set<Doorbell>();
    const ring = (name: string | null, lost = false) => {
      for (const bell of [...bells]) bell(name, lost);
    };
    const poll = (): Watched => {
      const timer = setInterval(() => {
        // A file written in place does not move its directory's time: the bell rings at every look.
        if (identityOf(path) !== identity) drop();
        else ring(null);
      }, pollEvery);
      timer.unref();
      return { bells, polled: true, close: () => clearInterval(timer) };
    };
    const drop = () => {
      const entry = watched.get(path);
      if (entry === undefined || entry.bells !== bells) return;
      watched.delete(path);
      entry.close();
      ring(null, true);
    };
    const identity = identityOf(path);
    if (identity === null) return null;
    let looked: NodeJS.Immediate | null = null;
    /** What happens to the directory goes by its own name; of a burst in it one event is worth a look. */
    const isWorthALook = (name: string | null): boolean => {
      if (looked !== null && name !== null && name !== basename(path)) return false;
      looked ??= setImmediate(() => (looked = null));
      return true;
    };
    try {
      const watcher: FSWatcher = watch(path, { persistent: false }, (event, name) => {
        // The directory itself went away, or another is in its place: this watch is dead.
        if (event === 'rename' && isWorthALook(name) && identityOf(path) !== identity) drop();
        else ring(name);
      });
      watcher.on('error', drop);
      if (isTelling(path)) return { bells, polled: false, close: () => watcher.close() };
      const timer = setInterval(() => ring(null), pollEvery);
      timer.unref();
      const close = () => {
        clearInterval(timer);
        watcher.close();
      };
      return { bells, polled: true, close };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? String(error);
      if (code === 'ENOENT') return null;
      if (!told) onRefused(code);
      told = true;
      return poll();
    }
  };

  return {
    listen(path, bell) {
      let entry = watched.get(path);
      if (entry === undefined) {
        const opened = open(path);
        if (opened === null) return null;
        entry = opened;
        watched.set(path, entry);
      }
      const { bells } = entry;
      bells.add(bell);
      return () => {
        bells.delete(bell);
        const current = watched.get(path);
        if (bells.size > 0 || current === undefined || current.bells !== bells) return;
        watched.delete(path);
        current.close();
      };
    },
    counts() {
      const polled = [...watched.values()].filter((entry) => entry.polled).length;
      return { watched: watched.size - polled, polled };
    },
    dispose() {
      for (const entry of watched.values()) entry.close();
      watched.clear();
    },
  };
}

function isTelling(path: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return TELLING.has(statfsSync(path).type);
  } catch {
    return false;
  }
}

/** Which directory it is: inode numbers alone are soon used again. */
function identityOf(path: string): string | null {
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    return status === undefined ? null : `${status.ino} ${status.birthtimeMs}`;
  } catch {
    return null;
  }
}
