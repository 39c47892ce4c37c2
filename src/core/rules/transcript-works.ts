// Without a level, an open turn is work: a prompt without an answer, a tool without a result.
import type { Rule } from '../rule.ts';

/** No level; the newest turn is open: busy, as a guess, and never idle after an open tool call. */
export const transcriptWorks: Rule = {
  name: 'transcript-works',
  source: 'transcript',
  // A conversation that is live elsewhere too may be at work there.
  speak: ({ transcript, shared }) =>
    !shared && transcript.turn !== null && transcript.turn.end === null && transcript.turn.by !== 'command'
      ? { state: 'busy', guess: true, sentence: 'Its transcript shows a turn that has not ended; nothing else tells.' }
      : null,
};
