// How long to wait before the next attempt to reach the daemon. Pure: randomness comes in.

const FIRST = 250;
const LONGEST = 8000;

/**
 * Milliseconds before attempt `attempt` (0 is the first retry): doubling from 250 ms to 8 s, half of it random, so that
 * many pages do not knock at once.
 * @param random 0 to 1.
 */
export function backOff(attempt: number, random: number): number {
  const full = Math.min(LONGEST, FIRST * 2 ** Math.min(attempt, 10));
  return full / 2 + (full / 2) * random;
}
