// One daemon per state directory. The lock is a file that names its owner; it is taken from an owner only when that very
// process is dead, and of any number that try at once exactly one gets it. It must never be removed by a process that
// does not own it.

import { closeSync, constants, fstatSync, openSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createFile, replaceFile } from './atomic-file.ts';
import { closedToUs } from './closed-to-us.ts';
import { errorCode, errorText, HomeError, noRoom } from './home-error.ts';
import type { HomePaths } from './paths.ts';
import { isAlive, ownIdentity, type ProcessIdentity } from './process-alive.ts';

/** What the lock tells of its owner. `null`: not known yet. */
export interface LockOwner extends ProcessIdentity {
  /** The panel's address, once the owner listens. */
  readonly url: string | null;
  readonly version: string;
  /** The socket it answers on: clients in another environment would look for it elsewhere. */
  readonly socket: string;
}

/** A lock that is held. */
export interface HeldLock {
  /** Tells the panel's address to whoever asks. */
  announce(url: string): void;
  /** Whether it is still this process's own: somebody may have removed it, or taken it by force. */
  isOurs(): boolean;
  /** Removes lock and pid file if they are still this process's own. Safe to call twice. */
  release(): void;
}

/** Either the lock, or who has it. */
export type LockResult =
  | { readonly kind: 'held'; readonly lock: HeldLock }
  | { readonly kind: 'taken'; readonly by: LockOwner };

/** How long a rival that is taking over a dead owner's lock may need. */
const TAKE_OVER_MS = 2_000;

/**
 * Takes the lock of a state directory for this process and writes the pid file.
 * @throws HomeError when the lock cannot be read or written.
 */
export async function acquireLock(paths: HomePaths, version: string): Promise<LockResult> {
  const own: LockOwner = { ...ownIdentity(), url: null, version, socket: paths.socket };
  try {
    const rival = await take(paths.lock, own);
    if (rival !== null) return { kind: 'taken', by: rival };
    replaceFile(paths.pid, `${own.pid}\n`);
  } catch (error) {
    if (error instanceof HomeError) throw error;
    throw (
      noRoom(paths.directory, error) ??
      new HomeError(`${paths.lock} cannot be made (${errorText(error)}): make ${paths.directory} writable for you.`)
    );
  }
  return { kind: 'held', lock: heldLock(paths, own) };
}

/** The owner of the lock, if it lives. `null`: no daemon, or one that died. */
export function lockOwner(paths: HomePaths): LockOwner | null {
  const found = read(paths.lock);
  return found?.owner != null && isAlive(found.owner) ? found.owner : null;
}

/** One sentence for a second start: where the first is. */
export function alreadyRunning(owner: LockOwner): string {
  const where = owner.url === null ? 'it is still starting' : `its panel is ${owner.url}`;
  return `A daemon runs already: pid ${owner.pid}, version ${owner.version}; ${where}. \`tallymux stop\` ends it.`;
}

function heldLock(paths: HomePaths, own: LockOwner): HeldLock {
  const isOurs = (): boolean => sameOwner(read(paths.lock)?.owner ?? null, own);
  return {
    isOurs,
    announce(url) {
      if (isOurs()) replaceFile(paths.lock, serialize({ ...own, url }));
    },
    release() {
      if (!isOurs()) return;
      if (readText(paths.pid) === `${own.pid}\n`) rmSync(paths.pid, { force: true });
      rmSync(paths.lock, { force: true });
    },
  };
}

/**
 * Puts `own` at `path`, or tells which living process is there. A dead owner's file is replaced only by the one that
 * holds a second lock named after that very file: without it, two that saw the same dead owner could each throw out the
 * other's fresh lock. That second lock may itself have a dead owner, and is taken in the same way.
 */
async function take(path: string, own: LockOwner): Promise<LockOwner | null> {
  const until = performance.now() + TAKE_OVER_MS;
  for (;;) {
    if (createFile(path, serialize(own))) return null;
    const found = read(path);
    if (found === null) continue;
    if (found.owner !== null && isAlive(found.owner)) return sameOwner(found.owner, own) ? null : found.owner;
    const turn = `${path}.${found.fingerprint}`;
    if ((await take(turn, own)) === null) {
      try {
        if (read(path)?.fingerprint === found.fingerprint) {
          replaceFile(path, serialize(own));
          return null;
        }
      } finally {
        rmSync(turn, { force: true });
      }
    } else if (performance.now() > until) {
      throw new HomeError(`${path} is being taken over by another start that does not end: remove ${turn}, try again.`);
    } else {
      await wait(5);
    }
  }
}

function serialize(owner: LockOwner): string {
  return `${JSON.stringify(owner)}\n`;
}

function sameOwner(a: LockOwner | null, b: LockOwner): boolean {
  return a !== null && a.pid === b.pid && a.startTicks === b.startTicks;
}

/** What is at `path` now. `fingerprint` differs for every file ever put there. `owner` is `null` where it makes no sense. */
function read(path: string): { readonly owner: LockOwner | null; readonly fingerprint: string } | null {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return null;
    if (code === 'ELOOP')
      throw new HomeError(`${path} is a symbolic link, which no lock is: remove it, then try again.`);
    if (code === 'EACCES') throw closedToUs(path);
    throw new HomeError(`${path} cannot be read (${errorText(error)}): remove it, then try again.`);
  }
  try {
    const status = fstatSync(descriptor, { bigint: true });
    if (!status.isFile()) throw new HomeError(`${path} is not a file: move it away, then try again.`);
    const fingerprint = `${status.ino}-${status.mtimeNs}`;
    return { owner: parse(readFileSync(descriptor, 'utf8')), fingerprint };
  } finally {
    closeSync(descriptor);
  }
}

function parse(text: string): LockOwner | null {
  try {
    const value = JSON.parse(text) as Partial<LockOwner>;
    if (typeof value.pid !== 'number' || !Number.isInteger(value.pid) || typeof value.socket !== 'string') return null;
    return {
      pid: value.pid,
      startTicks: typeof value.startTicks === 'string' ? value.startTicks : null,
      url: typeof value.url === 'string' ? value.url : null,
      version: typeof value.version === 'string' ? value.version : '?',
      socket: value.socket,
    };
  } catch {
    return null;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
