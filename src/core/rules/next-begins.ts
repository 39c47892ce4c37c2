// Without a level, a prompt that waits in the queue begins the next turn by itself: the rest between the two is none.
import { newestTurn } from '../newest-turn.ts';
import type { Rule } from '../rule.ts';

/** How long the next turn may take to begin, in milliseconds. */
const NEXT = 2_500;

/** No level; the newest turn is over and a prompt waits: busy, for a moment. */
export const nextBegins: Rule = {
  name: 'next-begins',
  source: 'transcript',
  speak: (picture, now) => {
    const { queued, beginningAt } = picture.transcript;
    const end = newestTurn(picture)?.end ?? null;
    if (end === null || (queued === 0 && beginningAt === null)) return null;
    const until = Math.max(end.at, beginningAt ?? 0) + NEXT;
    if (now >= until) return null;
    return { state: 'busy', recheckAt: until, sentence: 'The turn is over, and a waiting prompt begins the next.' };
  },
};
