// Without a level, an interrupt line is positive evidence that the turn is over.
import type { Rule } from '../rule.ts';

/** No level; the newest turn was interrupted: idle. */
export const transcriptInterrupted: Rule = {
  name: 'transcript-interrupted',
  source: 'transcript',
  speak: ({ transcript }) =>
    transcript.turn?.end?.kind === 'interrupted'
      ? { state: 'idle', guess: true, sentence: 'The transcript says you interrupted the turn; nothing else tells.' }
      : null,
};
