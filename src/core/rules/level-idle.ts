// At rest with nothing to see: also the first sight of a session that we never saw at work.
import { restingLevel } from '../level.ts';
import type { Rule } from '../rule.ts';

/** `status: idle` or `shell`, and no end that waits: idle. */
export const levelIdle: Rule = {
  name: 'level-idle',
  source: 'registry',
  speak: (picture, now) =>
    restingLevel(picture, now) === null
      ? null
      : { state: 'idle', sentence: 'Claude says it waits for your next prompt.' },
};
