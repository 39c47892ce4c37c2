// Makes directories that only this user can enter. It must never follow a link that another user put there, never
// accept another user's directory, and never give anybody more rights than they had.

import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { errorCode, errorText, HomeError, noRoom } from './home-error.ts';
import type { HomePaths } from './paths.ts';

/**
 * Makes the state directory with `log/` and `backup/`, and the socket's own directory where it has one. All get mode
 * 0700 whatever the umask is. Safe to call again.
 * @throws HomeError when one of them is not ours or cannot be made.
 */
export function ensureHome(paths: HomePaths, uid: number = process.getuid?.() ?? 0): void {
  ensurePrivateDirectory(paths.directory, uid, 'own-link');
  ensurePrivateDirectory(paths.log, uid, 'own-link');
  ensurePrivateDirectory(paths.backup, uid, 'own-link');
  if (paths.socketDirectory !== null) ensurePrivateDirectory(paths.socketDirectory, uid, 'no-link');
}

/**
 * Makes one directory with mode 0700, or takes group's and others' rights from the one that is there.
 * @param links `own-link`: a symbolic link that this user made is followed, as people keep such directories on another
 *   disk; `no-link`: none is followed, for places where others can write.
 */
export function ensurePrivateDirectory(path: string, uid: number, links: 'own-link' | 'no-link'): void {
  try {
    if (links === 'own-link') makeWithParents(path);
    else mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw cannotMake(path, error);
  }
  const linked = readLinkStatus(path);
  if (linked.isSymbolicLink()) {
    if (links === 'no-link' || linked.uid !== uid) {
      throw new HomeError(`${path} is a symbolic link that cannot be trusted: remove it, then try again.`);
    }
  }
  tighten(path, uid, links);
}

/** Not by `recursive`: in a file system that cannot hold directories (/proc) Node.js 20 then never returns. */
function makeWithParents(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path || existsSync(dirname(path))) throw error;
    makeWithParents(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}

/** Looks and changes through one descriptor, so that nothing can be put in the directory's place in between. */
function tighten(path: string, uid: number, links: 'own-link' | 'no-link'): void {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | (links === 'no-link' ? constants.O_NOFOLLOW : 0);
  let descriptor: number;
  try {
    descriptor = openSync(path, flags);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOTDIR') throw new HomeError(`${path} is not a directory: move it away, then try again.`);
    if (code === 'EACCES') refuseForeign(path, statSync(path), uid);
    throw cannotMake(path, error);
  }
  try {
    const status = fstatSync(descriptor);
    refuseForeign(path, status, uid);
    if ((status.mode & 0o077) !== 0) fchmodSync(descriptor, status.mode & 0o700);
  } finally {
    closeSync(descriptor);
  }
}

function refuseForeign(path: string, status: Stats, uid: number): void {
  if (status.uid === uid) return;
  throw new HomeError(
    `${path} belongs to user ${status.uid}, not to you: set TALLYMUX_HOME to a directory of your own, or run this as that user.`,
  );
}

function readLinkStatus(path: string): Stats {
  try {
    return lstatSync(path);
  } catch (error) {
    throw cannotMake(path, error);
  }
}

function cannotMake(path: string, error: unknown): HomeError {
  const full = noRoom(dirname(path), error);
  if (full !== null) return full;
  return new HomeError(
    `${path} cannot be made (${errorText(error)}): make it yourself, or set TALLYMUX_HOME to a directory you can write.`,
  );
}
