// Makes the socket again when somebody removed it: a daemon that nobody can ask looks as if there were none. Without the
// lock it must never: whoever took both away may be starting another one.

import type { Dispose } from '../daemon/ports.ts';
import { errorText } from '../home/home-error.ts';
import type { HeldLock } from '../home/lock.ts';
import type { HomePaths } from '../home/paths.ts';
import { ensureHome } from '../home/private-directory.ts';

/** Between two looks, in milliseconds. */
const EVERY = 1_000;

/** @param again listens anew if nothing is at the socket's path, and says whether it did. */
export function keepSocket(
  paths: HomePaths,
  lock: Pick<HeldLock, 'isOurs'>,
  again: (before: () => void) => Promise<boolean>,
  log: (text: string) => void,
): Dispose {
  let told = '';
  let busy = false;
  const look = async () => {
    try {
      const made = await again(() => {
        if (!lock.isOurs()) throw new Error('the lock is not ours any more');
        ensureHome(paths);
      });
      if (made) log(`${paths.socket} was gone and is made again`);
      told = '';
    } catch (error) {
      const text = `${paths.socket} is gone and not made again: ${errorText(error)}`;
      if (text !== told) log(text);
      told = text;
    }
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    void look().finally(() => {
      busy = false;
    });
  }, EVERY);
  timer.unref();
  return () => clearInterval(timer);
}
