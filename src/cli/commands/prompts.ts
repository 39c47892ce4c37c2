// `prompts` and `next`: what Claude asks, complete, and how to answer. They only read: a Claude may run them too.

import { attentionOrder } from '../../core/attention.ts';
import type { Prompt } from '../../core/prompt.ts';
import type { Session } from '../../core/session.ts';
import { promptsOf } from '../answer/pick-prompt.ts';
import { type Context, connect } from '../connection.ts';
import { EXIT, Failure } from '../failure.ts';
import { outputColumns, print, printJson, tell, wantsColour } from '../output.ts';
import { tableLines } from '../session-table.ts';
import { placeOf, promptLines } from '../text/prompt-lines.ts';
import { safeText } from '../text/safe-text.ts';
import { wrapped } from '../text/wrapped.ts';
import type { JsonOption } from './list.ts';

/** `prompts`: every open prompt, the longest waiting first. */
export async function prompts(context: Context, options: JsonOption): Promise<void> {
  const connection = await connect(context);
  if (options.json === true) {
    const reply = await connection.ask('prompts', {});
    return printJson({ prompts: reply.prompts });
  }
  const snapshot = await connection.ask('list', {});
  if (snapshot.prompts.length === 0) return tell('Nothing waits for an answer.');
  printPrompts(context, snapshot.prompts, snapshot.sessions);
}

/** `next`: the session that waits longest, with what it asks. */
export async function next(context: Context, options: JsonOption): Promise<void> {
  const connection = await connect(context);
  const snapshot = await connection.ask('list', {});
  const [session] = attentionOrder(snapshot.sessions);
  const own = session === undefined ? [] : promptsOf(snapshot.prompts, session.id);
  if (session === undefined) throw new Failure(EXIT.notFound, 'Nothing waits for you.', { session: null, prompts: [] });
  if (options.json === true) return printJson({ session, prompts: own });
  const style = { columns: outputColumns(), colour: wantsColour(context.environment), now: Date.now() };
  for (const line of tableLines([session], style, own)) print(line);
  if (own.length > 0) return printPrompts(context, own, [session]);
  const say = (text: string): void => wrapped(text, style.columns, '  ', '').forEach(print);
  if (session.state === 'review') {
    if (session.lastText !== null) say(safeText(session.lastText));
    say(`tallymux seen ${session.id}, or look at it: ${placeOf(session.id, session)}`);
  } else say(`What it asks is not known here. Answer it at its terminal: ${placeOf(session.id, session)}`);
}

/** Prints prompts as blocks, an empty line between two. */
export function printPrompts(context: Context, asked: readonly Prompt[], sessions: readonly Session[]): void {
  const style = { columns: outputColumns(), colour: wantsColour(context.environment), now: Date.now() };
  asked.forEach((prompt, at) => {
    if (at > 0) print('');
    const session = sessions.find(({ id }) => id === prompt.session);
    for (const line of promptLines(prompt, session, style)) print(line);
  });
}
