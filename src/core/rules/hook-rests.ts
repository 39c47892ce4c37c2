// Without a level, a Stop ends the turn at once; nothing has to settle.
import { isSeen, outcomeAtRest } from '../level.ts';
import { newestTurn } from '../newest-turn.ts';
import type { Rule } from '../rule.ts';

/** No level; a hook told the end of the newest turn: review until it was seen. */
export const hookRests: Rule = {
  name: 'hook-rests',
  source: 'hook',
  speak: (picture) => {
    if (!newestTurn(picture)?.byHook) return null;
    const outcome = outcomeAtRest(picture);
    if (outcome === null) return { state: 'idle', sentence: 'The turn is over and left nothing to see.' };
    if (isSeen(picture, outcome) !== null) return { state: 'idle', sentence: 'You have seen how the turn ended.' };
    return outcome.kind === 'failed'
      ? { state: 'review', failure: outcome.failure, sentence: 'The turn ended in an error that you have not seen.' }
      : { state: 'review', sentence: 'The turn is finished and you have not seen it.' };
  },
};
