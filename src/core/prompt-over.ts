// Whether a prompt that a hook told of is over, by what is known of its session. Pure. A hook tells that something was
// asked and never that it was answered in the terminal: only what came after shows that.

import type { Steady } from './evidence.ts';
import { votingLevel } from './level.ts';
import { endOfAsk } from './open-asks.ts';
import type { Picture } from './picture.ts';
import type { Ending } from './prompt.ts';

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
  /** When it was asked. */
  readonly at: Steady;
  /** Since when Claude can show it; `null` while its held hook keeps it from that. */
  readonly visibleAt: Steady | null;
  /** Whether its tool call is known: then only that call's own result closes it. */
  readonly callKnown: boolean;
  /** Whether its dialog stands on the screen. */
  readonly onScreen: boolean;
}

/**
 * What shows that it is over; `null` while nothing does.
 * @param leftWaitingAt when the level last left `waiting`; `null` while that was not seen.
 */
export function endOfPrompt(picture: Picture, ask: HookAsk, leftWaitingAt: Steady | null, now: Steady): Ending | null {
  if (picture.conversation !== null && picture.conversation !== ask.conversation) return 'conversation';
  const told = endByHooks(picture, ask);
  if (told !== null || ask.visibleAt === null) return told;
  if (leftWaitingAt !== null && leftWaitingAt - TIME_STEP > ask.visibleAt) return 'terminal';
  // The level never said that it waits: another program's hook answered at once, or nobody will.
  if (ask.onScreen) return null;
  const level = votingLevel(picture, now);
  return level !== null && level.word !== 'waiting' && now - ask.visibleAt > UNCONFIRMED ? 'unasked' : null;
}

/** When time alone could make it over. */
export function promptRecheckAt(ask: Pick<HookAsk, 'visibleAt'>): Steady | null {
  return ask.visibleAt === null ? null : ask.visibleAt + UNCONFIRMED + 1;
}

/** What a later hook, the transcript or an interrupt tells of its end. An agent's question is moved only by its agent. */
function endByHooks(picture: Picture, { key, agent, at, callKnown }: HookAsk): Ending | null {
  const { asks, endedAgents, turn } = picture.hooks.story;
  const ask = asks.find((one) => one.key === key);
  if (ask !== undefined) return ask.agent === null ? endOfAsk(picture, ask, !callKnown) : null;
  if (agent !== null) return endedAgents.includes(agent) ? 'agent' : 'terminal';
  return turn !== null && turn.startedAt > at ? 'next-turn' : 'terminal';
}
