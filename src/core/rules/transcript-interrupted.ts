// Without a level, an interrupt line is positive evidence that the turn is over.
import { newestTurn } from '../newest-turn.ts';
import type { Rule } from '../rule.ts';

/** No level; the newest turn was interrupted: idle. A guess, unless hooks would have told of a turn since. */
export const transcriptInterrupted: Rule = {
  name: 'transcript-interrupted',
  source: 'transcript',
  speak: (picture) => {
    const turn = newestTurn(picture);
    // In a conversation that is live elsewhere too, it may be the other that was interrupted.
    if (turn === null || (picture.shared && !turn.counts)) return null;
    return turn.end?.kind === 'interrupted'
      ? {
          state: 'idle',
          guess: picture.hooks.heardAt === null,
          sentence: 'The transcript says you interrupted the turn.',
        }
      : null;
  },
};
