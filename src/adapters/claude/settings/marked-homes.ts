// Which directories a settings file itself proves to be Tallymux homes, also when they are gone: by a hook that Claude
// waits for, whose launcher has a name that nobody else gives. Pure. A path that merely ends like ours proves nothing.

import { linkOf, WAITED_FOR } from '../hook-events.ts';
import { findHooks } from './find-hooks.ts';
import type { JsonNode } from './json-tree.ts';
import { homeOf, launcherOf } from './our-hooks.ts';

/** The homes of such hooks in the tree of a settings file: below their own event, and in the form that we write. */
export function markedHomes(root: JsonNode): ReadonlySet<string> {
  const homes = findHooks(root).flatMap(({ event, command, direct, matcher }) => {
    const home = homeOf(command);
    if (home === null || matcher !== undefined || !WAITED_FOR.includes(event)) return [];
    const path = launcherOf(command);
    // Only a path that needs quoting is written without `args`.
    const form = direct ? path === command : path !== command;
    return form && path === `${home}/hooks/${linkOf(event)}` ? [home] : [];
  });
  return new Set(homes);
}
