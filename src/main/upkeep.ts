// Once a day: a copy of the database, and what is too old goes.

import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Dispose, Store } from '../daemon/ports.ts';

const DAY = 86_400_000;
/** Copies kept: a week of them. */
const COPIES = 7;

/** Prunes and backs up now, and then every day. A failure is logged and tried again the next day. */
export function upkeepDaily(store: Store, backupDirectory: string, clock: Clock, log: (text: string) => void): Dispose {
  const once = () => {
    try {
      store.prune(clock.wall());
      if (store.driver === 'memory') return;
      store.backup(join(backupDirectory, `state-${new Date(clock.wall()).toISOString().slice(0, 10)}.db`));
      for (const name of copiesIn(backupDirectory).slice(0, -COPIES)) rmSync(join(backupDirectory, name));
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

/** The daily copies by name, oldest first. Nothing else in the directory is ours to remove. */
function copiesIn(directory: string): readonly string[] {
  return readdirSync(directory)
    .filter((name) => /^state-\d{4}-\d\d-\d\d\.db$/.test(name))
    .sort();
}
