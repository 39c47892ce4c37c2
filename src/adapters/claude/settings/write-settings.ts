// Writes a settings file of Claude's that was read before: in one step, with its mode and owner, and only if nobody
// changed it since. It must never leave half a file, and never lose what another program wrote meanwhile.

import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { readSettled, type SettingsFile, SettingsRefusal } from './settings-file.ts';

/**
 * Replaces the content of a settings file.
 * @param bytes the new content; `null` removes the file.
 * @returns false when it was changed by somebody else since it was read; nothing was written then, or what was is taken
 *   back. Read it again.
 * @throws SettingsRefusal when it may not or cannot be written.
 */
export function writeSettings(file: SettingsFile, bytes: Buffer | null): boolean {
  try {
    refuseUnwritable(file);
    return file.bytes === null ? create(file, bytes) : replace(file, file.bytes, bytes);
  } catch (error) {
    if (error instanceof SettingsRefusal) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsRefusal(`${file.real} cannot be written: ${why}. Nothing was changed.`);
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
function create(file: SettingsFile, bytes: Buffer | null): boolean {
  if (bytes === null) return true;
  const fresh = writeBeside(file, bytes);
  try {
    linkSync(fresh, file.real);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return settle(file, bytes);
}

function replace(file: SettingsFile, before: Buffer, bytes: Buffer | null): boolean {
  // Held open: who opened the old file before us may yet write into it.
  const old = openSync(file.real, constants.O_RDONLY);
  let fresh: string | null = null;
  try {
    if (bytes !== null) fresh = writeBeside(file, bytes);
    if (!readFileSync(file.real).equals(before)) return false;
    if (fresh === null) rmSync(file.real);
    else renameSync(fresh, file.real);
    const late = readSettled(old, file.real);
    if (!late.equals(before)) {
      renameSync(writeBeside(file, late), file.real);
      return false;
    }
  } finally {
    closeSync(old);
    if (fresh !== null) rmSync(fresh, { force: true });
  }
  return settle(file, bytes);
}

/** Makes the change last, and reads back what is there now. */
function settle({ real }: SettingsFile, bytes: Buffer | null): boolean {
  const directory = openSync(dirname(real), constants.O_RDONLY);
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
  const there = statSync(real, { throwIfNoEntry: false }) === undefined ? null : readFileSync(real);
  return bytes === null ? there === null : there?.equals(bytes) === true;
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
