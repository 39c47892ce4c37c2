// Sources that contradict each other for good. One time is a race; three times for one version is a fault in a source,
// and that source loses its vote for that version (DESIGN §3.14). Pure.

import type { Steady } from './evidence.ts';
import { EDGE_HOLD } from './level.ts';
import type { Picture } from './picture.ts';

/** How often a source must be overruled before it loses its vote for a version. */
export const PATIENCE = 3;

/** A contradiction that outlived the time in which the registry may lag. */
export interface Disagreement {
  /** The source that was wrong. */
  readonly source: 'registry' | 'transcript';
  readonly said: string;
  /** Names this occasion: the same one is counted once. */
  readonly occasion: string;
}

/**
 * A contradiction that stands now, if any. The registry rests while the transcript shows a turn that began after it
 * came to rest, and more than a second has gone by: Claude wrote on since then → the registry is wrong; nothing
 * followed the prompt → the transcript's prompt was no turn.
 */
export function disagreement(picture: Picture, now: Steady): Disagreement | null {
  const { level, transcript, shared, registryTrouble, remembered } = picture;
  if (registryTrouble !== null || remembered !== null) return null;
  const { turn } = transcript;
  if (level === null || shared || turn === null || !turn.live || turn.by === 'command' || turn.by === null) return null;
  if (level.word !== 'idle' && level.word !== 'shell') return null;
  if (turn.startedAt <= level.since + EDGE_HOLD || now - turn.startedAt <= 3 * EDGE_HOLD) return null;
  const occasion = `${picture.conversation}:${turn.startedAt}`;
  const wroteOn = turn.end !== null || turn.openTools.length > 0;
  return wroteOn
    ? { source: 'registry', said: `${level.word} through a whole turn`, occasion }
    : { source: 'transcript', said: 'a prompt that began no turn', occasion };
}
