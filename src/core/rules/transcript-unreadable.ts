// A turn ended and its transcript cannot be read: better to look once too often than to miss an end.
import { endIsTold, isSeen, restingLevel } from '../level.ts';
import type { Rule } from '../rule.ts';

/** A run that ended while the transcript could not be read: review, as a guess. */
export const transcriptUnreadable: Rule = {
  name: 'transcript-unreadable',
  source: 'transcript',
  speak: (picture, now) => {
    const level = restingLevel(picture, now);
    if (level === null || level.fellAt === null || !level.ranBusy) return null;
    if (picture.transcript.trouble?.kind !== 'could-not-look' || endIsTold(picture, level.fellAt)) return null;
    if (isSeen(picture, { kind: 'finished', at: level.fellAt, text: null }) !== null) return null;
    return { state: 'review', guess: true, sentence: 'A turn ended, and its transcript cannot be read.' };
  },
};
