// Gives spool files back once every session that they moved is written down. Many batches share one write: a session is
// written whole, and under load hooks come far more often than that is worth.

import type { Keeping } from './keeping.ts';
import type { Living } from './living.ts';
import type { Clock, Dispose, HookBatch } from './ports.ts';
import type { Sessions } from './sessions.ts';

/** Files wait so many times as long as the last write took, within these bounds, in milliseconds. */
// The bound is for slow disks: what moved a state never waits here.
const WAIT = { times: 4, least: 20, most: 400 };
/** What could not be written is tried again after so long, in milliseconds. */
const AGAIN = 2_000;

/** Batches whose files still lie in the spool. */
export interface HookReceipts {
  /** These sessions were told all that a batch holds: its files may go once that is written. */
  owe(told: readonly Living[], batch: HookBatch): void;
  /** Writes what is owed now. */
  dispose: Dispose;
}

/** Keeps receipts. */
export function hookReceipts(
  keeping: Pick<Keeping, 'flush' | 'waits'>,
  sessions: Pick<Sessions, 'byId'>,
  clock: Clock,
): HookReceipts {
  let owed: { readonly told: readonly Living[]; readonly batch: HookBatch }[] = [];
  let timer: NodeJS.Timeout | null = null;
  let wait = WAIT.least;

  const schedule = (ms: number) => {
    timer ??= setTimeout(write, ms);
    timer.unref();
  };

  const write = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const batches = owed;
    owed = [];
    // One that was removed meanwhile must not be written again.
    const living = new Set(batches.flatMap(({ told }) => told).filter((one) => sessions.byId(one.id) === one));
    const before = clock.steady();
    keeping.flush(living, clock);
    wait = Math.min(WAIT.most, Math.max(WAIT.least, WAIT.times * (clock.steady() - before)));
    for (const one of batches) {
      if (keeping.waits() || one.told.some((session) => living.has(session) && isUnwritten(session))) owed.push(one);
      else one.batch.taken();
    }
    if (owed.length > 0) schedule(AGAIN);
  };

  return {
    owe(told, batch) {
      // A hook that moved a state was written down with it; what it asked may wait to be.
      if (!keeping.waits() && !told.some(isUnwritten)) return batch.taken();
      owed.push({ told, batch });
      schedule(wait);
    },
    dispose: write,
  };
}

function isUnwritten({ dirty, unwritten }: Living): boolean {
  return dirty || unwritten.length > 0;
}
