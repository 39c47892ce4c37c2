// Reads a file of a session's directory, for what a card shows around a change. It never leaves that directory, by links
// neither, never waits for what is no plain file, and never reads more than it was told to.

import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { isAbsolute, sep } from 'node:path';

/** Largest file that is read, in bytes. */
const LARGEST = 2_000_000;

/** The text of the file at `path`, an absolute path below `directory`; `null` where it is not there or not for us. */
export async function readFileBelow(directory: string, path: string): Promise<string | null> {
  if (!isAbsolute(path)) return null;
  try {
    const [root, file] = await Promise.all([realpath(directory), realpath(path)]);
    if (!file.startsWith(root.endsWith(sep) ? root : root + sep)) return null;
    // Opening a fifo would wait for its other end.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await handle.stat();
      if (!found.isFile() || found.size > LARGEST) return null;
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
