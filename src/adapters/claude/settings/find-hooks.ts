// Finds the hooks in the tree of a settings file. Pure. What has not the shape of a hook is passed over: it is not ours.

import { type JsonArray, type JsonNode, type JsonObject, memberOf } from './json-tree.ts';

/** One hook and the way to it. */
export interface FoundHook {
  /** The object below `hooks`. */
  readonly events: JsonObject;
  /** Which member of it; its value is `groups`. */
  readonly eventAt: number;
  readonly event: string;
  readonly groups: JsonArray;
  readonly groupAt: number;
  readonly hooks: JsonArray;
  readonly hookAt: number;
  readonly hook: JsonObject;
  /** What stands as its command, whatever that is. */
  readonly command: unknown;
  /** Whether it has `args`: Claude then runs the command as the name of one file, without a shell. */
  readonly direct: boolean;
  /** The group's matcher; `undefined` without one. */
  readonly matcher: unknown;
}

/** Every hook of a settings file, in its order. A `hooks` or an event that stands twice is read twice. */
export function findHooks(root: JsonNode): readonly FoundHook[] {
  if (root.kind !== 'object') return [];
  return root.children.flatMap(({ name, value }) =>
    name === 'hooks' && value.kind === 'object' ? hooksIn(value) : [],
  );
}

function hooksIn(events: JsonObject): FoundHook[] {
  return events.children.flatMap(({ name, value: groups }, eventAt) => {
    if (groups.kind !== 'array') return [];
    return groups.children.flatMap((group, groupAt) => {
      const hooks = memberOf(group, 'hooks');
      if (hooks?.kind !== 'array') return [];
      const matcher = scalar(memberOf(group, 'matcher'));
      return hooks.children.flatMap((hook, hookAt): FoundHook[] => {
        if (hook.kind !== 'object') return [];
        const command = scalar(memberOf(hook, 'command'));
        const direct = memberOf(hook, 'args') !== undefined;
        return [{ events, eventAt, event: name, groups, groupAt, hooks, hookAt, hook, command, direct, matcher }];
      });
    });
  });
}

function scalar(node: JsonNode | undefined): unknown {
  return node?.kind === 'scalar' ? node.value : undefined;
}
