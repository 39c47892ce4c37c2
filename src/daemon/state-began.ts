// When a session's state began: as it is found, or, where it began while nobody looked, as the sources tell. Pure.

import type { Steady } from '../core/evidence.ts';
import { outcomeAtRest } from '../core/level.ts';
import { newestTurn } from '../core/newest-turn.ts';
import type { Living } from './living.ts';

/** Now, by both clocks. */
interface Now {
  readonly steady: Steady;
  readonly wall: number;
}

/** Whether a review is another one than that which was shown: a turn came and went since. */
export function isAnotherReview(living: Living): boolean {
  const turn = newestTurn(living.picture);
  return (
    living.decision.state === 'review' &&
    turn?.counts === true &&
    turn.end !== null &&
    turn.startedAt > living.enteredAt &&
    outcomeAtRest(living.picture) !== null
  );
}

/** Epoch milliseconds at which the state of a session that is met, or met again, began; never after now. */
export function stateBegan({ decision, picture, origin }: Living, now: Now): number {
  const told =
    decision.state === 'review' ? endOfTurn(picture, now) : decision.source === 'registry' ? stamp(picture) : null;
  // A clock that was set says nothing.
  if (told === null || told > now.wall || told < (origin.startedAt ?? 0)) return now.wall;
  return told;
}

function endOfTurn(picture: Living['picture'], now: Now): number | null {
  const turn = newestTurn(picture);
  return turn?.byHook && turn.end !== null ? now.wall - (now.steady - turn.end.at) : null;
}

function stamp({ level }: Living['picture']): number | null {
  return level === null || level.statusUpdatedAt === 0 ? null : level.statusUpdatedAt;
}
