// The daemon's own troubles, as clients see them: set when they begin, cleared when they end.

import type { Warning } from '../core/apply-change.ts';
import type { ChangeLog } from './change-log.ts';

/** The warnings that stand now. */
export interface Warnings {
  all(): readonly Warning[];
  set(warning: Warning): void;
  clear(name: string): void;
}

/** Keeps warnings and tells each change of them. */
export function keepWarnings(changes: ChangeLog, initial: readonly Warning[]): Warnings {
  const standing = new Map(initial.map((warning) => [warning.name, warning]));
  const tell = () => changes.emit({ kind: 'warnings-changed', warnings: [...standing.values()] });
  return {
    all: () => [...standing.values()],
    set(warning) {
      if (standing.get(warning.name)?.text === warning.text) return;
      standing.set(warning.name, warning);
      tell();
    },
    clear(name) {
      if (standing.delete(name)) tell();
    },
  };
}
