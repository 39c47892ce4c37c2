// The shape of the database, as ordered steps. A step that was released is never edited: the next one is added.

import type { Database } from './driver.ts';

const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE session (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE transition (
    id INTEGER PRIMARY KEY, session TEXT NOT NULL, at INTEGER NOT NULL,
    from_state TEXT NOT NULL, to_state TEXT NOT NULL, rule TEXT NOT NULL
  ) STRICT;
  CREATE INDEX transition_by_session ON transition (session, id);
  CREATE INDEX transition_by_time ON transition (at);
  CREATE TABLE evidence (
    id INTEGER PRIMARY KEY, session TEXT NOT NULL, at INTEGER NOT NULL, source TEXT NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX evidence_by_session ON evidence (session, id);
  CREATE TABLE label (conversation TEXT PRIMARY KEY, label TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE device (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, cookie_hash TEXT NOT NULL, secret_hash TEXT NOT NULL,
    paired_at INTEGER NOT NULL, last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE prompt (id TEXT PRIMARY KEY, session TEXT NOT NULL, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE answer (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, session TEXT NOT NULL, prompt TEXT NOT NULL, subject TEXT NOT NULL,
    meaning TEXT NOT NULL, label TEXT NOT NULL, text TEXT, by_whom TEXT NOT NULL, channel TEXT NOT NULL,
    result TEXT NOT NULL
  ) STRICT;
  CREATE INDEX answer_by_time ON answer (at);
  `,
];

/** The schema version that this program writes, kept in `user_version`. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The schema version of a database; 0 for an empty one. */
export function schemaVersion(database: Database): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** Brings a database to `SCHEMA_VERSION`, all steps in one transaction. It must not be newer. */
export function migrate(database: Database): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const step of MIGRATIONS.slice(schemaVersion(database))) database.exec(step);
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    database.exec('COMMIT');
  } catch (error) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself.
    }
    throw error;
  }
}
