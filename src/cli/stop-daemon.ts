// Ends the daemon and waits until it is gone. It must never signal a process that is not the lock's owner.

import { type LockOwner, lockOwner } from '../home/lock.ts';
import type { HomePaths } from '../home/paths.ts';
import { isAlive } from '../home/process-alive.ts';
import { command } from '../home/socket-client.ts';
import { EXIT, Failure } from './failure.ts';

/** How long each way of asking may take, in milliseconds. */
const PATIENCE_MS = 4_000;

/**
 * Asks over the socket, then by TERM, then by KILL.
 * @returns the pid that ended, or `null` when none ran.
 */
export async function stopDaemon(paths: HomePaths): Promise<number | null> {
  const owner = lockOwner(paths);
  if (owner === null) return null;
  const ways = [
    () => command(owner.socket, 'stop', {}, PATIENCE_MS).catch(() => null),
    () => signal(owner, 'SIGTERM'),
    () => signal(owner, 'SIGKILL'),
  ];
  for (const ask of ways) {
    await ask();
    if (await gone(owner)) return owner.pid;
  }
  throw new Failure(EXIT.failed, `The daemon, pid ${owner.pid}, does not end: look at it with \`ps -p ${owner.pid}\`.`);
}

async function signal(owner: LockOwner, name: NodeJS.Signals): Promise<void> {
  if (isAlive(owner)) process.kill(owner.pid, name);
}

async function gone(owner: LockOwner): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    if (!isAlive(owner)) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return !isAlive(owner);
}
