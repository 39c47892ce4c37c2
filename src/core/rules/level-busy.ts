// A level that reads busy is evidence each time it is read: a long turn never decays, a finished one never lingers.
import { votingLevel } from '../level.ts';
import type { Rule } from '../rule.ts';

/** `status: busy`: at work, also while background agents work after the turn's own end. */
export const levelBusy: Rule = {
  name: 'level-busy',
  source: 'registry',
  speak: (picture, now) =>
    votingLevel(picture, now)?.word === 'busy' ? { state: 'busy', sentence: 'Claude says it is at work.' } : null,
};
