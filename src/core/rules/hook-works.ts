// Without a level, a turn that a hook told of lasts until its end is told: a hook is no guess.
import { newestTurn } from '../newest-turn.ts';
import type { Rule } from '../rule.ts';

/** No level; the newest turn is open by its hooks: busy. */
export const hookWorks: Rule = {
  name: 'hook-works',
  source: 'hook',
  speak: (picture) => {
    const turn = newestTurn(picture);
    return turn?.byHook && turn.end === null
      ? { state: 'busy', sentence: 'Its hooks tell of a turn that has not ended.' }
      : null;
  },
};
