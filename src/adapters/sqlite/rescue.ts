// Reads what a database holds when it cannot be opened where it lies, because its disk is full or read-only: from a
// private copy elsewhere, which is removed again. Without it a full disk would forget who was paired.

import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Driver } from './driver.ts';
import { makeMemoryStore } from './memory-store.ts';
import { openDatabase } from './open-database.ts';
import { makeSqlStore } from './sql-store.ts';
import type { RowStore } from './store-shape.ts';

/** A memory store with the devices, settings, sessions, prompts and labels of the file, or an empty one where they cannot be read. */
export function memoryStoreFrom(driver: Driver, path: string): RowStore {
  const memory = makeMemoryStore();
  let directory: string | null = null;
  try {
    // 0700, by mkdtemp.
    directory = mkdtempSync(join(tmpdir(), 'tallymux-'));
    const copy = join(directory, 'state.db');
    for (const companion of ['', '-wal']) {
      if (existsSync(path + companion)) copyFileSync(path + companion, copy + companion);
    }
    const database = openDatabase(driver, copy);
    const stored = makeSqlStore(database, driver.name);
    for (const session of stored.sessions()) memory.saveSession(session);
    for (const prompt of stored.prompts()) memory.savePrompt(prompt);
    for (const device of stored.devices()) memory.saveDevice(device);
    const rows = <Row>(sql: string) => database.prepare(sql).all() as Row[];
    for (const { name, value } of rows<{ name: string; value: string }>('SELECT name, value FROM setting')) {
      memory.setSetting(name, value);
    }
    for (const row of rows<{ conversation: string; label: string }>('SELECT conversation, label FROM label')) {
      memory.setLabel(row.conversation, row.label);
    }
    stored.close();
  } catch {
    // There is no room there either. The warning that the caller gives says what it means.
  } finally {
    if (directory !== null) rmSync(directory, { recursive: true, force: true });
  }
  return memory;
}
