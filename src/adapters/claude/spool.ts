// Watches the spool: any event in it rings, and each ring reads the whole directory. A file goes only after what it means
// was taken. It must never hold the loop for long, however many files there are, and never tell one twice.

import { type Dirent, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HookArrival, HookFault } from '../../core/hook.ts';
import type { DirectoryWatch } from './directory-watch.ts';
import { writerLives } from './launcher-name.ts';
import { readSpoolEntry, removeEntry, stampOf } from './spool-entry.ts';

/** What a spool needs. */
export interface SpoolOptions {
  /** The spool's path; made when it is not there. */
  readonly directory: string;
  readonly bells: DirectoryWatch;
  /** Epoch milliseconds, to compare with the times of files. */
  readonly wall: () => number;
  /** Whose files are read. */
  readonly uid?: number;
  /** The directory is read again this often whatever rings, in milliseconds. */
  readonly tick?: number;
}

/** Whole files found at one ring. */
export interface SpoolBatch {
  readonly arrivals: readonly HookArrival[];
  readonly faults: readonly HookFault[];
  /** Names of launchers that were killed while they waited. Their hooks were told before, or are in this batch. */
  readonly gone: readonly string[];
  taken(): void;
}

/** A spool being watched. */
export interface SpoolWatching {
  drain(): Promise<void>;
  dispose(): void;
}

/** Most hooks that are told at once. */
const BATCH = 200;
/** Reading pauses for others after this long, in milliseconds. */
const BREATH = 10;
/** A file that was seen unchanged for so long and that is not whole will not be, in milliseconds. */
const ABANDONED = 10_000;
/** Unless its writer lives: it may be stopped. But after so long that number may be another's, in milliseconds. */
const GIVEN_UP = 86_400_000;
/** While the directory cannot be read it is tried this often, in milliseconds. */
const RETRY = 1_000;

interface Found {
  readonly name: string;
  readonly key: string;
  readonly bornAt: number;
  readonly arrival?: HookArrival;
  readonly fault?: HookFault;
  /** Name of a launcher that was killed while it waited. */
  readonly gone?: string;
}

/**
 * A spool directory as a source of hooks.
 * @returns `watch` begins; `trouble` is told why the directory cannot be used, and `null` once it can.
 */
export function openSpool(options: SpoolOptions): {
  watch(listener: (batch: SpoolBatch) => void, trouble: (reason: string | null) => void): SpoolWatching;
} {
  return { watch: (listener, trouble) => watchSpool(options, listener, trouble) };
}

