// What to say of a file in a home that we may not read: it may be ours, or a living daemon of somebody else. It must
// never advise to remove what is another user's.

import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { HomeError } from './home-error.ts';

/** Whose the file at `path`, or its directory, is, and what to do. */
export function closedToUs(path: string): HomeError {
  const directory = dirname(path);
  if (userOf(path) === process.getuid?.() || userOf(directory) === process.getuid?.())
    return new HomeError(`${path} cannot be read: chmod u+rwx ${directory}, and u+r that file, then try again.`);
  return new HomeError(
    `${directory} belongs to another user: set TALLYMUX_HOME to a directory of your own, or run this as that user.`,
  );
}

/** Whose it is; `null` where we may not even know that. */
function userOf(path: string): number | null {
  try {
    return lstatSync(path).uid;
  } catch {
    return null;
  }
}
