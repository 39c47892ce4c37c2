// The level as the rules may use it: only where it can be trusted, and how its newest run ended.

import type { Steady } from './evidence.ts';
import { agentsOut, newestTurn, turnOutcome } from './newest-turn.ts';
import type { LevelPicture, Outcome, Picture } from './picture.ts';

/** How long the transcript may lag behind the level at the end of a turn, in milliseconds. */
const END_LAG = 500;
/** The same where it has not even told that the turn began, or while agents are out whose return is a turn. */
const LATE_LAG = 900;
/** How long before the level falls its Stop may have run, in milliseconds. */
const END_TOLD = 2_000;
/** How long an edge may hold against a level, in milliseconds. */
export const EDGE_HOLD = 1_000;
/** How long a prompt that a hook told of may hold: a loaded Claude writes its level that much later. */
export const HOOK_HOLD = 3_000;
/** A registry file that vanished: Claude is on its way out. Its last word holds this long, in milliseconds. */
const VANISHED_HOLD = 2_000;
/** A registry file that cannot be read: its last word holds this long, in milliseconds. */
const UNREADABLE_HOLD = 600_000;

/** The level, if it has a vote: a known word, not distrusted, and its file not gone for good. */
export function votingLevel(picture: Picture, now: Steady): LevelPicture | null {
  const { level } = picture;
  if (level === null || level.word === 'none' || level.word === 'unrecognised') return null;
  if (picture.distrusted.includes('registry')) return null;
  // What was read before a restart says nothing about now.
  if (picture.remembered !== null) return null;
  const until = levelHoldsUntil(picture);
  return until === null || now < until ? level : null;
}

/** Until when the last word holds although its file cannot be read now; `null` while it can. */
export function levelHoldsUntil({ registryTrouble, transcript }: Picture): Steady | null {
  if (registryTrouble === null || registryTrouble.kind === 'foreign') return null;
  if (registryTrouble.kind === 'missing') return registryTrouble.since + VANISHED_HOLD;
  // An unreadable file leaves its word standing, but not against a transcript that goes on.
  const contradicted = transcript.lineAt !== null && transcript.lineAt > registryTrouble.since + EDGE_HOLD;
  return contradicted ? transcript.lineAt : registryTrouble.since + UNREADABLE_HOLD;
}

/** The level at rest (`idle`, or `shell`: turn over, a background shell still runs), else `null`. */
export function restingLevel(picture: Picture, now: Steady): LevelPicture | null {
  const level = votingLevel(picture, now);
  return level !== null && (level.word === 'idle' || level.word === 'shell') ? level : null;
}

/**
 * What is left to be seen while the level rests: the end of the newest turn, or, where that turn has no end of its
 * own (`!cmd`, `/compact`, a closed `/model`), what stood before it.
 */
export function outcomeAtRest(picture: Picture): Outcome | null {
  return turnOutcome(picture) ?? latest(picture.transcript.standing, picture.hooks.story.standing);
}

function latest(one: Outcome | null, other: Outcome | null): Outcome | null {
  if (one === null || other === null) return one ?? other;
  return one.at > other.at ? one : other;
}

/** Whether the newest run has left its end in the transcript. */
export function endIsRead(picture: Picture, level: LevelPicture): boolean {
  const { turn, readAt } = picture.transcript;
  if (level.fellAt === null || level.roseAt === null) return true;
  if (level.ranBusy && endIsTold(picture, level.fellAt)) return true;
  if (readAt === null || readAt < level.fellAt) return false;
  if (!level.ranBusy) return true;
  if (turn === null || turn.end === null || turn.end.at < level.roseAt) return false;
  // Since 2.1 Claude answers what `!cmd` wrote: its message comes a moment behind the command's output.
  return turn.end.kind !== 'nothing';
}

/** Whether a hook has told the end of the newest turn, and the level fell with it. */
export function endIsTold(picture: Picture, fellAt: Steady): boolean {
  const turn = newestTurn(picture);
  return turn?.byHook === true && turn.end !== null && turn.end.at >= fellAt - END_TOLD;
}

/** Until when the transcript may still tell how the newest run ended (steady milliseconds). */
export function endAwaitedUntil(picture: Picture, level: LevelPicture): Steady | null {
  if (level.fellAt === null || level.roseAt === null) return null;
  const { lineAt } = picture.transcript;
  const began = lineAt !== null && lineAt >= level.roseAt - EDGE_HOLD;
  return level.fellAt + (began && agentsOut(picture) === 0 ? END_LAG : LATE_LAG);
}

/** Whether the person has dealt with an outcome: said so, or typed in that terminal since. */
export function isSeen(picture: Picture, outcome: Outcome): 'said' | 'typed' | null {
  if (picture.seenAt !== null && picture.seenAt >= outcome.at) return 'said';
  const typed = picture.process?.ttyInputAt ?? null;
  const { level } = picture;
  // Agents may have worked on after the last message: what was typed meanwhile (an answer of theirs) saw no end.
  const end = level?.ranBusy && level.fellAt !== null ? Math.max(outcome.at, level.fellAt) : outcome.at;
  return typed !== null && typed > end ? 'typed' : null;
}
