// Sources that contradict each other for good. One time is a race; three times for one version is a fault in a source,
// and that source loses its vote for that version (DESIGN §3.14). Pure.

import type { Steady } from './evidence.ts';
import { EDGE_HOLD } from './level.ts';
import type { HookTurn, Picture, Turn } from './picture.ts';

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
 * A contradiction that stands now, if any. The registry rests while a turn began after it came to rest, and more than
 * a second has gone by: the turn went on or ended since then, by hook or transcript → the registry is wrong; nothing
 * followed the transcript's prompt → that was no turn. A hook's prompt without a turn is no fault of the hook: another
 * program's hook may have refused the prompt.
 */
export function disagreement(picture: Picture, now: Steady): Disagreement | null {
  const { level, shared, registryTrouble, remembered } = picture;
  if (registryTrouble !== null || remembered !== null) return null;
  const told = toldTurn(picture);
  if (level === null || told === null) return null;
  const { turn, source } = told;
  if (source === 'transcript' && shared) return null;
  if (level.word !== 'idle' && level.word !== 'shell') return null;
  if (turn.startedAt <= level.since + EDGE_HOLD || now - turn.startedAt <= 3 * EDGE_HOLD) return null;
  const occasion = `${picture.conversation}:${turn.startedAt}`;
  const wentOn = turn.end !== null || turn.openTools.length > 0;
  if (wentOn) return { source: 'registry', said: `${level.word} through a whole turn`, occasion };
  return source === 'hook' ? null : { source: 'transcript', said: 'a prompt that began no turn', occasion };
}

/** The newest turn that is news and was begun by a prompt, and who told of it. */
function toldTurn({ transcript, hooks }: Picture): { turn: Turn | HookTurn; source: 'transcript' | 'hook' } | null {
  const read = transcript.turn;
  const told = hooks.story.turn;
  if (read?.live && isPrompted(read) && (told === null || read.startedAt >= told.startedAt))
    return { turn: read, source: 'transcript' };
  return told !== null && isPrompted(told) ? { turn: told, source: 'hook' } : null;
}

function isPrompted({ by }: Turn | HookTurn): boolean {
  return by === 'person' || by === 'task';
}