function watchSpool(
  options: SpoolOptions,
  listener: (batch: SpoolBatch) => void,
  trouble: (reason: string | null) => void,
): SpoolWatching {
  const { directory, bells, wall, uid = process.getuid?.() ?? 0, tick = 5_000 } = options;
  /** What was told and is still there, by name. */
  const told = new Map<string, { readonly key: string | null; taken: boolean }>();
  /** Files still being written: how they looked, and when they were first seen so. */
  const unfinished = new Map<string, { readonly stamp: string; readonly since: number }>();
  let unlisten: (() => void) | null = null;
  let troubled: string | null = null;
  let running: Promise<void> | null = null;
  let again = false;
  let rung: NodeJS.Immediate | null = null;
  let timer: NodeJS.Timeout | null = null;
  let disposed = false;

  /** Once more when the directory went away since it was watched: it is made again. */
  const readWatched = (again = true): readonly Dirent[] => {
    if (unlisten === null) {
      makeDirectory(directory);
      unlisten = bells.listen(directory, ring);
    }
    try {
      return readdirSync(directory, { withFileTypes: true });
    } catch (error) {
      if (!again || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      unlisten?.();
      unlisten = null;
      return readWatched(false);
    }
  };

  const list = (): readonly Dirent[] => {
    let reason: string | null = null;
    let entries: readonly Dirent[] = [];
    try {
      entries = readWatched();
    } catch (error) {
      reason = (error as NodeJS.ErrnoException).code ?? String(error);
    }
    if (reason !== troubled) trouble(reason);
    troubled = reason;
    return entries;
  };

  /** `null`: nothing to tell of it now. */
  const look = (entry: Dirent): Found | null => {
    const { name } = entry;
    const before = unfinished.get(name);
    const stale = before !== undefined && wall() - before.since >= ABANDONED;
    if (before !== undefined && !stale && stampOf(join(directory, name)) === before.stamp) return null;
    const read = readSpoolEntry(directory, entry, uid);
    unfinished.delete(name);
    switch (read.kind) {
      case 'nothing':
        return null;
      case 'hook':
        return { name, key: read.key, bornAt: read.bornAt, arrival: read.arrival };
      case 'gone':
        return { name, key: read.key, bornAt: read.bornAt, gone: read.launcher };
      case 'fault':
        return { name, key: read.key, bornAt: 0, fault: read.fault };
      case 'foreign':
        told.set(name, { key: null, taken: false });
        return { name, key: '', bornAt: 0, fault: read.fault };
      case 'not-whole': {
        const { stamp, writtenAt, key } = read;
        // Counted from our first sight: the machine, and its writer with it, may have slept.
        let since = before?.stamp === stamp ? before.since : wall();
        const unchanged = wall() - since >= ABANDONED;
        if (unchanged && wall() - writtenAt < GIVEN_UP && writerLives(name)) since = wall();
        else if (unchanged) {
          const fault = { fault: 'a hook that was never written to its end' };
          return { name, key, bornAt: 0, fault };
        }
        unfinished.set(name, { stamp, since });
        return null;
      }
    }
  };

  const tell = (found: readonly Found[]) => {
    const ours = found.filter(({ key }) => key !== '');
    for (const { name, key } of ours) told.set(name, { key, taken: false });
    listener({
      arrivals: found.flatMap(({ arrival }) => arrival ?? []),
      faults: found.flatMap(({ fault }) => fault ?? []),
      gone: found.flatMap(({ gone }) => gone ?? []),
      taken() {
        for (const { name, key } of ours) remove(name, key);
      },
    });
  };

  /** What cannot be removed stays told, and is tried again at each tick. */
  const remove = (name: string, key: string) => {
    if (removeEntry(directory, name, key)) told.delete(name);
    else told.set(name, { key, taken: true });
  };

  /** Reads all, then tells all in order: an old file may be listed behind a new one. */
  const pass = async () => {
    const entries = list();
    const found: Found[] = [];
    let breath = performance.now();
    for (const entry of entries) {
      if (disposed) return;
      if (told.has(entry.name)) continue;
      const one = look(entry);
      if (one !== null) found.push(one);
      if (performance.now() - breath < BREATH) continue;
      await breathe();
      breath = performance.now();
    }
    if (found.length === 0) return;
    found.sort(inOrder);
    for (let at = 0; at < found.length && !disposed; at += BATCH) {
      if (at > 0) await breathe();
      tell(found.slice(at, at + BATCH));
    }
  };

  const passes = async () => {
    do {
      again = false;
      await pass();
    } while (again && !disposed);
  };

  const drain = (): Promise<void> => {
    if (disposed) return Promise.resolve();
    again = true;
    running ??= passes().finally(() => {
      running = null;
    });
    return running;
  };

  /** One reading for all events that the kernel hands over together. */
  const ring = (_name: string | null, lost: boolean) => {
    if (lost) unlisten = null;
    if (disposed || rung !== null) return;
    rung = setImmediate(() => {
      rung = null;
      void drain();
    });
  };

  /** The safety net under the bell; what could not be removed is tried again, what went away is forgotten. */
  const beat = () => {
    timer = setTimeout(
      () => {
        for (const [name, { key, taken }] of told) {
          if (stampOf(join(directory, name)) === null) told.delete(name);
          else if (taken && key !== null) remove(name, key);
        }
        for (const name of unfinished.keys()) if (stampOf(join(directory, name)) === null) unfinished.delete(name);
        void drain();
        beat();
      },
      troubled === null ? tick : Math.min(RETRY, tick),
    );
    timer.unref();
  };

  void drain();
  beat();
  return {
    drain,
    dispose() {
      disposed = true;
      unlisten?.();
      if (rung !== null) clearImmediate(rung);
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** By the machine's uptime, then what has none: also that a launcher is gone, which comes after its hook. */
function inOrder(a: Found, b: Found): number {
  const uptimes = (a.arrival?.uptime ?? Number.MAX_VALUE) - (b.arrival?.uptime ?? Number.MAX_VALUE);
  if (uptimes !== 0) return uptimes;
  return a.bornAt - b.bornAt || (a.name < b.name ? -1 : 1);
}

function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Its home must be there: without it nothing of ours is. */
function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
