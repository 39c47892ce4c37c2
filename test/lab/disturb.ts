// Ways in which hooks may reach us otherwise than they were run: twice, in another order, late, or not at all. Pure; the
// same seed gives the same disturbance. What levels and transcripts told stays where it was, and no hook comes before
// it ran.

import type { Entry } from './replay.ts';

/** One way. */
export type Disturbance = (entries: readonly Entry[], seed: number) => Entry[];

/** Window in which hooks change places, in milliseconds. */
const WINDOW = 3000;

/** Every hook comes a second time, up to three seconds later: from the same file, or by another way to us. */
export const doubled: Disturbance = (entries, seed) => {
  const random = randomFrom(seed);
  const second = entries.filter(isHook).map((entry) => ({
    ...entry,
    t: entry.t + random() * WINDOW,
    key: random() < 0.5 ? entry.key : `${entry.key} again`,
  }));
  return inOrder([...entries, ...second]);
};

/** The hooks of three seconds come together at their end, in any order. */
export const shuffled: Disturbance = (entries, seed) => {
  const random = randomFrom(seed);
  const end = (t: number) => (Math.floor(Math.max(0, t) / WINDOW) + 1) * WINDOW;
  const hooks = entries.filter(isHook).map((entry) => ({ ...entry, t: end(entry.t) + random() }));
  return inOrder([...entries.filter(isNoHook), ...hooks]);
};

/** Every hook is half a second to five seconds late. */
export const delayed: Disturbance = (entries, seed) => {
  const random = randomFrom(seed);
  const hooks = entries.filter(isHook).map((entry) => ({ ...entry, t: entry.t + 500 + random() * 4500 }));
  return inOrder([...entries.filter(isNoHook), ...hooks]);
};

/** All hooks come when everything else is long told, in any order. */
export const last: Disturbance = (entries, seed) => {
  const random = randomFrom(seed);
  const end = Math.max(...entries.map(({ t }) => t)) + 5000;
  const hooks = entries.filter(isHook).map((entry) => ({ ...entry, t: end + random() * 1000 }));
  return inOrder([...entries.filter(isNoHook), ...hooks]);
};

/** No hook comes. */
export const withoutHooks: Disturbance = (entries) => entries.filter(isNoHook);

/** There is no registry, as with old versions. */
export const withoutRegistry: Disturbance = (entries) =>
  entries.filter(({ registry, startDialog }) => registry === undefined && startDialog === undefined);

function isHook(entry: Entry): boolean {
  return entry.hook !== undefined;
}

function isNoHook(entry: Entry): boolean {
  return !isHook(entry);
}

function inOrder(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => a.t - b.t);
}

/** Numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
