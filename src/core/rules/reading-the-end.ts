// The level fell, and what the turn left behind is not in the transcript yet: say nothing new until it is read.
import { EDGE_HOLD, END_LAG, endIsRead, restingLevel } from '../level.ts';
import type { Rule } from '../rule.ts';

/** The run is over and its last line is not read: as before the fall, for at most half a second (a second while agents come back). */
export const readingTheEnd: Rule = {
  name: 'reading-the-end',
  source: 'transcript',
  speak: (picture, now) => {
    const level = restingLevel(picture, now);
    if (level === null || level.fellAt === null) return null;
    // Agents hold the level at busy: when it falls while they are out, their return is a turn that begins in a moment.
    const agentsReturn = picture.transcript.agents.length > 0;
    // A prompt typed meanwhile begins by itself: the rest between the two turns is none.
    if (endIsRead(picture, level) && picture.transcript.queued === 0 && !agentsReturn) return null;
    const until = level.fellAt + (agentsReturn ? EDGE_HOLD : END_LAG);
    if (now >= until) return null;
    return {
      // A dialog that just closed must not flash "busy" on its way to rest.
      state: level.before === 'waiting' ? 'needs-input' : 'busy',
      recheckAt: until,
      sentence: 'The turn is over; what comes next is being read.',
    };
  },
};
