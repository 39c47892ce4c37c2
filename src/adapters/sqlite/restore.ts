// Puts a damaged database aside and takes the newest good daily copy in its place. It never deletes what was damaged.

import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, type Driver, inOurWords } from './driver.ts';
import { openDatabase } from './open-database.ts';

/** A database in place of the damaged one. */
export interface Restored {
  readonly database: Database;
  /** File name of the copy it was made from; `null` when there was no good one and it is empty. */
  readonly from: string | null;
}

/** SQLite's files beside the database. */
const COMPANIONS = ['', '-wal', '-shm'];

/** Names of the daily copies in `directory`, newest first. They are named by date. */
export function backupsIn(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => /^state-.*\.db$/.test(name))
      .sort()
      .reverse();
  } catch {
    return [];
  }
}

/** Renames the database and its companions; returns the new path. `now` in epoch milliseconds. */
export function putAside(path: string, now: number): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  let aside = `${path}.damaged-${stamp}`;
  for (let count = 2; existsSync(aside); count += 1) aside = `${path}.damaged-${stamp}-${count}`;
  return inOurWords(() => {
    for (const companion of COMPANIONS) {
      if (existsSync(path + companion)) renameSync(path + companion, aside + companion);
    }
    return aside;
  });
}

/**
 * Makes a database at `path`, where none is, from the newest copy that is whole; empty where no copy is.
 * Sessions, their prompts and evidence of a copy are of another day and are dropped: they are found again from their sources.
 * @throws what `openDatabase` throws for an empty file.
 */
export function restore(driver: Driver, path: string, backupDirectory: string): Restored {
  for (const name of backupsIn(backupDirectory)) {
    try {
      copyFileSync(join(backupDirectory, name), path);
      chmodSync(path, 0o600);
      const database = openDatabase(driver, path);
      database.exec('DELETE FROM session; DELETE FROM evidence; DELETE FROM prompt;');
      return { database, from: name };
    } catch {
      // This copy is no better, or does not fit on the disk; an older one may.
      for (const companion of COMPANIONS) rmSync(path + companion, { force: true });
    }
  }
  return { database: openDatabase(driver, path), from: null };
}
