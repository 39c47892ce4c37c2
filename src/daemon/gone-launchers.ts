// Remembers for a moment which launchers were killed while they waited: the word of that may come before their question,
// whose owner is still searched for or whose file was read later. It judges nothing.

import type { Steady } from '../core/evidence.ts';

/** So long a question may come behind the end of its launcher, in milliseconds. Pids are used again, but not so soon. */
const KEPT = 10_000;

/** Launchers that are gone. */
export interface GoneLaunchers {
  note(names: readonly string[]): void;
  has(name: string | null): name is string;
}

/** Remembers none at first. */
export function rememberGone(steady: () => Steady): GoneLaunchers {
  const since = new Map<string, Steady>();
  return {
    note(names) {
      const now = steady();
      for (const [name, at] of since) if (now - at > KEPT) since.delete(name);
      for (const name of names) since.set(name, now);
    },
    has: (name): name is string => name !== null && steady() - (since.get(name) ?? Number.NEGATIVE_INFINITY) <= KEPT,
  };
}
