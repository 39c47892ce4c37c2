// The registry's own word that Claude is blocked on the person. No sentence of Claude's is needed.
import { votingLevel } from '../level.ts';
import type { Rule } from '../rule.ts';

/** `status: waiting`, whatever it waits for. */
export const levelWaiting: Rule = {
  name: 'level-waiting',
  source: 'registry',
  speak: (picture, now) => {
    const level = votingLevel(picture, now);
    if (level?.word !== 'waiting') return null;
    return {
      state: 'needs-input',
      sentence: `Claude says it waits for you (${level.waitingFor ?? 'no reason given'}).`,
    };
  },
};
