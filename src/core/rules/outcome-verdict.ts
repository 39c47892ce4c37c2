// What rules say of an end that waits to be seen, and of one that was seen: in one place, whoever told of it.
import type { Outcome } from '../picture.ts';
import type { Verdict } from '../rule.ts';

/** An end, good or bad, that nobody looked at yet. */
export function waitsToBeSeen(outcome: Outcome): Verdict {
  return outcome.kind === 'failed'
    ? { state: 'review', failure: outcome.failure, sentence: 'The turn ended in an error that you have not seen.' }
    : { state: 'review', sentence: 'The turn is finished and you have not seen it.' };
}

/** An end that the person has dealt with. */
export function wasSeen(how: 'said' | 'typed'): Verdict {
  const sentence =
    how === 'said' ? 'You have seen how the turn ended.' : 'You typed in its terminal since the turn ended.';
  return { state: 'idle', sentence };
}
