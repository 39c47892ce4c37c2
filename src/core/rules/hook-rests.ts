// Without a level, a Stop ends the turn at once; nothing has to settle.
import { isSeen, outcomeAtRest } from '../level.ts';
import { type NewestTurn, newestTurn } from '../newest-turn.ts';
import type { Picture } from '../picture.ts';
import type { Rule } from '../rule.ts';
import { waitsToBeSeen, wasSeen } from './outcome-verdict.ts';

/** No level; a hook told the end of the newest turn: review until it was seen. */
export const hookRests: Rule = {
  name: 'hook-rests',
  source: 'hook',
  speak: (picture) => {
    if (!rests(picture, newestTurn(picture))) return null;
    const outcome = outcomeAtRest(picture);
    if (outcome === null) return { state: 'idle', sentence: 'The turn is over and left nothing to see.' };
    const how = isSeen(picture, outcome);
    return how === null ? waitsToBeSeen(outcome) : wasSeen(how);
  },
};

/** A local command has no hooks of its own: it changes nothing of what they told before. */
function rests({ hooks }: Picture, turn: NewestTurn | null): boolean {
  if (turn === null) return false;
  if (turn.byHook) return turn.end !== null;
  const { story } = hooks;
  const rested = story.turn === null ? story.startedAt !== null : story.turn.end !== null;
  return turn.by === 'command' && rested && (turn.end === null || turn.end.kind === 'nothing');
}
