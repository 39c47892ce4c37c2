// Which sessions' hooks are silenced by somebody's settings: looked at when a session is met, and now and then.

import type { Steady } from '../core/evidence.ts';
import type { Living } from './living.ts';
import type { Clock } from './ports.ts';
import type { Sessions } from './sessions.ts';

/** How often one session's settings are looked at, in milliseconds. */
const OFTEN = 30_000;
/** Sessions looked at in one beat: each costs a few small reads. */
const AT_ONCE = 5;

/**
 * Keeps `silenced` of all sessions true.
 * @param silence why hooks do not run for sessions of a Claude directory that work in a directory; `null`: they do.
 * @returns one beat of it.
 */
export function watchSilence(
  sessions: Sessions,
  clock: Clock,
  silence: (claudeDirectory: string, cwd: string) => string | null,
): () => void {
  const lookedAt = new WeakMap<Living, Steady>();
  return () => {
    let looks = 0;
    for (const living of sessions.all()) {
      if (living.endedAt !== null || living.origin.process === null) continue;
      const last = lookedAt.get(living);
      if (last !== undefined && clock.steady() - last < OFTEN) continue;
      if (looks >= AT_ONCE) return;
      looks += 1;
      lookedAt.set(living, clock.steady());
      const reason = silence(living.origin.claudeDirectory, living.cwd);
      if (reason === living.silenced) continue;
      living.silenced = reason;
      sessions.settle(living);
    }
  };
}
