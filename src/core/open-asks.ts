// Which questions that hooks told of are still open. Pure. A hook tells that one was asked and never that it was
// answered in the terminal: what closes it is what came after.

import { HOOK_HOLD } from './level.ts';
import { newestTurn } from './newest-turn.ts';
import type { OpenAsk, Picture } from './picture.ts';

/** Questions that nothing has closed, oldest first. */
export function openAsks(picture: Picture): readonly OpenAsk[] {
  const { asks } = picture.hooks.story;
  if (asks.length === 0) return asks;
  const turn = newestTurn(picture);
  const { lineAt, interruptedAt, turn: read } = picture.transcript;
  const { level } = picture;
  // What was asked well before the level began to wait was answered before.
  const from = level?.word === 'waiting' ? level.wordSince - HOOK_HOLD : Number.NEGATIVE_INFINITY;
  return asks.filter((ask) => {
    if (ask.at < from || (interruptedAt !== null && interruptedAt > ask.at)) return false;
    const over = turn !== null && (turn.startedAt > ask.at || (turn.end !== null && turn.end.at > ask.at));
    // The main conversation goes on beside its agents.
    if (ask.agent !== null) return true;
    // While a dialog stands, the main conversation writes nothing.
    if (ask.tool === '') return !over && (lineAt === null || lineAt <= ask.at);
    const answered = read?.answered.some(({ action, at }) => action === ask.action && at > ask.at) ?? false;
    return !over && !answered;
  });
}
