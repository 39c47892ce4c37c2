// Whether a prompt that a hook told of is over, by what is known of its session. Pure. A hook tells that something was
// asked and never that it was answered in the terminal: only what came after shows that.

import type { Steady } from './evidence.ts';
import { votingLevel } from './level.ts';
import { isStillAsked } from './open-asks.ts';
import type { Picture } from './picture.ts';

/** Hooks tell their time in steps of ten milliseconds: what is no older than this may be of the level's next run. */
const TIME_STEP = 20;
/** A loaded Claude writes its level this late at most, in milliseconds. */
const UNCONFIRMED = 15_000;

/** What is known of one asked prompt. */
export interface HookAsk {
  readonly key: string;
  readonly conversation: string;
  /** Id of the sub-agent that asks; `null`: the main conversation. */
  readonly agent: string | null;
  /** Since when Claude can show it; `null` while its held hook keeps it from that. */
  readonly visibleAt: Steady | null;
  /** Whether its tool call is known: then only that call's own result closes it. */
  readonly callKnown: boolean;
  /** Whether its dialog stands on the screen. */
  readonly onScreen: boolean;
}

/**
 * Whether it is over.
 * @param leftWaitingAt when the level last left `waiting`; `null` while that was not seen.
 */
export function promptIsOver(picture: Picture, ask: HookAsk, leftWaitingAt: Steady | null, now: Steady): boolean {
  if (picture.conversation !== null && picture.conversation !== ask.conversation) return true;
  if (isClosedByHooks(picture, ask)) return true;
  if (ask.visibleAt === null) return false;
  if (leftWaitingAt !== null && leftWaitingAt - TIME_STEP > ask.visibleAt) return true;
  // The level never said that it waits: another program's hook answered at once, or nobody will.
  if (ask.onScreen) return false;
  const level = votingLevel(picture, now);
  return level !== null && level.word !== 'waiting' && now - ask.visibleAt > UNCONFIRMED;
}

/** When time alone could make it over. */
export function promptRecheckAt(ask: Pick<HookAsk, 'visibleAt'>): Steady | null {
  return ask.visibleAt === null ? null : ask.visibleAt + UNCONFIRMED + 1;
}

/** Whether a later hook, the transcript or an interrupt closed it. An agent's question is moved only by its agent. */
function isClosedByHooks(picture: Picture, { key, callKnown }: HookAsk): boolean {
  const ask = picture.hooks.story.asks.find((one) => one.key === key);
  return ask === undefined || (ask.agent === null && !isStillAsked(picture, ask, !callKnown));
}
