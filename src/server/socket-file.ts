// The place of the Unix socket in the file system. A node is removed only when it is a socket and nobody answers on it;
// files and directories never are, nor a socket that somebody else put there.

import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, lstatSync, renameSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { connect, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { CannotListen } from './options.ts';

/**
 * Listens at `path` with mode 0600.
 * The socket is made under a name of its own, closed to others, and then linked to `path` in one step that fails when
 * something is there. So `path` never has wider rights, and of two servers that start together one wins.
 * @returns removes the socket, if the one at `path` is still this one.
 */
export async function listenAtPath(server: Server, path: string): Promise<() => void> {
  const directory = dirname(path);
  const { uid, mode } = statSync(directory);
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) {
    throw new CannotListen(
      `${directory} must belong to you and be closed to others: chmod 700 it, or set TALLYMUX_HOME.`,
    );
  }
  const own = join(directory, `.${randomBytes(3).toString('hex')}`);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(own, () => {
      server.off('error', reject);
      resolve();
    });
  });
  try {
    chmodSync(own, 0o600);
    await putAt(own, path);
    const { ino, dev } = lstatSync(own);
    return () => {
      const there = lstatSync(path, { throwIfNoEntry: false });
      if (there?.ino === ino && there.dev === dev) unlinkSync(path);
    };
  } catch (error) {
    server.close();
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

async function putAt(own: string, path: string): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      linkSync(own, path);
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      await clear(path);
    }
  }
  throw inUse(path);
}

/** Takes a dead socket away from `path`, or throws. */
async function clear(path: string): Promise<void> {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined) return;
  if (!there.isSocket()) {
    throw new CannotListen(`${path} is not a socket and is left alone. Move it away, then start again.`);
  }
  if (await answers(path)) throw inUse(path);
  const aside = join(dirname(path), `.${randomBytes(3).toString('hex')}`);
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  // Somebody may have put a living socket there since we asked: then it goes back.
  if (lstatSync(aside).ino !== there.ino) linkSync(aside, path);
  unlinkSync(aside);
}

/** Whether somebody accepts connections at `path`. A socket that cannot be tried counts as answering. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.on('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '')));
  });
}

function inUse(path: string): CannotListen {
  return new CannotListen(
    `Another daemon answers at ${path}. \`tallymux status\` says which; \`tallymux stop\` ends it.`,
  );
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
