// Watches `sessions/` of one Claude directory and tells what each pid's file says now. Never reads a `.key`.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { RegistrySight } from '../../core/registry.ts';
import type { DirectoryWatch } from './directory-watch.ts';
import { parseRegistryFile } from './registry-file.ts';

/** A registry being watched. */
export interface RegistryWatching {
  /** Looks at everything again; a file whose time and size stand is not read. `all` reads every file. */
  sweep(all?: boolean): void;
  /** Reads one pid's file now, whatever its time says. */
  look(pid: number): void;
  dispose(): void;
}

/** Milliseconds between tries to read a file that was caught half written, and how many tries. */
const TORN_RETRY = { every: 25, times: 6 };
/** Larger than any real registry file, in bytes: what is larger is not read. */
const LARGEST = 256 * 1024;

/**
 * Watches `<claudeDirectory>/sessions`, also before it exists.
 * @param listener told of every pid at once, and again whenever its file may say something else.
 */
export function watchRegistry(
  claudeDirectory: string,
  bells: DirectoryWatch,
  listener: (sight: RegistrySight) => void,
): RegistryWatching {
  const directory = join(claudeDirectory, 'sessions');
  const stamps = new Map<number, string>();
  const keyed = new Set<number>();
  const retries = new Map<number, NodeJS.Timeout>();
  let unlisten: (() => void) | null = null;
  let unlistenParent: (() => void) | null = null;
  let disposed = false;

  const read = (pid: number, attempt: number) => {
    if (disposed) return;
    clearTimeout(retries.get(pid));
    retries.delete(pid);
    const path = join(directory, `${pid}.json`);
    let text: string;
    try {
      const stat = statSync(path);
      stamps.set(pid, `${stat.ino} ${stat.size} ${stat.mtimeMs}`);
      if (stat.size > LARGEST) return listener({ kind: 'could-not-look', pid, reason: 'the file is too large' });
      text = readFileSync(path, 'utf8');
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? String(error);
      if (code === 'ENOENT') return vanished(pid);
      return listener({ kind: 'could-not-look', pid, reason: code });
    }
    const entry = parseRegistryFile(text, pid);
    if (!('reason' in entry)) return listener({ kind: 'entry', pid, entry });
    // A torn read is over within milliseconds; only what stays unreadable is worth telling.
    if (attempt < TORN_RETRY.times) {
      const timer = setTimeout(() => read(pid, attempt + 1), TORN_RETRY.every);
      timer.unref();
      retries.set(pid, timer);
    } else listener({ kind: 'could-not-look', pid, reason: entry.reason });
  };

  const vanished = (pid: number) => {
    if (stamps.delete(pid)) listener({ kind: 'gone', pid });
  };

  const sweep = (all = false) => {
    if (disposed) return;
    const names = namesIn(directory);
    attach();
    if (names === null) return;
    const pids = new Set<number>();
    const keys = new Set<number>();
    for (const name of names) {
      const pid = pidOf(name, '.json');
      if (pid !== null) pids.add(pid);
      const keyPid = /^(\d+)\..+\.key$/.exec(name)?.[1];
      if (keyPid !== undefined) keys.add(Number(keyPid));
    }
    for (const pid of stamps.keys()) if (!pids.has(pid)) vanished(pid);
    for (const pid of pids) if (all || stampOf(join(directory, `${pid}.json`)) !== stamps.get(pid)) read(pid, 0);
    for (const pid of keyed) if (!keys.has(pid) || pids.has(pid)) keyed.delete(pid);
    for (const pid of keys)
      if (!pids.has(pid) && !keyed.has(pid)) {
        keyed.add(pid);
        listener({ kind: 'key-only', pid });
      }
  };

  const ring = (name: string | null, lost: boolean) => {
    if (lost) unlisten = null;
    if (name === null) return sweep();
    const pid = pidOf(name, '.json');
    if (pid !== null) read(pid, 0);
    else if (name.endsWith('.key')) sweep();
  };

  const attach = () => {
    if (unlisten === null) unlisten = bells.listen(directory, ring);
    unlistenParent?.();
    unlistenParent = unlisten === null ? awaitDirectory() : null;
  };

  /** Listens to the nearest directory above that is there: a Claude that runs for the first time makes the rest. */
  const awaitDirectory = (): (() => void) | null => {
    for (let below = directory; dirname(below) !== below; below = dirname(below)) {
      const awaited = basename(below);
      const stop = bells.listen(dirname(below), (name) => {
        if (unlisten === null && (name === null || name === awaited)) sweep();
      });
      if (stop !== null) return stop;
    }
    return null;
  };

  sweep();
  return {
    sweep,
    look: (pid) => read(pid, 0),
    dispose() {
      disposed = true;
      unlisten?.();
      unlistenParent?.();
      for (const timer of retries.values()) clearTimeout(timer);
    },
  };
}

function pidOf(name: string, ending: string): number | null {
  const digits = name.endsWith(ending) ? name.slice(0, -ending.length) : '';
  return /^\d{1,10}$/.test(digits) ? Number(digits) : null;
}

/** `null`: could not look. A directory that is not there holds nothing. */
function namesIn(directory: string): readonly string[] | null {
  try {
    return readdirSync(directory);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : null;
  }
}

function stampOf(path: string): string | undefined {
  try {
    const stat = statSync(path);
    return `${stat.ino} ${stat.size} ${stat.mtimeMs}`;
  } catch {
    return undefined;
  }
}
