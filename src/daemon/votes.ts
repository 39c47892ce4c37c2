// Which source still has a vote for which version of Claude Code (DESIGN §3.14). Kept over restarts.

import { disagreement, PATIENCE } from '../core/disagreement.ts';
import type { Keeping } from './keeping.ts';
import type { Living } from './living.ts';
import type { Clock, Store } from './ports.ts';
import type { Sessions } from './sessions.ts';
import type { Warnings } from './warnings.ts';

/** Counts disagreements by version. */
export interface Votes {
  /** Looks whether a session's sources contradict each other now. */
  count(living: Living): void;
  /** Tells a new session which sources have no vote for its version. */
  apply(living: Living): void;
}

type Lost = Record<string, ('registry' | 'transcript')[]>;

const SETTING = 'lost-votes';

/** Keeps votes in the store's settings. */
export function countVotes(
  store: Pick<Store, 'setting' | 'setSetting'>,
  sessions: Sessions,
  keeping: Keeping,
  warnings: Warnings,
  clock: Clock,
  log: (text: string) => void,
): Votes {
  const lost: Lost = readLost(store.setting(SETTING));
  const counted = new Set<string>();
  const times = new Map<string, number>();

  const tell = () => {
    const versions = Object.keys(lost);
    if (versions.length === 0) return warnings.clear('sources-disagree');
    warnings.set({
      name: 'sources-disagree',
      severity: 'amber',
      text: `Sources kept contradicting each other and lost their vote: ${versions
        .map((version) => `${(lost[version] ?? []).join(', ')} of Claude Code ${version}`)
        .join(
          '; ',
        )}. States of these versions rest on the other sources, and are guesses; another version of Claude Code begins afresh.`,
    });
  };
  const apply = (living: Living) => {
    const sources = lost[living.version ?? ''] ?? [];
    if (sources.join() === living.picture.distrusted.join()) return;
    sessions.tell(living, [{ source: 'memory', at: clock.steady(), kind: 'distrust', sources }]);
  };
  tell();

  return {
    apply,
    count(living) {
      const version = living.version;
      if (version === null || living.endedAt !== null) return;
      const found = disagreement(living.picture, clock.steady());
      if (found === null || living.picture.distrusted.includes(found.source) || counted.has(found.occasion)) return;
      counted.add(found.occasion);
      const key = `${version} ${found.source}`;
      const count = (times.get(key) ?? 0) + 1;
      times.set(key, count);
      if (count < PATIENCE) return;
      lost[version] = [...(lost[version] ?? []), found.source];
      keeping.write(() => store.setSetting(SETTING, JSON.stringify(lost)));
      log(
        `the ${found.source} of Claude Code ${version} was wrong ${count} times (${found.said}); it has no vote any more`,
      );
      tell();
      for (const other of [...sessions.all()])
        if (other.version === version) {
          apply(other);
          sessions.settle(other);
        }
    },
  };
}

function readLost(text: string | null): Lost {
  try {
    return JSON.parse(text ?? '{}') as Lost;
  } catch {
    return {};
  }
}
