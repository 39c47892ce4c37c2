// The level fell, and what the turn left behind is not in the transcript yet: say nothing new until it is read.
import { endAwaitedUntil, endIsRead, restingLevel } from '../level.ts';
import { agentsOut } from '../newest-turn.ts';
import type { Rule } from '../rule.ts';

/** The run is over and what follows from it is not read: as before the fall, for less than a second. */
export const readingTheEnd: Rule = {
  name: 'reading-the-end',
  source: 'transcript',
  speak: (picture, now) => {
    const level = restingLevel(picture, now);
    const until = level === null ? null : endAwaitedUntil(picture, level);
    if (level === null || until === null || now >= until) return null;
    const { queued, beginningAt } = picture.transcript;
    // A prompt typed meanwhile, or agents that come back, begin the next turn by themselves: the rest between is none.
    if (endIsRead(picture, level) && queued === 0 && beginningAt === null && agentsOut(picture) === 0) return null;
    return {
      // A dialog that just closed must not flash "busy" on its way to rest.
      state: level.before === 'waiting' ? 'needs-input' : 'busy',
      recheckAt: until,
      sentence: 'The turn is over; what comes next is being read.',
    };
  },
};
