// Puts the launcher into a Tallymux home: `hook`, one link in `hooks/` for each event, `spool/` and `ask/`. Done again it
// repairs what is broken and touches nothing else. It must never leave a moment in which a link leads nowhere, since
// Claudes run it all the time, and never remove a file that it did not make: what stands in the way is kept aside. An older launcher is ours.

import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { HOOK_EVENTS, linkOf, WAITED_FOR } from './hook-events.ts';
import { isLauncher, LAUNCHER } from './launcher-script.ts';
import { glance } from './settings/glance.ts';

const LINK = '../hook';
/** Names in `hooks/`; those of an earlier Tallymux stay, for its settings run them. */
const LINKS = [...HOOK_EVENTS.map(({ name }) => name), ...WAITED_FOR.map(linkOf)];

/**
 * Makes the launcher of a home whole.
 * @param home the Tallymux home, absolute; made with mode 0700 when it is not there.
 * @returns the paths below `home` that were made or repaired; empty when all was well.
 * @throws the file system's error when something cannot be written.
 */
export function installLauncher(home: string): readonly string[] {
  const faults = launcherFaults(home).map(({ path }) => path);
  // The umask may have taken rights from it.
  if (mkdirSync(home, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(home, 0o700);
  for (const path of faults) {
    if (path === 'hook') placeScript(home);
    else if (path.includes('/')) placeLink(home, path);
    else placeDirectory(join(home, path));
  }
  return faults;
}

/** Something that is not as it must be; `path` is below the home. */
export interface LauncherFault {
  readonly path: string;
  readonly fault: string;
}

/** What is broken or missing; empty when the launcher is whole. Looks only. */
export function launcherFaults(home: string): readonly LauncherFault[] {
  const faults: LauncherFault[] = [];
  const check = (path: string, fault: string | null): void => {
    if (fault !== null) faults.push({ path, fault });
  };
  check('spool', directoryFault(join(home, 'spool')));
  check('ask', directoryFault(join(home, 'ask')));
  // Before the links: they must never lead nowhere.
  check('hook', scriptFault(join(home, 'hook')));
  const hooks = join(home, 'hooks');
  check('hooks', directoryFault(hooks));
  const there = statSync(hooks, { throwIfNoEntry: false })?.isDirectory() === true;
  for (const name of LINKS) check(join('hooks', name), there ? linkFault(join(hooks, name)) : 'missing');
  return faults;
}

/** A directory of ours may be a link to one, as people keep such things on another disk. */
function directoryFault(path: string): string | null {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return 'missing';
  if (!status.isDirectory()) return 'not a directory';
  return (status.mode & 0o777) === 0o700 ? null : `open to others or closed to you (${modeOf(status.mode)})`;
}

function scriptFault(path: string): string | null {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return 'missing';
  if (!status.isFile()) return 'not a file';
  if ((status.mode & 0o777) !== 0o700) return `not executable for you alone (${modeOf(status.mode)})`;
  return readFileSync(path, 'utf8') === LAUNCHER ? null : 'of another version, or changed';
}

function linkFault(path: string): string | null {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return 'missing';
  if (!status.isSymbolicLink()) return 'not a link';
  return readlinkSync(path) === LINK ? null : 'leads elsewhere';
}

function placeScript(home: string): void {
  const path = join(home, 'hook');
  replace(path, (fresh) => {
    writeFileSync(fresh, LAUNCHER, { flag: 'wx', mode: 0o700, flush: true });
    chmodSync(fresh, 0o700);
  });
}

function placeLink(home: string, path: string): void {
  replace(join(home, path), (fresh) => symlinkSync(LINK, fresh));
}

function placeDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    moveAside(path);
    mkdirSync(path, { mode: 0o700 });
  }
  chmodSync(path, 0o700);
}

/** Makes something beside `path` and puts it there in one step. */
function replace(path: string, make: (fresh: string) => void): void {
  const fresh = `${path}.${process.pid}.${process.hrtime.bigint()}.new`;
  try {
    make(fresh);
    keepAside(path);
    renameSync(fresh, path);
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** Keeps what is at `path` and not ours under another name. Where it can, it stays in its place until ours replaces it. */
function keepAside(path: string): void {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return;
  if (status.isSymbolicLink()) symlinkSync(readlinkSync(path), asideOf(path));
  else if (!status.isFile()) moveAside(path);
  else if (status.size > 0 && !isOurScript(path)) {
    try {
      linkSync(path, asideOf(path));
    } catch {
      // Disks without a second name, and files of root's.
      moveAside(path);
    }
  }
}

function isOurScript(path: string): boolean {
  try {
    return isLauncher(glance(path));
  } catch {
    return false;
  }
}

function moveAside(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) renameSync(path, asideOf(path));
}

function asideOf(path: string): string {
  return `${path}.aside-${process.hrtime.bigint()}`;
}

function modeOf(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, '0');
}
