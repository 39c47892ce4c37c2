// What an entry of ours in a settings file looks like, and how one is told from other people's. Pure but for one look:
// whether a directory is a Tallymux home. An entry that somebody changed by hand is theirs.

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** One hook of ours. The same command and args in two files make Claude run it once. */
export interface OurHook {
  readonly type: 'command';
  readonly command: string;
  /** Makes versions from 2.1.220 on run the command without a shell; older ones ignore it. */
  readonly args?: readonly never[];
  readonly async: true;
}

/** What needs no quoting in any shell. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/**
 * The hook for one event.
 * @param home the Tallymux home, absolute.
 * @throws RangeError when its path holds a control character, which no form of a command survives.
 */
export function ourHook(home: string, event: string): OurHook {
  const path = join(home, 'hooks', event);
  if (/\p{Cc}/u.test(path)) throw new RangeError('the path of the Tallymux home holds a control character');
  return PLAIN.test(path)
    ? { type: 'command', command: path, args: [], async: true }
    : { type: 'command', command: quote(path), async: true };
}

/** A group with that hook, as it stands below its event. */
export function ourGroup(home: string, event: string): { readonly hooks: readonly [OurHook] } {
  return { hooks: [ourHook(home, event)] };
}

/** Tells whether a command, whole and alone, runs the launcher of this home or of another one. */
export type IsOurs = (command: unknown) => boolean;

/** An `IsOurs` for this home. Other homes are known by their name, or by the launcher that lies in them. */
export function makeIsOurs(home: string): IsOurs {
  const homes = new Map([[home, true]]);
  return (command) => {
    const path = launcherOf(command);
    // Any event: one that an earlier Tallymux registered may be none of ours any more.
    const other = /^(\/.*)\/hooks\/[A-Z][A-Za-z]+$/s.exec(path ?? '')?.[1];
    if (other === undefined) return false;
    const known = homes.get(other) ?? (/^\.?tallymux\b/.test(basename(other)) || holdsLauncher(other));
    homes.set(other, known);
    return known;
  };
}

/** Whether a command that is not ours alone runs the launcher for this event all the same: somebody wrapped it. */
export function wraps(home: string, event: string, command: unknown): boolean {
  if (typeof command !== 'string' || makeIsOurs(home)(command)) return false;
  return command
    .split(join(home, 'hooks', event))
    .slice(1)
    .some((rest) => !/^[A-Za-z]/.test(rest));
}

/** The path of a command that is nothing but a path, plain or in single quotes. */
export function launcherOf(command: unknown): string | null {
  if (typeof command !== 'string') return null;
  if (PLAIN.test(command)) return command;
  if (!/^'(?:[^']|'\\'')*'$/.test(command)) return null;
  return command.slice(1, -1).replaceAll(`'\\''`, `'`);
}

function quote(path: string): string {
  return `'${path.replaceAll(`'`, `'\\''`)}'`;
}

function holdsLauncher(home: string): boolean {
  try {
    return readFileSync(join(home, 'hook'), 'utf8').slice(0, 200).includes('# Tallymux:');
  } catch {
    return false;
  }
}
