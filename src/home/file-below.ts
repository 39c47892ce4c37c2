// Reads a file of a session's directory, for what a card shows around a change. It never leaves that directory, by links
// neither, never waits for what is no plain file, and never reads more than it was told to.

import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { isAbsolute, sep } from 'node:path';

/** Largest file that is read, in bytes. */
const LARGEST = 500_000;

/** The text of the file at `path`, an absolute path below `directory`; `null` where it is not there or not for us. */
export async function readFileBelow(directory: string, path: string): Promise<string | null> {
  if (!isAbsolute(path)) return null;
  try {
    const [root, file] = await Promise.all([realpath(directory), realpath(path)]);
    if (!file.startsWith(root.endsWith(sep) ? root : root + sep)) return null;
    // Opening a fifo would wait for its other end.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return (await isStill(handle, file)) ? await textOf(handle) : null;
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

/** Whether what was opened is what was checked: a directory above it may have become a link in between. */
async function isStill(handle: FileHandle, file: string): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/self/fd/${handle.fd}`)) === file;
  // Elsewhere no file tells its path: what stands there now must be the same one, by no link.
  const [now, found, opened] = await Promise.all([realpath(file), lstat(file), handle.stat()]);
  return now === file && found.dev === opened.dev && found.ino === opened.ino;
}

/** A file may say that it is small, or empty as those of /proc do, and grow while it is read. */
async function textOf(handle: FileHandle): Promise<string | null> {
  const found = await handle.stat();
  if (!found.isFile() || found.size === 0 || found.size > LARGEST) return null;
  const buffer = Buffer.alloc(found.size);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.toString('utf8', 0, length);
}
