// Which other Tallymux homes have their hooks in a settings file. Looks only. Where another home's stand, taking them out
// turns its lamps dark, and leaving them beside ours lets two daemons answer one permission.

import { statSync } from 'node:fs';
import { findHooks } from './find-hooks.ts';
import type { JsonNode } from './json-tree.ts';
import { markedHomes } from './marked-homes.ts';
import { homeOf, makeIsOfHome, makeIsOurs } from './our-hooks.ts';
import { SettingsRefusal } from './settings-refusal.ts';

/** A Tallymux home that is not this one, and has hooks in a settings file. */
export interface OtherHome {
  readonly home: string;
  /** How many of its hooks stand there. */
  readonly hooks: number;
  /** Nothing is left of it: its hooks run nothing. */
  readonly gone: boolean;
}

/** A settings file is left to the homes whose hooks stand there. */
export class OtherHomeRefusal extends SettingsRefusal {
  readonly others: readonly OtherHome[];
  constructor(path: string, others: readonly OtherHome[]) {
    super(
      `${path} has hooks of another Tallymux home, ${others.map(({ home }) => home).join(', ')}. Nothing was changed.`,
    );
    this.others = others;
  }
}

/** The other homes in the tree of a settings file, in its order. */
export function otherHomes(root: JsonNode, home: string): readonly OtherHome[] {
  const isOurs = makeIsOurs(home, markedHomes(root));
  const isMine = makeIsOfHome(home);
  const counts = new Map<string, number>();
  for (const { command } of findHooks(root)) {
    const other = homeOf(command);
    if (other !== null && isOurs(command) && !isMine(command)) counts.set(other, (counts.get(other) ?? 0) + 1);
  }
  return [...counts].map(([other, hooks]) => ({ home: other, hooks, gone: isGone(other) }));
}

/** Only what is not there is gone: a home that cannot be looked at may live. */
function isGone(home: string): boolean {
  try {
    statSync(home);
    return false;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
