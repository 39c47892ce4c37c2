// Once a day: a copy of the database, and what is too old goes.

import { join } from 'node:path';
import type { Clock, Dispose, Store } from '../daemon/ports.ts';

const DAY = 86_400_000;

/** Prunes and backs up now, and then every day. A failure is logged and tried again the next day. */
export function upkeepDaily(store: Store, backupDirectory: string, clock: Clock, log: (text: string) => void): Dispose {
  const once = () => {
    try {
      store.prune(clock.wall());
      if (store.driver !== 'memory')
        store.backup(join(backupDirectory, `state-${new Date(clock.wall()).toISOString().slice(0, 10)}.db`));
    } catch (error) {
      log(`the daily backup failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  // The first copy waits until the start is over and something is worth copying.
  const soon = setTimeout(once, 60_000);
  const daily = setInterval(once, DAY);
  soon.unref();
  daily.unref();
  return () => {
    clearTimeout(soon);
    clearInterval(daily);
  };
}
