// After a restart of the daemon: busy is no longer known, the rest leaves the ball with the person and persists.
import type { Rule } from '../rule.ts';

/** How long memory may speak before the other sources must, in milliseconds. */
export const MEMORY_HOLD = 1_500;

/** What was shown before the daemon started again, until a level is read. */
export const remembered: Rule = {
  name: 'remembered',
  source: 'memory',
  speak: ({ remembered: memory }, now) => {
    if (memory === null || now - memory.at >= MEMORY_HOLD) return null;
    const recheckAt = memory.at + MEMORY_HOLD;
    return memory.state === 'busy' || memory.state === 'unknown'
      ? { state: 'unknown', recheckAt, sentence: 'It was busy before Tallymux started again; it is being looked at.' }
      : { state: memory.state, recheckAt, sentence: `It was ${memory.state} before Tallymux started again.` };
  },
};
