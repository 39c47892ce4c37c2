// Puts our hooks into the text of a settings file. Pure. It adds behind what is there and changes nothing of it; where
// it cannot tell what the file means, it refuses with the place.

import { findHooks } from './find-hooks.ts';
import { append } from './json-edit.ts';
import { JsonMistake, type JsonObject, memberOf, parseTree, plainValue } from './json-tree.ts';
import { type IsOurs, ourGroup, ourHook, wraps } from './our-hooks.ts';

/** A settings file with our hooks in it. */
export interface Merged {
  readonly text: string;
  /** Names of what was not there before: events, and `hooks` itself. */
  readonly made: readonly string[];
  /** Events whose hook stands there already in a form that somebody made by hand around ours. */
  readonly wrapped: readonly string[];
}

/**
 * Adds the hook of each event to a text that holds none of ours.
 * @throws JsonMistake with the place when the text is not JSON, or has no room for hooks.
 */
export function mergeHooks(text: string, home: string, events: readonly string[]): Merged {
  const blank = text.replace('\uFEFF', '').trim() === '';
  let merged = blank ? `${text.startsWith('\uFEFF') ? '\uFEFF' : ''}{}\n` : text;
  const made: string[] = [];
  const wrapped: string[] = [];
  const before = objectIn(merged);
  if (memberOf(before, 'hooks') === undefined) {
    if (events.length === 0) return { text, made, wrapped };
    made.push('hooks', ...events);
    const all = Object.fromEntries(events.map((event) => [event, [ourGroup(home, event)]]));
    return { text: append(merged, before, 'hooks', all), made, wrapped };
  }
  for (const event of events) {
    const root = objectIn(merged);
    const hooks = hooksIn(merged, root);
    if (findHooks(root).some((found) => found.event === event && !found.direct && wraps(home, event, found.command))) {
      wrapped.push(event);
      continue;
    }
    const groups = memberOf(hooks, event);
    if (groups === undefined) {
      made.push(event);
      merged = append(merged, hooks, event, [ourGroup(home, event)]);
    } else if (groups.kind === 'array') merged = append(merged, groups, null, ourGroup(home, event));
    else throw new JsonMistake(`"${event}" must be a list here`, merged, groups.start);
  }
  return { text: merged, made, wrapped };
}

/** Whether the text holds our hook of each event exactly once, in its exact form, and no other of ours. */
export function holdsExactly(text: string, home: string, events: readonly string[], isOurs: IsOurs): boolean {
  const found = findHooks(objectIn(text));
  const ours = found.filter(({ command }) => isOurs(command));
  const wanted = events.filter(
    (event) => !found.some((one) => one.event === event && !one.direct && wraps(home, event, one.command)),
  );
  return (
    ours.length === wanted.length &&
    wanted.every((event) =>
      ours.some(
        (one) =>
          one.event === event &&
          one.matcher === undefined &&
          JSON.stringify(plainValue(one.hook)) === JSON.stringify(ourHook(home, event)),
      ),
    )
  );
}

/** What of a settings file is not ours, to compare before and after; empty lists and objects of `hooks` count not. */
export function foreignPart(text: string, isOurs: IsOurs): string {
  const blank = text.replace('\uFEFF', '').trim() === '';
  const { hooks, ...rest } = blank ? {} : (plainValue(objectIn(text)) as Record<string, unknown>);
  return JSON.stringify([rest, foreignHooks(hooks, isOurs)]);
}

function foreignHooks(hooks: unknown, isOurs: IsOurs): unknown {
  if (typeof hooks !== 'object' || hooks === null || Array.isArray(hooks)) return hooks ?? null;
  const events = Object.entries(hooks).flatMap(([event, groups]): [string, unknown][] => {
    if (!Array.isArray(groups)) return [[event, groups]];
    const left = groups.flatMap((group: unknown): unknown[] => {
      const inner = (group as { hooks?: unknown } | null)?.hooks;
      if (!Array.isArray(inner)) return [group];
      const others = inner.filter((hook: { command?: unknown } | null) => !isOurs(hook?.command));
      return others.length === 0 && inner.length > 0 ? [] : [{ ...(group as object), hooks: others }];
    });
    return left.length === 0 ? [] : [[event, left]];
  });
  return events.length === 0 ? null : events;
}

function objectIn(text: string): JsonObject {
  const root = parseTree(text);
  if (root.kind !== 'object') throw new JsonMistake('settings must be one object, { … }', text, root.start);
  return root;
}

function hooksIn(text: string, root: JsonObject): JsonObject {
  const all = root.children.filter(({ name }) => name === 'hooks');
  const [, second] = all;
  if (second !== undefined) throw new JsonMistake('"hooks" stands here a second time', text, second.start);
  const hooks = all[0]?.value;
  if (hooks?.kind !== 'object') throw new JsonMistake('"hooks" must be an object here', text, hooks?.start ?? 0);
  const names = new Set<string>();
  for (const { name, start } of hooks.children) {
    if (names.has(name)) throw new JsonMistake(`"${name}" stands here a second time`, text, start);
    names.add(name);
  }
  return hooks;
}
