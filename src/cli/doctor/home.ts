// Sizes and permissions of the state directory. Looks only.

import { accessSync, constants, existsSync, lstatSync, readdirSync, type Stats, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorText } from '../../home/home-error.ts';
import type { HomePaths } from '../../home/paths.ts';
import type { Finding } from './finding.ts';

/** A database cannot be written in less, in bytes. */
const LEAST_ROOM = 64 * 1024;

/** What is in the home, how large it is, and who else could read it. */
export function homeFindings(paths: HomePaths, uid: number = process.getuid?.() ?? 0): Finding[] {
  let root: Stats | undefined;
  try {
    root = statSync(paths.directory, { throwIfNoEntry: false });
  } catch (error) {
    return [unseen(paths.directory, error)];
  }
  if (root === undefined) return [...makingOf(paths.directory), ...roomFor(paths.directory)];
  if (!root.isDirectory()) {
    return [
      {
        level: 'red',
        text: `${paths.directory} is not a directory`,
        mend: `mv ${paths.directory} ${paths.directory}.old`,
      },
    ];
  }
  // What is in another user's is not for us to mend.
  if (root.uid !== uid) return [privacy(paths.directory, root, uid)];
  const findings = [privacy(paths.directory, root, uid), ...roomFor(paths.directory)];
  try {
    for (const name of readdirSync(paths.directory).sort()) {
      const path = join(paths.directory, name);
      const status = lstatSync(path);
      if (status.isSocket()) continue;
      if (status.isDirectory()) {
        findings.push({ level: 'note', text: `${name}/ ${content(path)}` });
      } else findings.push({ level: 'note', text: `${name} ${size(status.size)}` });
    }
  } catch (error) {
    findings.push({
      level: 'red',
      text: `cannot be read: ${errorText(error)}`,
      mend: `chmod u+rwx ${paths.directory}`,
    });
  }
  if (paths.socketDirectory !== null) {
    try {
      const status = lstatSync(paths.socketDirectory, { throwIfNoEntry: false });
      if (status !== undefined) findings.push(privacy(paths.socketDirectory, status, uid));
    } catch (error) {
      findings.push(unseen(paths.socketDirectory, error));
    }
  }
  return findings;
}

/** Whether a home that is not there yet could be made. */
function makingOf(path: string): Finding[] {
  const above = existing(path);
  try {
    accessSync(above, constants.W_OK | constants.X_OK);
    return [{ level: 'note', text: `${path} does not exist yet` }];
  } catch (error) {
    return [
      {
        level: 'red',
        text: `${path} does not exist and cannot be made in ${above}: ${errorText(error)}`,
        mend: 'make it yourself, or set TALLYMUX_HOME to a directory you can write',
      },
    ];
  }
}

/** Says so where the disk is full: then nothing starts, and nothing is kept. */
function roomFor(path: string): Finding[] {
  try {
    const { bavail, bsize, blocks, ffree, files } = statfsSync(existing(path));
    if (!isFull({ free: bavail * bsize, blocks, ffree, files })) return [];
    return [{ level: 'red', text: `the disk that holds ${path} is full`, mend: 'free some, then try again' }];
  } catch {
    // What keeps us from looking there is told by the others.
    return [];
  }
}

/** File systems that count nothing tell zeros. */
function isFull(disk: { free: number; blocks: number; ffree: number; files: number }): boolean {
  return (disk.blocks > 0 && disk.free < LEAST_ROOM) || (disk.files > 0 && disk.ffree === 0);
}

function existing(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existing(dirname(path));
}

/** The files and links of a directory, counted and added up. */
function content(directory: string): string {
  const entries = readdirSync(directory, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const links = entries.filter((entry) => entry.isSymbolicLink());
  const bytes = files.reduce((sum, entry) => sum + (fileSize(join(directory, entry.name)) ?? 0), 0);
  const linked = `${links.length} ${links.length === 1 ? 'link' : 'links'}`;
  if (links.length > 0 && files.length === 0) return linked;
  const counted = `${files.length} ${files.length === 1 ? 'file' : 'files'}`;
  return `${links.length > 0 ? `${counted} and ${linked}` : counted}, ${size(bytes)}`;
}

/** A directory above may be closed to us. */
function unseen(path: string, error: unknown): Finding {
  return {
    level: 'red',
    text: `${path} cannot be looked at: ${errorText(error)}`,
    mend: 'make every directory above it yours to enter, or set TALLYMUX_HOME to another one',
  };
}

function privacy(path: string, status: Stats, uid: number): Finding {
  const mode = (status.mode & 0o777).toString(8).padStart(4, '0');
  if (status.isSymbolicLink()) return { level: 'red', text: `${path} is a symbolic link`, mend: `rm ${path}` };
  if (status.uid !== uid)
    return {
      level: 'red',
      text: `${path} belongs to user ${status.uid}`,
      mend: 'set TALLYMUX_HOME to a directory of your own, or run this as that user',
    };
  if ((status.mode & 0o077) !== 0)
    return { level: 'red', text: `${path} is open to others (${mode})`, mend: `chmod 700 ${path}` };
  return { level: 'good', text: `${path} is yours alone (${mode})` };
}

function fileSize(path: string): number | null {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? null;
}

function size(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  return bytes < 1_024 ** 2 ? `${(bytes / 1_024).toFixed(1)} KB` : `${(bytes / 1_024 ** 2).toFixed(1)} MB`;
}
