// A turn has begun, by its prompt in the transcript or by a hook, and the level has not moved yet: hold for a moment,
// then the level wins.
import { EDGE_HOLD, HOOK_HOLD, restingLevel } from '../level.ts';
import { newestTurn } from '../newest-turn.ts';
import type { Rule } from '../rule.ts';

/** A prompt newer than the level's rest: busy, for at most three seconds against the level. */
export const promptJustTyped: Rule = {
  name: 'prompt-just-typed',
  source: 'transcript',
  speak: (picture, now) => {
    const level = restingLevel(picture, now);
    const turn = newestTurn(picture);
    if (level === null || turn === null || !turn.counts) return null;
    if (picture.shared && !turn.byHook) return null;
    // A hook of a local command (compaction) shows that it runs; its line in the transcript, only that it was typed.
    if (turn.end !== null || turn.by === null || (turn.by === 'command' && !turn.byHook)) return null;
    const until = turn.startedAt + (turn.byHook ? HOOK_HOLD : EDGE_HOLD);
    if (turn.startedAt < level.since || now >= until) return null;
    return { state: 'busy', recheckAt: until, sentence: 'A prompt was just typed; the registry has not moved yet.' };
  },
};
