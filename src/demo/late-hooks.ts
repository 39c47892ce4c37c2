// Hooks that Claude fires long after the fact, and only if nothing happened since: a dialog that got no key, a turn that
// nobody came back to. Holds timers; whoever made it drops them.

import type { RegistryEntry } from './registry-entry.ts';

/** The late hooks of one stand-in. */
export interface LateHooks {
  /** @param after milliseconds from now. */
  readonly schedule: (after: number, fire: () => void) => void;
  /** Drops what was scheduled at another level or in another conversation. */
  readonly follow: (entry: RegistryEntry) => void;
  /** Drops everything: somebody is there, or nobody is left. */
  readonly drop: () => void;
}

/** None at first. */
export function lateHooks(): LateHooks {
  const timers = new Set<NodeJS.Timeout>();
  let known = '';
  const drop = () => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  };
  return {
    schedule: (after, fire) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        fire();
      }, after);
      timers.add(timer);
    },
    follow: ({ status, sessionId }) => {
      const now = `${status} ${sessionId}`;
      if (now !== known) drop();
      known = now;
    },
    drop,
  };
}
