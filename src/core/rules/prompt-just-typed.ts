// A prompt is in the transcript and the level has not moved yet: hold for a moment, then the level wins.
import { EDGE_HOLD, restingLevel } from '../level.ts';
import type { Rule } from '../rule.ts';

/** A prompt newer than the level's rest: busy, for at most one second against the level. */
export const promptJustTyped: Rule = {
  name: 'prompt-just-typed',
  source: 'transcript',
  speak: (picture, now) => {
    const level = restingLevel(picture, now);
    const { turn } = picture.transcript;
    if (level === null || turn === null || picture.shared || picture.distrusted.includes('transcript')) return null;
    if (!turn.live || turn.end !== null || turn.by === null || turn.by === 'command') return null;
    const until = turn.startedAt + EDGE_HOLD;
    if (turn.startedAt < level.since || now >= until) return null;
    return { state: 'busy', recheckAt: until, sentence: 'A prompt was just written; the registry has not moved yet.' };
  },
};
