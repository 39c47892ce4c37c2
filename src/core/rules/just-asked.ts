// A hook says that Claude asks, and the level has not moved yet: hold for a moment, then the level wins.
import { EDGE_HOLD, votingLevel } from '../level.ts';
import { openAsks } from '../open-asks.ts';
import type { Rule } from '../rule.ts';

/** A question newer than the level's word: needs-input, for at most one second against the level. */
export const justAsked: Rule = {
  name: 'just-asked',
  source: 'hook',
  speak: (picture, now) => {
    const level = votingLevel(picture, now);
    if (level === null) return null;
    // A sub-agent's question may be held by another hook: until the level says so, nobody sees it.
    const asked = openAsks(picture).findLast(({ agent, at }) => agent === null && at > level.since);
    if (asked === undefined) return null;
    const until = asked.at + EDGE_HOLD;
    if (now >= until) return null;
    return {
      state: 'needs-input',
      recheckAt: until,
      sentence: 'Claude has just asked; the registry has not moved yet.',
    };
  },
};
