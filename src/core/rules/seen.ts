// A review ends by the person: said so, or typed in that terminal after the end.
import { isSeen, outcomeAtRest, restingLevel } from '../level.ts';
import type { Rule } from '../rule.ts';

/** The turn's end was seen: idle. A later end is another one and waits again. */
export const seen: Rule = {
  name: 'seen',
  source: 'person',
  speak: (picture, now) => {
    const outcome = outcomeAtRest(picture);
    if (restingLevel(picture, now) === null || outcome === null) return null;
    const how = isSeen(picture, outcome);
    if (how === null) return null;
    return {
      state: 'idle',
      sentence:
        how === 'said' ? 'You have seen how the turn ended.' : 'You typed in its terminal since the turn ended.',
    };
  },
};
