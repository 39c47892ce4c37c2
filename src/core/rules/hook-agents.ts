// Stop is not the end while agents work on in the background; their return is a turn of its own.
import { agentsOut, newestTurn } from '../newest-turn.ts';
import type { Rule } from '../rule.ts';

/** No level; the newest turn stopped and left agents at work: busy. */
export const hookAgents: Rule = {
  name: 'hook-agents',
  source: 'hook',
  speak: (picture) =>
    newestTurn(picture)?.byHook && agentsOut(picture) > 0
      ? { state: 'busy', sentence: 'The turn is over; agents still work in the background.' }
      : null,
};
