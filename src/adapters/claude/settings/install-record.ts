// Remembers what a settings file was before our hooks came, so that taking them out can give back its very bytes. Kept
// in the Tallymux home; losing it costs only that: hooks can be taken out without it.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What was done to one settings file. */
export interface InstallRecord {
  /** Where the file lies. */
  readonly real: string;
  /** Its text without our hooks; `null`: there was no file. */
  readonly original: string | null;
  /** SHA-256 of the text that we wrote, hex. */
  readonly wrote: string;
  /** Names of what we made in it: events, and `hooks`. */
  readonly made: readonly string[];
}

/** SHA-256 of a text, hex. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The record of a settings file; `null` when there is none, or it cannot be understood. */
export function readRecord(directory: string, real: string): InstallRecord | null {
  try {
    const { original, wrote, made } = JSON.parse(readFileSync(recordPath(directory, real), 'utf8')) as InstallRecord;
    const sound =
      (original === null || typeof original === 'string') &&
      typeof wrote === 'string' &&
      Array.isArray(made) &&
      made.every((name) => typeof name === 'string');
    return sound ? { real, original, wrote, made } : null;
  } catch {
    return null;
  }
}

/** Keeps a record. */
export function saveRecord(directory: string, record: InstallRecord): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = recordPath(directory, record.real);
  const fresh = `${path}.${process.pid}.new`;
  writeFileSync(fresh, `${JSON.stringify(record)}\n`, { mode: 0o600, flush: true });
  renameSync(fresh, path);
}

/** Forgets a record. */
export function dropRecord(directory: string, real: string): void {
  rmSync(recordPath(directory, real), { force: true });
}

/**
 * Keeps a dated copy of a settings file, unless one with this very content is there.
 * @returns its path; `null` when nothing was to be copied.
 */
export function backUp(directory: string, real: string, bytes: Buffer, now: Date): string | null {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const prefix = `claude-${basename(real)}-${key(real)}-`;
  const copies = readdirSync(directory).filter((name) => name.startsWith(prefix));
  if (copies.some((name) => holds(join(directory, name), bytes))) return null;
  const dated = `${prefix}${now.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
  let name = dated;
  // Within one second, too, no copy takes another's place.
  for (let next = 2; copies.includes(name); next += 1) name = `${dated}-${next}`;
  const path = join(directory, name);
  writeFileSync(path, bytes, { flag: 'wx', mode: 0o600, flush: true });
  return path;
}

/** Takes back a copy of what was not changed after all. */
export function dropCopy(path: string): void {
  rmSync(path, { force: true });
}

/** Whether a copy holds exactly this; one that cannot be read does not. */
function holds(path: string, bytes: Buffer): boolean {
  try {
    return statSync(path).size === bytes.length && readFileSync(path).equals(bytes);
  } catch {
    return false;
  }
}

function recordPath(directory: string, real: string): string {
  return join(directory, `claude-hooks-${key(real)}.json`);
}

function key(real: string): string {
  return digest(real).slice(0, 12);
}
