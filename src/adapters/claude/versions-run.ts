// Which versions of Claude Code ran lately, by what they left in a Claude directory: registry files and transcripts
// name their version. Reads a little of each file; never a whole transcript.

import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** How much of a transcript's end is read, in bytes; its lines name the version. */
const END = 16_384;
/** Transcripts that are looked at, newest first. */
const MOST = 1_000;

/** A version and where it was met. */
interface Met {
  readonly version: string;
  readonly where: string;
}

/** The versions that wrote into a Claude directory since a time in epoch milliseconds, each once. */
export function versionsRun(claudeDirectory: string, since: number): readonly Met[] {
  const met = new Map<string, Met>();
  const add = (text: string, path: string, where: string): void => {
    const version = /"version":\s*"(\d+\.\d+\.\d+[\w.+-]*)"(?![\s\S]*"version":\s*"\d)/.exec(text)?.[1];
    if (version !== undefined && !met.has(version)) met.set(version, { version, where: `${where} ${basename(path)}` });
  };
  for (const { path } of files(join(claudeDirectory, 'sessions'), '.json', since)) add(readEnd(path), path, 'session');
  const projects = list(join(claudeDirectory, 'projects')).map((name) => join(claudeDirectory, 'projects', name));
  const transcripts = projects.flatMap((project) => files(project, '.jsonl', since));
  const newest = transcripts.sort((a, b) => b.changed - a.changed).slice(0, MOST);
  for (const { path, changed } of newest) {
    add(readEnd(path), path, `ran on ${new Date(changed).toISOString().slice(0, 10)}: conversation`);
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

function readEnd(path: string): string {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, 'r');
    const { size } = statSync(path);
    if (size <= END) return readFileSync(descriptor, 'utf8');
    const buffer = Buffer.alloc(END);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, END, size - END));
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
