// Turns the machine's uptime, by which hooks tell when they ran, into steady time. Pure but for what it has learnt.

import type { Steady } from '../core/evidence.ts';

/** Uptime is told in steps of this many milliseconds. */
const STEP = 10;
/** A moment further ahead than this is none of this uptime's: the machine was started since. In milliseconds. */
const AHEAD = 1_000;
/** Sleeps of the machine that are remembered. */
const MOST = 16;

/** How the two clocks lie. */
export interface BootClock {
  /**
   * When something ran that says so by `uptime` (milliseconds since boot), never later than now; `null` where it is from
   * before the machine was started. What says nothing ran now.
   */
  at(uptime: number | null): Steady | null;
}

/** A time without sleep: its first and its last reading, and bounds of its distance, steady time minus uptime. */
interface Waking {
  readonly first: { readonly up: number; readonly steady: Steady };
  readonly last: { readonly up: number; readonly steady: Steady };
  readonly least: number;
  readonly most: number;
}

/**
 * Reads both clocks now, and again for each batch: the distance is known better with each reading. Sleep counts as
 * uptime and not as steady time: after it the distance is another one, and what ran before it keeps the old one.
 */
export function bootClocks(clock: { steady(): Steady }, uptime: () => number | null): () => BootClock {
  let wakings: readonly Waking[] = [];
  return () => {
    const up = uptime();
    const now = clock.steady();
    if (up === null) return { at: () => now };
    wakings = withReading(wakings, up, now);
    const known = wakings;
    return {
      at(ran) {
        if (ran === null) return now;
        return ran > up + AHEAD ? null : Math.min(now, steadyOf(known, ran));
      },
    };
  };
}

function withReading(wakings: readonly Waking[], up: number, steady: Steady): readonly Waking[] {
  const here = { up, steady };
  const read: Waking = { first: here, last: here, least: steady - up - STEP, most: steady - up };
  const before = wakings.at(-1);
  if (before === undefined) return [read];
  const least = Math.max(read.least, before.least);
  const most = Math.min(read.most, before.most);
  if (least <= most) return [...wakings.slice(0, -1), { ...before, last: here, least, most }];
  return [...wakings, read].slice(-MOST);
}

function steadyOf(wakings: readonly Waking[], ran: number): Steady {
  for (let index = wakings.length - 1; index > 0; index--) {
    const [before, waking] = [wakings[index - 1], wakings[index]];
    if (before === undefined || waking === undefined) break;
    const here = ran + waking.most;
    // Since the last reading before the sleep: it ran after the sleep unless there was no time for that.
    if (ran >= waking.first.up || (ran > before.last.up && here >= before.last.steady - STEP)) return here;
    if (ran > before.last.up) return Math.min(ran + before.most, waking.first.steady);
  }
  return ran + (wakings[0]?.most ?? 0);
}
