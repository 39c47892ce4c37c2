// What an entry of ours in a settings file looks like, and how one is told from other people's. Pure but for looking
// whether a directory is a Tallymux home, and whether it is this one by another name. An entry that somebody changed by
// hand is theirs; so is every one that only looks like ours: what a directory is called proves nothing while anything is
// there.

import { lstatSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { HOOK_EVENTS, linkOf, WAITED_FOR } from '../hook-events.ts';
import { isLauncher } from '../launcher-script.ts';
import { glance } from './glance.ts';

/** One hook of ours. The same command and args in two files make Claude run it once. */
export interface OurHook {
  readonly type: 'command';
  readonly command: string;
  /** Makes versions from 2.1.220 on run the command without a shell; older ones ignore it. */
  readonly args?: readonly never[];
  /** Claude does not wait for it. */
  readonly async?: true;
  /** Seconds after which Claude waits no longer. */
  readonly timeout?: number;
}

/**
 * Events whose hook Claude waits for, and for how long, in seconds. The launcher is gone at once unless somebody may
 * answer; a permission waits as long as its dialog stands, a form hides its dialog and may not wait long.
 */
const WAITING: ReadonlyMap<string, number> = new Map([
  ['PermissionRequest', 86_400],
  ['Elicitation', 60],
]);

/** What needs no quoting in any shell. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/**
 * The hook for one event.
 * @param home the Tallymux home, absolute.
 * @throws RangeError when its path holds a control character, which no form of a command survives.
 */
export function ourHook(home: string, event: string): OurHook {
  const path = join(home, 'hooks', linkOf(event));
  if (/\p{Cc}/u.test(path)) throw new RangeError('the path of the Tallymux home holds a control character');
  const timeout = WAITING.get(event);
  return {
    type: 'command',
    ...(PLAIN.test(path) ? { command: path, args: [] } : { command: quote(path) }),
    ...(timeout === undefined ? { async: true } : { timeout }),
  };
}

/** A group with that hook, as it stands below its event. */
export function ourGroup(home: string, event: string): { readonly hooks: readonly [OurHook] } {
  return { hooks: [ourHook(home, event)] };
}

/** Tells whether a command, whole and alone, runs a launcher of ours. */
export type IsOurs = (command: unknown) => boolean;

/** Events that we register, or that an earlier Tallymux did. */
const EVER_REGISTERED = new Set([
  ...HOOK_EVENTS.map(({ name }) => name),
  ...WAITED_FOR.map(linkOf),
  ...['PostCompact', 'TeammateIdle'],
]);

/** Whether the launcher is the one of this home, also where a link leads to it. */
export function makeIsOfHome(home: string): IsOurs {
  const homes = new Map([[home, true]]);
  const real = realOf(home);
  return (command) => {
    const other = homeOf(command);
    if (other === null) return false;
    const same = homes.get(other) ?? (real !== null && realOf(other) === real);
    homes.set(other, same);
    return same;
  };
}

/**
 * Whether it is the one of this home or of another: one whose launcher lies there, or one that is gone.
 * @param marked directories that are homes by what stands in the settings file, as far as nothing is there.
 */
export function makeIsOurs(home: string, marked: ReadonlySet<string> = new Set()): IsOurs {
  const homes = new Map([[home, true]]);
  return (command) => {
    const other = homeOf(command);
    if (other === null) return false;
    const known = homes.get(other) ?? isHome(other, marked);
    homes.set(other, known);
    return known;
  };
}

/** The home that a command, whole and alone, would run the launcher of, if there is one; `null` when it has another form. */
export function homeOf(command: unknown): string | null {
  const [, home, event] = /^(\/.*)\/hooks\/([A-Z][A-Za-z]+)$/s.exec(launcherOf(command) ?? '') ?? [];
  return home !== undefined && event !== undefined && EVER_REGISTERED.has(event) ? home : null;
}

/** Whether a command that is not ours alone names the launcher for this event all the same: somebody wrapped it. */
export function wraps(home: string, event: string, command: unknown): boolean {
  if (typeof command !== 'string' || homeOf(command) === home) return false;
  return [event, linkOf(event)]
    .flatMap((name) => command.split(join(home, 'hooks', name)).slice(1))
    .some((rest) => !/^[A-Za-z]/.test(rest));
}

/** The path of a command that is nothing but a path, plain or in single quotes. */
export function launcherOf(command: unknown): string | null {
  if (typeof command !== 'string') return null;
  if (PLAIN.test(command)) return command;
  if (!/^'(?:[^']|'\\'')*'$/.test(command)) return null;
  return command.slice(1, -1).replaceAll(`'\\''`, `'`);
}

function realOf(directory: string): string | null {
  try {
    return realpathSync(directory);
  } catch {
    return null;
  }
}

function quote(path: string): string {
  return `'${path.replaceAll(`'`, `'\\''`)}'`;
}

function isHome(directory: string, marked: ReadonlySet<string>): boolean {
  try {
    // Entries that lead into nothing harm whoever has them, and are nobody's program.
    if (lstatSync(directory, { throwIfNoEntry: false }) === undefined)
      return basename(directory) === '.tallymux' || marked.has(directory);
    return isLauncher(glance(join(directory, 'hook')));
  } catch {
    return false;
  }
}
