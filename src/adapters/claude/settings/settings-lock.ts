// Keeps two setups from writing one settings file at once. The lock lies beside the file, since the two may have
// different homes. It must never outlive its process.

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sleep } from './settings-file.ts';
import { SettingsRefusal, unwritable } from './settings-refusal.ts';

/** How long to wait for another setup, in milliseconds. */
const PATIENCE = 15_000;

/**
 * Runs `work` while no other setup works on the file at `real`.
 * @throws SettingsRefusal when another one does not end, or the directory cannot be written.
 */
export function withSettingsLock<T>(real: string, work: () => T): T {
  const lock = join(dirname(real), `.${basename(real)}.tallymux-lock`);
  const mine = `${lock}.${process.pid}.${process.hrtime.bigint()}`;
  const content = `${process.pid} ${process.hrtime.bigint()}\n`;
  try {
    writeFileSync(mine, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw unwritable(dirname(real), error);
  }
  try {
    take(lock, mine);
    try {
      return work();
    } finally {
      if (read(lock) === content) rmSync(lock, { force: true });
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** A link appears with its whole content or not at all. */
function take(lock: string, mine: string): void {
  const end = performance.now() + PATIENCE;
  for (;;) {
    try {
      linkSync(mine, lock);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const owner = read(lock);
    if (owner !== null && !lives(Number.parseInt(owner, 10))) breakLock(lock, owner);
    else if (performance.now() > end) {
      throw new SettingsRefusal(
        `Another setup (pid ${owner?.split(' ')[0]}) holds ${lock}. Try again when it has ended.`,
      );
    } else sleep(20);
  }
}

/** Takes a dead owner's lock away; one that was taken anew in between is put back. */
function breakLock(lock: string, owner: string): void {
  const aside = `${lock}.${process.pid}.dead`;
  try {
    renameSync(lock, aside);
    if (read(aside) !== owner) linkSync(aside, lock);
  } catch {
    // Somebody else was faster.
  } finally {
    rmSync(aside, { force: true });
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function lives(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
