// Takes our hooks out of the text of a settings file, and nothing else. Pure.

import { type FoundHook, findHooks } from './find-hooks.ts';
import { takeOut } from './json-edit.ts';
import { type JsonArray, type JsonObject, parseTree } from './json-tree.ts';
import type { IsOurs } from './our-hooks.ts';

/**
 * The text without any hook of ours.
 * @param made names of what was not there before we came: events, and `hooks` itself. Only these are taken out when
 *   nothing else is in them, no comment either; `null`, when nobody knows any more, takes out whatever our own leaving makes empty.
 * @throws JsonMistake when the text is not JSON.
 */
export function removeHooks(text: string, isOurs: IsOurs, made: readonly string[] | null): string {
  if (text.replace('\uFEFF', '').trim() === '') return text;
  let left = text;
  for (;;) {
    const found = findHooks(parseTree(left)).find(({ command }) => isOurs(command));
    if (found === undefined) return left;
    left = removeOne(left, found, (name) => made === null || made.includes(name));
  }
}

function removeOne(text: string, found: FoundHook, madeByUs: (name: string) => boolean): string {
  const { events, eventAt, event, groups, groupAt, hooks, hookAt } = found;
  if (hooks.children.length > 1) return takeOut(text, hooks, hookAt);
  // A group is always made with the hook in it.
  const eventGoes = madeByUs(event) && holdsOnly(text, groups);
  if (!eventGoes) return takeOut(text, groups, groupAt);
  const hooksGo = madeByUs('hooks') && holdsOnly(text, events);
  if (!hooksGo) return takeOut(text, events, eventAt);
  const root = parseTree(text);
  if (root.kind !== 'object') return text;
  return takeOut(
    text,
    root,
    root.children.findIndex(({ value }) => value.start === events.start),
  );
}

/** Whether there is one child and nothing else, no comment either. */
function holdsOnly(text: string, { start, end, children }: JsonObject | JsonArray): boolean {
  const [child] = children;
  if (child === undefined || children.length > 1) return false;
  const around = text.slice(start + 1, child.start) + text.slice(child.end, end - 1);
  return around.replace(',', '').trim() === '';
}
