// Without a level, a question that a hook told of stays open until something shows that it was answered.
import { votingLevel } from '../level.ts';
import { openAsks } from '../open-asks.ts';
import type { Rule } from '../rule.ts';

/** No level; a question stands open: needs-input. */
export const asked: Rule = {
  name: 'asked',
  source: 'hook',
  speak: (picture, now) => {
    if (votingLevel(picture, now) !== null) return null;
    const oldest = openAsks(picture)[0];
    if (oldest === undefined) return null;
    return {
      state: 'needs-input',
      sentence: oldest.action === '' ? 'Claude has asked for you.' : `Claude asks for your leave: ${oldest.action}.`,
    };
  },
};
