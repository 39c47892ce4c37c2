// A finished turn that nobody looked at yet.
import { outcomeAtRest, restingLevel } from '../level.ts';
import type { Rule } from '../rule.ts';

/** The level rests and a turn's end, good or bad, waits to be seen. */
export const reviewWaits: Rule = {
  name: 'review-waits',
  source: 'transcript',
  speak: (picture, now) => {
    const outcome = outcomeAtRest(picture);
    if (restingLevel(picture, now) === null || outcome === null) return null;
    return outcome.kind === 'failed'
      ? { state: 'review', failure: outcome.failure, sentence: 'The turn ended in an error that you have not seen.' }
      : { state: 'review', sentence: 'The turn is finished and you have not seen it.' };
  },
};
