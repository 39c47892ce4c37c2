// `show S`: one session in full, and what it asks.

import { promptsOf } from '../answer/pick-prompt.ts';
import { type Context, connect } from '../connection.ts';
import { outputColumns, print, printJson, wantsColour } from '../output.ts';
import { guessFrom } from '../pick.ts';
import { detailLines } from '../text/details.ts';
import { promptLines } from '../text/prompt-lines.ts';
import type { JsonOption } from './list.ts';

/** `show S`: one session in full, and what it asks. */
export async function show(context: Context, wanted: string, options: JsonOption): Promise<void> {
  const connection = await connect(context);
  const snapshot = await connection.ask('list', {});
  const session = guessFrom(snapshot.sessions, wanted, Date.now());
  const prompts = promptsOf(snapshot.prompts, session.id);
  if (options.json === true) return printJson({ ...session, prompts }, true);
  const style = { columns: outputColumns(), colour: wantsColour(context.environment), now: Date.now() };
  const why = await connection.ask('explain', { session: session.id });
  // It may have gone on since: then the words are of another state.
  const sentence = why.rule === session.because ? why.because : null;
  for (const line of detailLines(session, style, sentence)) print(line);
  for (const prompt of prompts) for (const line of ['', ...promptLines(prompt, session, style)]) print(line);
}
