// The small part of SQLite that the store uses, the same over both libraries, with errors put into our words.

/** A value that is stored. */
export type Value = string | number | null;

/** A prepared statement. Parameters are by position. */
export interface Statement {
  run(...values: Value[]): unknown;
  get(...values: Value[]): unknown;
  all(...values: Value[]): unknown[];
}

/** One open database. Both libraries have this shape. */
export interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

/** A library that can open databases. */
export interface Driver {
  readonly name: 'node:sqlite' | 'better-sqlite3';
  open(path: string): Database;
}

/** The disk is full, or what is to be written may not be. Nothing was changed; the next attempt may succeed. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** The file is not a database, or not a whole one. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged';
}

/** Primary result codes of SQLite: READONLY, IOERR, FULL, CANTOPEN. */
const CANNOT_WRITE = [8, 10, 13, 14];
/** CORRUPT, NOTADB. */
const DAMAGED = [11, 26];
const CODE_BY_NAME: Readonly<Record<string, number>> = {
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
};
const CANNOT_WRITE_FILE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO'];

/** Runs `work`; errors of SQLite and of files that mean a full disk or a damaged file come out as our own. */
export function inOurWords<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = primaryCode(error);
    if (code !== null && CANNOT_WRITE.includes(code)) throw new StoreFull(error.message, { cause: error });
    if (code !== null && DAMAGED.includes(code)) throw new StoreDamaged(error.message, { cause: error });
    const fileCode = (error as NodeJS.ErrnoException).code ?? '';
    if (CANNOT_WRITE_FILE.includes(fileCode)) throw new StoreFull(error.message, { cause: error });
    throw error;
  }
}

/** `node:sqlite` gives the extended code as a number, `better-sqlite3` its name (`SQLITE_IOERR_WRITE`). */
function primaryCode(error: Error & { errcode?: unknown; code?: unknown }): number | null {
  if (typeof error.errcode === 'number') return error.errcode & 0xff;
  const name = typeof error.code === 'string' ? /^SQLITE_([A-Z]+)/.exec(error.code)?.[1] : undefined;
  return name === undefined ? null : (CODE_BY_NAME[name] ?? null);
}
