// Opens one database file, checks that it is whole and brings it to our shape. It never moves, repairs or deletes a file.

import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { type Database, type Driver, inOurWords, StoreDamaged } from './driver.ts';
import { migrate, SCHEMA_VERSION, schemaVersion } from './migrations.ts';

/** A newer Tallymux wrote the file; it was not changed. */
export class StoreNewer extends Error {
  override readonly name = 'StoreNewer';
}

/**
 * Opens `path`, made with mode 0600 where it does not exist.
 * @throws `StoreDamaged`, `StoreNewer`, `StoreFull` (cannot be written), or another error.
 */
export function openDatabase(driver: Driver, path: string): Database {
  return inOurWords(() => {
    // SQLite gives its journal files the mode of the database, so this comes first.
    closeSync(openSync(path, 'a', 0o600));
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
    const database = driver.open(path);
    try {
      prepare(database);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

function prepare(database: Database): void {
  // Before anything is written: a newer file is left as it is.
  if (schemaVersion(database) > SCHEMA_VERSION) throw new StoreNewer('a newer Tallymux wrote this database');
  const [first] = database.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[];
  if (first?.quick_check !== 'ok') throw new StoreDamaged(first?.quick_check ?? 'the check of the file said nothing');
  // Only a person with a tool of their own can be in the way, and only for a moment.
  database.exec('PRAGMA busy_timeout = 1000');
  database.exec('PRAGMA journal_mode = WAL');
  // With WAL, NORMAL loses nothing that was committed when the process dies; FULL would only add a flush to disk.
  database.exec('PRAGMA synchronous = NORMAL');
  database.exec('PRAGMA trusted_schema = OFF');
  migrate(database);
}
