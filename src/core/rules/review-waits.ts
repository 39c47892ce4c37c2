// A finished turn that nobody looked at yet.
import { outcomeAtRest, restingLevel } from '../level.ts';
import type { Rule } from '../rule.ts';
import { waitsToBeSeen } from './outcome-verdict.ts';

/** The level rests and a turn's end, good or bad, waits to be seen. */
export const reviewWaits: Rule = {
  name: 'review-waits',
  source: 'transcript',
  speak: (picture, now) => {
    const outcome = outcomeAtRest(picture);
    return restingLevel(picture, now) === null || outcome === null ? null : waitsToBeSeen(outcome);
  },
};
