// Writes a settings file of Claude's that was read before: in one step, with its mode and owner, and only if nobody
// changed it since. It must never leave half a file, and never lose what another program wrote meanwhile.

import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { OPEN_TO_READ, readSettled, type SettingsFile } from './settings-file.ts';
import { SettingsRefusal, unwritable } from './settings-refusal.ts';

/**
 * `written`: it stands there. `changed-before`: somebody else changed the file since it was read, and nothing was written.
 * `changed-after`: it stood there, and somebody else's content stands there now, who may have read ours first.
 */
export type Written = 'written' | 'changed-before' | 'changed-after';

/**
 * Replaces the content of a settings file.
 * @param bytes the new content; `null` removes the file.
 * @returns how it went; unless it was written, read the file again.
 * @throws SettingsRefusal when it may not or cannot be written.
 */
export function writeSettings(file: SettingsFile, bytes: Buffer | null): Written {
  try {
    refuseUnwritable(file);
    return file.bytes === null ? create(file, bytes) : replace(file, file.bytes, bytes);
  } catch (error) {
    throw unwritable(file.real, error);
  }
}

function refuseUnwritable({ real, bytes, mode }: SettingsFile): void {
  if (bytes === null) return;
  if ((mode & 0o222) === 0)
    throw new SettingsRefusal(`${real} is read-only. Make it writable (chmod u+w), then try again.`);
  if (statSync(real).nlink > 1)
    throw new SettingsRefusal(
      `${real} has a second name (a hard link), which a safe change would cut off. Use a symbolic link.`,
    );
}

/** A file that was not there: made whole beside its place, and put there only if the place is still free. */
function create(file: SettingsFile, bytes: Buffer | null): Written {
  if (bytes === null) return 'written';
  const fresh = writeBeside(file, bytes);
  try {
    linkSync(fresh, file.real);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return 'changed-before';
    throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return settle(file, bytes);
}

function replace(file: SettingsFile, before: Buffer, bytes: Buffer | null): Written {
  // Held open: who opened the old file before us may yet write into it.
  const old = openSync(file.real, OPEN_TO_READ);
  let fresh: string | null = null;
  try {
    if (bytes !== null) fresh = writeBeside(file, bytes);
    if (!standsThere(file.real, before)) return 'changed-before';
    if (fresh === null) rmSync(file.real);
    else renameSync(fresh, file.real);
    const late = readSettled(old, file.real);
    if (!late.equals(before)) {
      renameSync(writeBeside(file, late), file.real);
      return 'changed-after';
    }
  } finally {
    closeSync(old);
    if (fresh !== null) rmSync(fresh, { force: true });
  }
  return settle(file, bytes);
}

/** Makes the change last, and reads back what is there now. */
function settle({ real }: SettingsFile, bytes: Buffer | null): Written {
  const directory = openSync(dirname(real), constants.O_RDONLY);
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
  return standsThere(real, bytes) ? 'written' : 'changed-after';
}

/** Whether a file holds exactly this; `null`: there is none. Somebody may have put a pipe in its place. */
function standsThere(real: string, bytes: Buffer | null): boolean {
  const status = lstatSync(real, { throwIfNoEntry: false });
  if (status === undefined || bytes === null) return status === undefined && bytes === null;
  const descriptor = openSync(real, OPEN_TO_READ);
  try {
    return fstatSync(descriptor).isFile() && readFileSync(descriptor).equals(bytes);
  } finally {
    closeSync(descriptor);
  }
}

function writeBeside({ real, mode, uid, gid, bytes: before }: SettingsFile, bytes: Buffer): string {
  const fresh = `${real}.${process.pid}.${process.hrtime.bigint()}.new`;
  const descriptor = openSync(fresh, 'wx', 0o600);
  try {
    if (before !== null && (process.getuid?.() !== uid || process.getgid?.() !== gid)) fchownSync(descriptor, uid, gid);
    fchmodSync(descriptor, mode);
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return fresh;
}
