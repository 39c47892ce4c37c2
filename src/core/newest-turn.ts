// The newest turn, out of what transcript and hooks tell of it. Pure. Each may know of a turn the other has not told yet.

import type { Prompter, Steady } from './evidence.ts';
import type { Outcome, Picture, Turn, TurnEnd } from './picture.ts';

/** A transcript's prompt may be read this long before the hook of the same turn ran, in milliseconds. */
const EARLY = 2_000;
/** And this long after its Stop, in milliseconds. */
const LATE = 200;

/** A line this long after its Stop is no line that was only read late, in milliseconds. */
const WRITES_ON = 2_000;

/** The newest turn of a session. */
export interface NewestTurn {
  readonly by: Prompter | null;
  readonly startedAt: Steady;
  readonly end: TurnEnd | null;
  /** Whether it may speak for this session: it is news, and this process's own. */
  readonly counts: boolean;
  /** Whether a hook told of its end, or of itself while it lasts. */
  readonly byHook: boolean;
}

/** What transcript and hooks together know of the newest turn; `null` where neither knows any. */
export function newestTurn(picture: Picture): NewestTurn | null {
  const told = picture.hooks.story.turn;
  const read = picture.distrusted.includes('transcript') ? null : picture.transcript.turn;
  if (told === null && read === null) return null;
  if (told === null || read === null) return told === null ? fromTranscript(picture) : fromHooks(picture);
  if (!isSame(told, read, picture.shared)) {
    // What stands in a conversation that is live elsewhere too may be the other's; a hook is our own.
    const newer = read.startedAt > told.startedAt && !picture.shared;
    return newer ? fromTranscript(picture) : fromHooks(picture);
  }
  // A local command answers for itself: its Stop does not say whether Claude wrote anything.
  const stopped = goesOn(picture, told.end) ? null : told.end;
  const end = read.by === 'command' && told.by !== 'command' ? read.end : joined(read.end, stopped);
  return {
    by: read.by ?? told.by,
    startedAt: Math.min(told.startedAt, read.startedAt),
    end,
    counts: true,
    byHook: end === null || stopped !== null,
  };
}

/**
 * Whether the newest turn of the transcript may speak for this session: its lines are news, or the session was at work
 * when we first saw it. A conversation that lives in two sessions counts only where this one's own level ran meanwhile.
 */
export function transcriptCounts(picture: Picture): boolean {
  const { turn } = picture.transcript;
  if (turn === null) return false;
  if (!turn.live && !picture.joinedMidTurn) return false;
  if (picture.distrusted.includes('transcript')) return false;
  if (!picture.shared) return true;
  const { level } = picture;
  if (level === null || level.roseAt === null) return false;
  const from = level.roseAt - 1_000;
  const to = (level.fellAt ?? level.at) + 1_000;
  const when = turn.end?.at ?? turn.startedAt;
  return level.ranBusy && when >= from && when <= to;
}

/** What the newest turn leaves to be seen; `null` while it lasts, when it was interrupted, or when it does not count. */
export function turnOutcome(picture: Picture): Outcome | null {
  const turn = newestTurn(picture);
  return turn?.counts ? outcomeOf(turn.end) : null;
}

/** The same by the transcript alone. */
export function transcriptOutcome(picture: Picture): Outcome | null {
  return transcriptCounts(picture) ? outcomeOf(picture.transcript.turn?.end ?? null) : null;
}

/** Agents that still work in the background, by whoever knows of more. A late Stop of an earlier turn knows nothing. */
export function agentsOut(picture: Picture): number {
  const left = newestTurn(picture)?.byHook ? picture.hooks.story.left : 0;
  return Math.max(picture.transcript.agents.length, left);
}

/** What an end leaves to be seen. */
export function outcomeOf(end: TurnEnd | null): Outcome | null {
  return end === null || end.kind === 'interrupted' || end.kind === 'nothing' ? null : end;
}

function isSame(
  told: { readonly id: string | null; readonly startedAt: Steady; readonly end: TurnEnd | null },
  read: Pick<Turn, 'id' | 'by' | 'startedAt' | 'live'>,
  shared: boolean,
): boolean {
  if (told.id !== null && read.id !== null) return told.id === read.id;
  if (shared) return false;
  // Of a file met for the first time only its end is read: whose prompt it was, and when, is not known.
  if ((!read.live || (read.id === null && read.by === null)) && read.startedAt >= told.startedAt) return true;
  // Versions without ids have a hook for every prompt: the line that comes while the hook's turn lasts is of that turn.
  const from = told.startedAt - EARLY;
  const to = told.end === null ? Number.POSITIVE_INFINITY : told.end.at + LATE;
  return read.startedAt >= from && read.startedAt <= to;
}

/** Another program's hook may refuse the Stop: then Claude writes on in the same turn. A level tells that by itself. */
function goesOn({ level, transcript }: Picture, end: TurnEnd | null): boolean {
  if (end === null || (level !== null && level.word !== 'none')) return false;
  return transcript.turn?.end === null && transcript.lineAt !== null && transcript.lineAt > end.at + WRITES_ON;
}

/** Which end holds. Two that leave the same to be seen are one: it is as old as its first sign. */
function joined(read: TurnEnd | null, told: TurnEnd | null): TurnEnd | null {
  if (read === null || told === null) return read ?? told;
  if (outcomeOf(read) === null || outcomeOf(told) === null) return told.at > read.at ? told : read;
  const at = Math.min(read.at, told.at);
  return { ...(told.kind === 'failed' && read.kind === 'finished' ? told : read), at };
}

function fromTranscript(picture: Picture): NewestTurn | null {
  const { turn } = picture.transcript;
  if (turn === null) return null;
  const { by, startedAt, end } = turn;
  return { by, startedAt, end, counts: transcriptCounts(picture), byHook: false };
}

function fromHooks(picture: Picture): NewestTurn | null {
  const { turn } = picture.hooks.story;
  if (turn === null) return null;
  const { by, startedAt, end } = turn;
  return { by, startedAt, end, counts: true, byHook: true };
}
