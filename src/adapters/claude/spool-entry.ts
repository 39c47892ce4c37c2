// Reads single entries of the spool from disk. It must never follow a link, never wait on a pipe, and never read what
// another user put there.

import { closeSync, constants, type Dirent, fstatSync, lstatSync, openSync, readSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { HookArrival, HookFault } from '../../core/hook.ts';
import { goneLauncher } from './launcher-name.ts';
import { ENDS, LARGEST_FILE, oversizeFault, parseSpoolFile } from './spool-file.ts';

/** One entry as it was read. */
export type SpoolEntry =
  | { readonly kind: 'hook'; readonly key: string; readonly bornAt: number; readonly arrival: HookArrival }
  | { readonly kind: 'fault'; readonly key: string; readonly fault: HookFault }
  /** A launcher was killed while it waited. `launcher`: its name. */
  | { readonly kind: 'gone'; readonly key: string; readonly bornAt: number; readonly launcher: string }
  /** Still being written. `stamp` changes with each byte; `writtenAt`: epoch milliseconds of the last one. */
  | { readonly kind: 'not-whole'; readonly key: string; readonly stamp: string; readonly writtenAt: number }
  /** None of ours to read, and so none to remove. */
  | { readonly kind: 'foreign'; readonly fault: HookFault }
  /** Gone, or not to be had at this moment. */
  | { readonly kind: 'nothing' };

const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** So much is read without asking, of a file that is too large to tell whose it was, in bytes. */
const BEGINNING = 64 * 1024;
/** What opening says of that which will not be ours at the next try either. */
const REFUSED: readonly string[] = ['EACCES', 'EPERM', 'ELOOP', 'ENXIO'];

/** Reads one entry. @param uid whose files are read. */
export function readSpoolEntry(directory: string, entry: Dirent, uid: number): SpoolEntry {
  if (!entry.isFile()) return { kind: 'foreign', fault: { fault: 'something in spool/ that is no file; left alone' } };
  let descriptor: number;
  try {
    descriptor = openSync(join(directory, entry.name), FLAGS);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (!REFUSED.includes(code)) return { kind: 'nothing' };
    return { kind: 'foreign', fault: { fault: `a file in spool/ that cannot be read (${code}); left alone` } };
  }
  try {
    return readOpen(descriptor, entry.name, uid);
  } finally {
    closeSync(descriptor);
  }
}

function readOpen(descriptor: number, name: string, uid: number): SpoolEntry {
  const status = fstatSync(descriptor);
  if (!status.isFile() || status.uid !== uid)
    return { kind: 'foreign', fault: { fault: 'a file in spool/ that is not yours; left alone' } };
  const { size, mtimeMs, birthtimeMs } = status;
  const key = keyOf(name, birthtimeMs);
  const launcher = goneLauncher(name);
  if (launcher !== null) return { kind: 'gone', key, bornAt: birthtimeMs, launcher };
  const notWhole: SpoolEntry = { kind: 'not-whole', key, stamp: `${size} ${mtimeMs}`, writtenAt: mtimeMs };
  if (size > LARGEST_FILE) {
    const beginning = readBytes(descriptor, 0, BEGINNING);
    return { kind: 'fault', key, fault: oversizeFault(beginning, size) };
  }
  // Of what is large only the last byte, as long as it is being written: it may come in many pieces.
  if (size === 0 || (size > BEGINNING && !ENDS.includes(readBytes(descriptor, size - 1, 1)[0] ?? 0))) return notWhole;
  const file = parseSpoolFile(readBytes(descriptor, 0, size), key);
  switch (file.kind) {
    case 'arrival':
      return { kind: 'hook', key, bornAt: birthtimeMs, arrival: file.arrival };
    case 'fault':
      return { kind: 'fault', key, fault: file.fault };
    case 'not-whole':
      return notWhole;
  }
}

/** When an entry's bytes were last changed, cheaply; `null` when it is gone. */
export function stampOf(path: string): string | null {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status === undefined ? null : `${status.size} ${status.mtimeMs}`;
}

/** Removes the file that was read; another one that has its name by now stays. @returns false when it cannot be. */
export function removeEntry(directory: string, name: string, key: string): boolean {
  const path = join(directory, name);
  try {
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (status !== undefined && keyOf(name, status.birthtimeMs) === key) unlinkSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** Name and birth time: the same for the same file however often it is read. */
function keyOf(name: string, birthtimeMs: number): string {
  return `${name} ${birthtimeMs}`;
}

function readBytes(descriptor: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const read = readSync(descriptor, bytes, done, length - done, from + done);
    if (read === 0) break;
    done += read;
  }
  return bytes.subarray(0, done);
}
