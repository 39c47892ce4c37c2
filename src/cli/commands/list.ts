// `list`, `show`: what the sessions are.

import { promptsOf } from '../answer/pick-prompt.ts';
import { type Context, connect } from '../connection.ts';
import { outputColumns, print, printJson, tell, wantsColour } from '../output.ts';
import { pickFrom } from '../pick.ts';
import { inOrder, tableLines } from '../session-table.ts';
import { detailLines } from '../text/details.ts';
import { promptLines } from '../text/prompt-lines.ts';

/** What both take. */
export interface JsonOption {
  readonly json?: boolean;
}

/** `list`: every session, what waits for the person first; then scripts. */
export async function list(context: Context, options: JsonOption): Promise<void> {
  const connection = await connect(context);
  const snapshot = await connection.ask('list', {});
  const { sessions, scripts } = inOrder(snapshot.sessions);
  if (options.json === true) return printJson({ sessions, scripts });
  for (const warning of snapshot.warnings) if (warning.severity === 'red') tell(`Warning: ${warning.text}`);
  const style = { columns: outputColumns(), colour: wantsColour(context.environment), now: Date.now() };
  for (const line of tableLines(sessions, style, snapshot.prompts)) print(line);
  if (scripts.length > 0) {
    print(`Scripts (${scripts.length})`);
    for (const line of tableLines(scripts, style)) print(line);
  }
  if (snapshot.sessions.length === 0) {
    tell(
      snapshot.claudeInstalled
        ? 'No Claude session is running. Start `claude` in any terminal; it appears here by itself.'
        : 'No Claude session is running, and Claude Code was not found here. `tallymux doctor` shows where it was looked for.',
    );
  }
}

/** `show S`: one session in full, and what it asks. */
export async function show(context: Context, wanted: string, options: JsonOption): Promise<void> {
  const connection = await connect(context);
  const snapshot = await connection.ask('list', {});
  const session = pickFrom(snapshot.sessions, wanted, Date.now());
  const prompts = promptsOf(snapshot.prompts, session.id);
  if (options.json === true) return printJson({ ...session, prompts }, true);
  const style = { columns: outputColumns(), colour: wantsColour(context.environment), now: Date.now() };
  for (const line of detailLines(session, style)) print(line);
  for (const prompt of prompts) for (const line of ['', ...promptLines(prompt, session, style)]) print(line);
}
