// The two clocks of the real world.

import type { Clock } from '../daemon/ports.ts';

/** A steady clock that looks like epoch time at start and never steps, and the wall clock beside it. */
export function systemClock(): Clock {
  const base = Date.now() - performance.now();
  return { steady: () => base + performance.now(), wall: () => Date.now() };
}
