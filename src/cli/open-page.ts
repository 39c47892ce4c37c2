// The page that leads a browser of this desktop to the panel, with the one-time code in it. Other users see the
// arguments of our programs, so the code goes through a file that only this user can read. Nobody tells when the browser
// has read it: the page stays until its code has expired, and the next command that makes a link takes it away.

import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../home/atomic-file.ts';
import type { HomePaths } from '../home/paths.ts';

/** A code lives as long, in milliseconds. */
const CODE_LIFE_MS = 5 * 60_000;

/** Writes the page. @returns its path. */
export function writeOpenPage(paths: HomePaths, url: string): string {
  const page = pathOf(paths);
  replaceFile(page, `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${url}">\n`);
  return page;
}

/** Removes the page, whatever its age: no browser was started. */
export function removeOpenPage(paths: HomePaths): void {
  rmSync(pathOf(paths), { force: true });
}

/** Removes a page whose code has expired. Never throws: such a page opens nothing. @param now epoch milliseconds. */
export function removeOldOpenPage(paths: HomePaths, now: number): void {
  try {
    const written = statSync(pathOf(paths), { throwIfNoEntry: false })?.mtimeMs;
    // A clock that was set back must not keep it for good.
    if (written !== undefined && Math.abs(now - written) > CODE_LIFE_MS) removeOpenPage(paths);
  } catch {
    // It stays for the next command.
  }
}

function pathOf(paths: HomePaths): string {
  return join(paths.directory, 'open.html');
}
