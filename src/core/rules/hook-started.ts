// Without a level, a session whose start was told, and of which no turn is known, waits for its first prompt.
import { newestTurn } from '../newest-turn.ts';
import type { Rule } from '../rule.ts';

/** No level; the session has started and no turn began: idle. */
export const hookStarted: Rule = {
  name: 'hook-started',
  source: 'hook',
  speak: (picture) =>
    picture.hooks.story.startedAt !== null && newestTurn(picture) === null
      ? { state: 'idle', sentence: 'It has started and no prompt was given yet.' }
      : null,
};
