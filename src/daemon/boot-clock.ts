// Turns the machine's uptime, by which hooks tell when they ran, into steady time. Pure but for what it has learnt.

import type { Steady } from '../core/evidence.ts';

/** Uptime is told in steps of this many milliseconds. */
const STEP = 10;
/** A moment further ahead than this is none of this uptime's: the machine was started since. In milliseconds. */
const AHEAD = 1_000;

/** How the two clocks lie. */
export interface BootClock {
  /**
   * When something ran that says so by `uptime` (milliseconds since boot), never later than now; `null` where it is from
   * before the machine was started. What says nothing ran now.
   */
  at(uptime: number | null): Steady | null;
}

/** Reads both clocks now, and again for each batch: the distance is known better with each reading. */
export function bootClocks(clock: { steady(): Steady }, uptime: () => number | null): () => BootClock {
  /** Bounds of the distance: steady time minus uptime. */
  let distance = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
  return () => {
    const up = uptime();
    const now = clock.steady();
    if (up === null) return { at: () => now };
    const read = { least: now - up - STEP, most: now - up };
    const both = { least: Math.max(read.least, distance.least), most: Math.min(read.most, distance.most) };
    // Sleep counts as uptime and not as steady time: after it the distance is another one.
    distance = both.least <= both.most ? both : read;
    const { most } = distance;
    return {
      at(ran) {
        if (ran === null) return now;
        return ran > up + AHEAD ? null : Math.min(now, ran + most);
      },
    };
  };
}
