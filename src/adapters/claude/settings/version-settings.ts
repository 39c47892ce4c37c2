// Writes the settings files that panel tabs give to `claude --settings`: one for each version, with every hook that this
// version knows. Command and args are the same as in the person's own settings, so that Claude runs each hook once.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsFor } from '../hook-events.ts';
import { ourGroup } from './our-hooks.ts';

const NAME = /^\d+\.\d+\.\d+[\w.+-]*\.json$/;

/**
 * Writes the file for one version where it is not there or differs.
 * @param directory where these files are, `<home>/settings`.
 * @returns its path; `null` when the version is not one.
 */
export function writeVersionSettings(directory: string, home: string, version: string): string | null {
  if (!NAME.test(`${version}.json`)) return null;
  const path = join(directory, `${version}.json`);
  const hooks = Object.fromEntries(eventsFor([version]).map((event) => [event, [ourGroup(home, event)]]));
  const content = `${JSON.stringify({ hooks }, null, 2)}\n`;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (read(path) === content) return path;
  const fresh = `${path}.${process.pid}.new`;
  writeFileSync(fresh, content, { mode: 0o600, flush: true });
  renameSync(fresh, path);
  return path;
}

/** Removes the files of all versions; leaves anything else there. */
export function removeVersionSettings(directory: string): void {
  let names: string[] = [];
  try {
    names = readdirSync(directory);
  } catch {
    return;
  }
  for (const name of names) if (NAME.test(name)) rmSync(join(directory, name), { force: true });
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
