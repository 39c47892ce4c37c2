// `explain S`: why a session is in its state.

import { type Context, connect } from '../connection.ts';
import { outputColumns, print, printJson, wantsColour } from '../output.ts';
import { pickSession } from '../pick.ts';
import { explanationLines } from '../text/details.ts';
import type { JsonOption } from './list.ts';

/** Names the rule, the evidence with source and age, and each source that disagreed. */
export async function explain(context: Context, wanted: string, options: JsonOption): Promise<void> {
  const connection = await connect(context);
  const session = await pickSession(connection, wanted);
  const explanation = await connection.ask('explain', { session: session.id });
  if (options.json === true) return printJson(explanation, true);
  const style = { columns: outputColumns(), colour: wantsColour(context.environment), now: Date.now() };
  for (const line of explanationLines(explanation, style)) print(line);
}
