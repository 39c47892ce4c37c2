// A review ends by the person: said so, or typed in that terminal after the end.
import { isSeen, outcomeAtRest, restingLevel } from '../level.ts';
import type { Rule } from '../rule.ts';
import { wasSeen } from './outcome-verdict.ts';

/** The turn's end was seen: idle. A later end is another one and waits again. */
export const seen: Rule = {
  name: 'seen',
  source: 'person',
  speak: (picture, now) => {
    const outcome = outcomeAtRest(picture);
    if (restingLevel(picture, now) === null || outcome === null) return null;
    const how = isSeen(picture, outcome);
    return how === null ? null : wasSeen(how);
  },
};
