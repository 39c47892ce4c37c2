// Which questions that hooks told of are still open. Pure. A hook tells that one was asked and never that it was
// answered in the terminal: what closes it is what came after.

import { HOOK_HOLD } from './level.ts';
import { newestTurn } from './newest-turn.ts';
import type { OpenAsk, Picture } from './picture.ts';

/** Questions that nothing has closed, oldest first. */
export function openAsks(picture: Picture): readonly OpenAsk[] {
  const { asks } = picture.hooks.story;
  const { level } = picture;
  // What was asked well before the level began to wait was answered before.
  const from = level?.word === 'waiting' ? level.wordSince - HOOK_HOLD : Number.NEGATIVE_INFINITY;
  return asks.filter((ask) => ask.at >= from && isStillAsked(picture, ask));
}

/**
 * Whether nothing that came after a question shows that it is over, whatever the level says.
 * @param byAction `false`: a result of the same action is not taken for its own, for its tool call is known.
 */
export function isStillAsked(picture: Picture, ask: OpenAsk, byAction = true): boolean {
  const { lineAt, interruptedAt, turn: read } = picture.transcript;
  if (interruptedAt !== null && interruptedAt > ask.at) return false;
  // The main conversation goes on beside its agents.
  if (ask.agent !== null) return true;
  const turn = newestTurn(picture);
  if (turn !== null && (turn.startedAt > ask.at || (turn.end !== null && turn.end.at > ask.at))) return false;
  // While a dialog stands, the main conversation writes nothing.
  if (ask.tool === '') return lineAt === null || lineAt <= ask.at;
  if (!byAction) return true;
  return !(read?.answered.some(({ action, at }) => action === ask.action && at > ask.at) ?? false);
}
