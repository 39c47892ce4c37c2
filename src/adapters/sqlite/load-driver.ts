// Loads a library for SQLite: Node's own where this Node has it, else the optional package. Neither is an error.

import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';
import type { Database, Driver } from './driver.ts';

/** The first driver that works here, `null` when none does. `node:sqlite` is in Node from 22.13. */
export function loadDriver(): Driver | null {
  return nodeDriver() ?? packageDriver();
}

/** The driver over `node:sqlite`, `null` where this Node has none. */
export function nodeDriver(): Driver | null {
  const module = process.getBuiltinModule?.('node:sqlite') as
    | { readonly DatabaseSync: new (path: string) => Database }
    | undefined;
  return module ? { name: 'node:sqlite', open: (path) => new module.DatabaseSync(path) } : null;
}

/** The driver over `better-sqlite3`, `null` where it is not installed or was built for another Node. */
export function packageDriver(): Driver | null {
  try {
    const load = createRequire(import.meta.url);
    const Opener = load('better-sqlite3') as typeof BetterSqlite3;
    // Its native part is loaded only now.
    new Opener(':memory:').close();
    return { name: 'better-sqlite3', open: (path) => new Opener(path) };
  } catch {
    return null;
  }
}
