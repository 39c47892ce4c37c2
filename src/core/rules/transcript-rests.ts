// Without a level, only a finished message that stayed the last word for a while makes rest.
import { isSeen } from '../level.ts';
import { turnOutcome } from '../newest-turn.ts';
import type { Rule } from '../rule.ts';

/** How long a finished message must be the last word before it counts, in milliseconds. */
export const SETTLED = 30_000;

/** No level; the newest turn ended 30 s ago: review if it was seen at work, else idle; both as a guess. */
export const transcriptRests: Rule = {
  name: 'transcript-rests',
  source: 'transcript',
  speak: (picture, now) => {
    const { turn } = picture.transcript;
    // A conversation that is live elsewhere too may have ended there.
    if (picture.shared || turn === null || turn.end === null || turn.end.kind === 'interrupted') return null;
    // A local command's output is no message of Claude's: nothing has to settle.
    const settledAt = turn.end.kind === 'nothing' ? turn.end.at : turn.end.at + SETTLED;
    if (now < settledAt)
      return {
        state: 'busy',
        guess: true,
        recheckAt: settledAt,
        sentence: 'Its last message is finished, less than 30 s ago.',
      };
    const outcome = turnOutcome(picture);
    if (outcome === null || !picture.sawBusy || isSeen(picture, outcome) !== null)
      return { state: 'idle', guess: true, sentence: 'Its last message is finished; nothing else tells.' };
    return {
      state: 'review',
      guess: true,
      failure: outcome.kind === 'failed' ? outcome.failure : null,
      sentence: 'Its last message is finished and you have not seen it; nothing else tells.',
    };
  },
};
