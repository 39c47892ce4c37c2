// The socket of a tmux server as a file: whether it is there, which one it is, and when that changes. It never connects
// for longer than it takes to see whether somebody listens, and never makes or removes anything.

import { statSync, watch } from 'node:fs';
import { createConnection } from 'node:net';
import { basename, dirname } from 'node:path';

/**
 * What tells one socket file from another at the same path; `null` where there is none. Numbers of files are used again,
 * and tmux changes the mode of its socket with each client: so the time of writing goes along, not that of change.
 */
export function socketIdentity(path: string): string | null {
  try {
    const file = statSync(path, { bigint: true });
    return file.isSocket() ? `${file.dev}:${file.ino}:${file.mtimeNs}` : null;
  } catch {
    return null;
  }
}

/** Why nobody can be asked there; `null` where somebody listens. A socket stays behind when its server is killed. */
export function whyNobodyListens(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const connection = createConnection(path);
    connection.once('connect', () => {
      connection.destroy();
      resolve(null);
    });
    connection.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? 'no tmux server there' : error.message);
    });
  });
}

/**
 * Rings when something of that name comes or goes. It stays silent where the directory is not there or cannot be
 * watched; who must know looks now and then as well.
 */
export function watchSocket(path: string, ring: () => void): () => void {
  const name = basename(path);
  try {
    const watcher = watch(dirname(path), { persistent: false }, (_event, changed) => {
      if (changed === null || changed === name) ring();
    });
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => {};
  }
}
