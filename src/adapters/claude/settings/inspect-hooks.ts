// Tells what of ours stands in a settings file. Looks only; what `setup` reports and `doctor` shows is read from the
// disk, never remembered. It must never wait: the daemon looks in its own loop.

import { existsSync } from 'node:fs';
import { findHooks } from './find-hooks.ts';
import { GlanceFailure, glance } from './glance.ts';
import { JsonMistake, parseTree } from './json-tree.ts';
import { homeOf, launcherOf, makeIsOurs, wraps } from './our-hooks.ts';

/** What was found in a settings file. */
export interface HookSight {
  /** Events with a hook of this home, also one that was wrapped by hand; each once. */
  readonly events: readonly string[];
  /** Events whose hook of ours stands there more than once. */
  readonly doubled: readonly string[];
  /** Launchers of other Tallymux homes, whose paths stand there. */
  readonly others: readonly string[];
  /** Paths of ours that lead to nothing. */
  readonly dead: readonly string[];
  /** Why the file could not be understood; `null` when it could. */
  readonly refusal: string | null;
}

/** Looks into a settings file for hooks of this home. */
export function inspectHooks(path: string, home: string): HookSight {
  const nothing: HookSight = { events: [], doubled: [], others: [], dead: [], refusal: null };
  try {
    const text = glance(path) ?? '';
    if (text.replace('\uFEFF', '').trim() === '') return nothing;
    const isOurs = makeIsOurs(home);
    const found = findHooks(parseTree(text));
    const paths = found
      .filter(({ command }) => isOurs(command))
      .map(({ event, command }) => ({ event, path: launcherOf(command) ?? '', isMine: homeOf(command) === home }));
    const mine = paths.filter(({ isMine }) => isMine).map(({ event }) => event);
    const wrapped = found.filter(({ event, command }) => wraps(home, event, command)).map(({ event }) => event);
    const all = [...mine, ...wrapped];
    return {
      events: [...new Set(all)],
      doubled: [...new Set(all.filter((event, at) => all.indexOf(event) !== at))],
      others: paths.flatMap(({ path, isMine }) => (isMine ? [] : [path])),
      dead: paths.flatMap((one) => (existsSync(one.path) ? [] : [one.path])),
      refusal: null,
    };
  } catch (error) {
    if (error instanceof JsonMistake)
      return { ...nothing, refusal: `${path}, line ${error.line}, column ${error.column}: ${error.message}` };
    if (error instanceof GlanceFailure) return { ...nothing, refusal: `${path} cannot be looked at: ${error.message}` };
    throw error;
  }
}
