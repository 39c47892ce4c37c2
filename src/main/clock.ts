// The two clocks of the real world.

import type { Clock } from '../daemon/ports.ts';

/**
 * A steady clock that looks like epoch time at start and never steps, and the wall clock beside it.
 * @param notBefore the last steady time of the daemon before: a wall clock set back must not make the past the future.
 */
export function systemClock(notBefore: number): Clock {
  const base = Math.max(Date.now(), notBefore) - performance.now();
  return { steady: () => base + performance.now(), wall: () => Date.now() };
}
