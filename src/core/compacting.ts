// Whether a session is compacting its conversation now. Pure. A mark beside the state, never a state.

import { EDGE_HOLD } from './level.ts';
import type { Picture } from './picture.ts';
import type { State } from './session.ts';

/** Begun by its hook and not ended: the end clears it, and so does the level when it leaves busy (DESIGN §3.10). */
export function isCompacting({ hooks, level, transcript }: Picture, state: State): boolean {
  const { compactingSince } = hooks.story;
  if (compactingSince === null || state !== 'busy') return false;
  if (transcript.compactedAt !== null && transcript.compactedAt > compactingSince) return false;
  if (level === null) return true;
  // Begun in an earlier run than this one, or in one that is over.
  const inThisRun = level.roseAt === null || level.roseAt <= compactingSince + EDGE_HOLD;
  return inThisRun && (level.fellAt === null || level.fellAt < compactingSince);
}
