// Opens the store, whatever state its file is in, and says in words for the person what was wrong. It never throws for a
// damaged, newer or unwritable file, and never deletes one.

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Warning } from '../../core/apply-change.ts';
import { type Database, type Driver, StoreDamaged, StoreFull } from './driver.ts';
import { loadDriver } from './load-driver.ts';
import { makeMemoryStore } from './memory-store.ts';
import { openDatabase, StoreNewer } from './open-database.ts';
import { memoryStoreFrom } from './rescue.ts';
import { backupsIn, putAside, restore } from './restore.ts';
import { makeSqlStore } from './sql-store.ts';
import type { RowStore } from './store-shape.ts';

/** Where the store is and what opens it. */
export interface StorePlace {
  /** The database file; its directory exists. */
  readonly path: string;
  /** Holds the daily copies, `state-<date>.db`. */
  readonly backupDirectory: string;
  /** Epoch milliseconds, for the name of a file that is put aside. */
  readonly now: number;
  /** Default: the first that works here. `null`: none does. */
  readonly driver?: Driver | null;
}

/** A store that works, and what the person should know about it. */
export interface OpenedStore {
  readonly store: RowStore;
  readonly warnings: readonly Warning[];
}

/** Opens the database; from a good copy where it is damaged; in memory where it cannot be written at all. */
export function openStore({ path, backupDirectory, now, driver = loadDriver() }: StorePlace): OpenedStore {
  if (driver === null) return { store: makeMemoryStore(), warnings: [NO_DATABASE] };
  try {
    const lost = isEmpty(path) && backupsIn(backupDirectory).length > 0;
    if (!lost) return opened(openDatabase(driver, path), driver);
  } catch (error) {
    if (!(error instanceof StoreDamaged)) return inMemory(driver, path, error);
  }
  try {
    const aside = existsSync(path) ? putAside(path, now) : null;
    const { database, from } = restore(driver, path, backupDirectory);
    return opened(database, driver, rebuilt(aside, from === null ? null : join(backupDirectory, from)));
  } catch (error) {
    return inMemory(driver, path, error);
  }
}

function opened(database: Database, driver: Driver, ...warnings: Warning[]): OpenedStore {
  return { store: makeSqlStore(database, driver.name), warnings };
}

/** No file, or nothing in it. With copies beside it this is a loss, not a first run. */
function isEmpty(path: string): boolean {
  return !existsSync(path) || statSync(path).size === 0;
}

function inMemory(driver: Driver, path: string, error: unknown): OpenedStore {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof StoreNewer) {
    const text = `A newer Tallymux wrote ${path}, so this one leaves it alone and keeps everything in memory. Nothing is lost: install the newer version again.`;
    return { store: makeMemoryStore(), warnings: [{ name: 'newer-database', severity: 'red', text }] };
  }
  const full = error instanceof StoreFull;
  const todo = full ? 'Free some space or fix its permissions, then restart' : 'Look at the file, then restart';
  const text = `${path} cannot be ${full ? 'written' : 'opened'} (${reason}). What happens now is kept in memory only. ${todo}: tallymux stop, tallymux start.`;
  return {
    store: memoryStoreFrom(driver, path),
    warnings: [{ name: full ? 'disk-full' : 'no-database', severity: 'red', text }],
  };
}

function rebuilt(aside: string | null, from: string | null): Warning {
  const what = aside === null ? 'The database was missing.' : `The database was damaged; it is kept as ${aside}.`;
  const how =
    from === null
      ? 'There was no good copy of it: pair your devices again. Sessions were found again.'
      : `Devices, labels and settings came back from ${from}; sessions were found again.`;
  return { name: 'database-rebuilt', severity: 'amber', text: `${what} ${how}` };
}

const NO_DATABASE: Warning = {
  name: 'no-database',
  severity: 'red',
  text: 'No database: paired devices, labels and history are forgotten when Tallymux ends. Install Node 22.13 or newer, or run `npm install better-sqlite3` where Tallymux is installed.',
};
