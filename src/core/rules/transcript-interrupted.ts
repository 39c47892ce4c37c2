// Without a level, an interrupt line is positive evidence that the turn is over.
import { newestTurn } from '../newest-turn.ts';
import type { Rule } from '../rule.ts';

/** No level; the newest turn was interrupted: idle. A guess, unless hooks would have told of a turn since. */
export const transcriptInterrupted: Rule = {
  name: 'transcript-interrupted',
  source: 'transcript',
  speak: (picture) =>
    newestTurn(picture)?.end?.kind === 'interrupted'
      ? {
          state: 'idle',
          guess: picture.hooks.heardAt === null,
          sentence: 'The transcript says you interrupted the turn.',
        }
      : null,
};
