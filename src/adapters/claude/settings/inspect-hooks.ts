// Tells what of ours stands in a settings file. Looks only; what `setup` reports and `doctor` shows is read from the
// disk, never remembered. It must never wait: the daemon looks in its own loop.

import { existsSync } from 'node:fs';
import { findHooks } from './find-hooks.ts';
import { GlanceFailure, glance } from './glance.ts';
import { JsonMistake, parseTree, plainValue } from './json-tree.ts';
import { markedHomes } from './marked-homes.ts';
import { type OtherHome, otherHomes } from './other-homes.ts';
import { launcherOf, makeIsOfHome, makeIsOurs, ourHook, wraps } from './our-hooks.ts';
import { type Place, unreadByClaude } from './unread-by-claude.ts';

/** What was found in a settings file. */
export interface HookSight {
  /** Events with a hook of this home, also one that was wrapped by hand; each once. */
  readonly events: readonly string[];
  /** Events whose hook of ours stands there more than once. */
  readonly doubled: readonly string[];
  /** Events whose hook of ours has another form than we write now: an earlier Tallymux wrote it, or somebody changed it. */
  readonly outdated: readonly string[];
  /** Other Tallymux homes whose hooks stand there. */
  readonly others: readonly OtherHome[];
  /** Paths of ours that lead to nothing. */
  readonly dead: readonly string[];
  /** Where the text stops being what Claude Code reads; it then takes nothing of the file. `null`: it reads all. */
  readonly unread: Place | null;
  /** Why the file could not be understood; `null` when it could. */
  readonly refusal: string | null;
}

const NOTHING: HookSight = {
  events: [],
  doubled: [],
  outdated: [],
  others: [],
  dead: [],
  unread: null,
  refusal: null,
};

/** Looks into a settings file for hooks of this home. @param most the largest file that is looked into, in bytes */
export function inspectHooks(path: string, home: string, most?: number): HookSight {
  try {
    return sightOf(glance(path, most) ?? '', home);
  } catch (error) {
    if (error instanceof JsonMistake)
      return { ...NOTHING, refusal: `${path}, line ${error.line}, column ${error.column}: ${error.message}` };
    if (error instanceof GlanceFailure) return { ...NOTHING, refusal: `${path} cannot be looked at: ${error.message}` };
    throw error;
  }
}

/**
 * Looks into the text of a settings file for hooks of this home.
 * @throws JsonMistake when it is not JSON.
 */
export function sightOf(text: string, home: string): HookSight {
  if (text.replace('\uFEFF', '').trim() === '') return NOTHING;
  const root = parseTree(text);
  const isOurs = makeIsOurs(home, markedHomes(root));
  const isMine = makeIsOfHome(home);
  const found = findHooks(root);
  const paths = found.flatMap(({ command }) => (isOurs(command) ? [launcherOf(command) ?? ''] : []));
  const mine = found.flatMap(({ event, command }) => (isMine(command) ? [event] : []));
  const around = found.filter(({ event, command }) => wraps(home, event, command));
  const wrapped = around.filter(({ direct }) => !direct).map(({ event }) => event);
  const all = [...mine, ...wrapped];
  const form = (hook: unknown) => JSON.stringify(hook);
  const outdated = found
    .filter(({ command }) => isMine(command))
    .filter(({ event, hook }) => form(plainValue(hook)) !== form(ourHook(home, event)));
  return {
    events: [...new Set(all)],
    doubled: [...new Set(all.filter((event, at) => all.indexOf(event) !== at))],
    outdated: [...new Set(outdated.map(({ event }) => event))],
    others: otherHomes(root, home),
    dead: [
      ...paths.filter((path) => !existsSync(path)),
      // With `args` the whole command is the name of one file, which there is not.
      ...around.flatMap(({ direct, command }) => (direct ? [String(command)] : [])),
    ],
    unread: unreadByClaude(text),
    refusal: null,
  };
}
