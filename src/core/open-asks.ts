// Which questions that hooks told of are still open. Pure. A hook tells that one was asked and never that it was
// answered in the terminal: what closes it is what came after.

import { HOOK_HOLD } from './level.ts';
import { newestTurn } from './newest-turn.ts';
import type { OpenAsk, Picture } from './picture.ts';
import type { Ending } from './prompt.ts';

/** Questions that nothing has closed, oldest first. */
export function openAsks(picture: Picture): readonly OpenAsk[] {
  const { asks } = picture.hooks.story;
  const { level } = picture;
  // What was asked well before the level began to wait was answered before.
  const from = level?.word === 'waiting' ? level.wordSince - HOOK_HOLD : Number.NEGATIVE_INFINITY;
  return asks.filter((ask) => ask.at >= from && endOfAsk(picture, ask) === null);
}

/**
 * What came after a question and shows that it is over, whatever the level says; `null`: nothing yet.
 * @param byAction `false`: a result of the same action is not taken for its own, for its tool call is known.
 */
export function endOfAsk(picture: Picture, ask: OpenAsk, byAction = true): Ending | null {
  const { lineAt, interruptedAt, turn: read } = picture.transcript;
  if (interruptedAt !== null && interruptedAt > ask.at) return 'stopped';
  // The main conversation goes on beside its agents.
  if (ask.agent !== null) return null;
  const turn = newestTurn(picture);
  if (turn !== null && turn.startedAt > ask.at) return 'next-turn';
  if (turn !== null && turn.end !== null && turn.end.at > ask.at)
    return turn.end.kind === 'interrupted' ? 'stopped' : 'terminal';
  // While a dialog stands, the main conversation writes nothing.
  if (ask.tool === '') return lineAt !== null && lineAt > ask.at ? 'terminal' : null;
  const hasResult = read?.answered.some(({ action, at }) => action === ask.action && at > ask.at) ?? false;
  return byAction && hasResult ? 'terminal' : null;
}
