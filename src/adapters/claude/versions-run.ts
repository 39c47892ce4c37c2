// Which versions of Claude Code ran lately, by what they left in a Claude directory: registry files and transcripts
// name their version. Reads a little of each file; never a whole transcript.

import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** How much of a transcript's end is read, in bytes, and how much where no whole line fits into that. */
const ENDS = [16_384, 1_048_576];
/** Transcripts that are looked at, newest first. */
const MOST = 1_000;

const VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/;

/** A version and where it was met. */
interface Met {
  readonly version: string;
  readonly where: string;
}

/** The versions that wrote into a Claude directory since a time in epoch milliseconds, each once. */
export function versionsRun(claudeDirectory: string, since: number): readonly Met[] {
  const met = new Map<string, Met>();
  const add = (path: string, where: string): void => {
    const version = versionIn(path);
    if (version !== null && !met.has(version)) met.set(version, { version, where: `${where} ${basename(path)}` });
  };
  for (const { path } of files(join(claudeDirectory, 'sessions'), '.json', since)) add(path, 'session');
  const projects = list(join(claudeDirectory, 'projects')).map((name) => join(claudeDirectory, 'projects', name));
  const transcripts = projects.flatMap((project) => files(project, '.jsonl', since));
  const newest = transcripts.sort((a, b) => b.changed - a.changed).slice(0, MOST);
  for (const { path, changed } of newest) {
    add(path, `ran on ${new Date(changed).toISOString().slice(0, 10)}: conversation`);
  }
  return [...met.values()];
}

function files(directory: string, ending: string, since: number): { path: string; changed: number }[] {
  return list(directory).flatMap((name) => {
    if (!name.endsWith(ending)) return [];
    const path = join(directory, name);
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return changed >= since ? [{ path, changed }] : [];
  });
}

/** The version of the last line that names one itself; what a line quotes is nobody's version. */
function versionIn(path: string): string | null {
  for (const length of ENDS) {
    const end = readEnd(path, length);
    // A registry file is one object, on however many lines.
    for (const line of [end, ...end.split('\n').toReversed()]) {
      const version = versionOfLine(line);
      if (version !== null) return version;
    }
  }
  return null;
}

function versionOfLine(line: string): string | null {
  if (!line.includes('"version"')) return null;
  try {
    const { version } = JSON.parse(line) as { version?: unknown };
    return typeof version === 'string' && VERSION.test(version) ? version : null;
  } catch {
    // Cut at its beginning, or still being written.
    return null;
  }
}

function readEnd(path: string, length: number): string {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, 'r');
    const buffer = Buffer.alloc(length);
    const { size } = fstatSync(descriptor);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, length, Math.max(0, size - length)));
  } catch {
    return '';
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
