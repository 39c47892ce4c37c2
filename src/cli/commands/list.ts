// `list`: what the sessions are. Status bars ask it once a second: what it does not need it must not load.

import { type Context, connect } from '../connection.ts';
import { outputColumns, print, printJson, tell, wantsColour } from '../output.ts';
import { inOrder, tableLines } from '../session-table.ts';

/** What it takes. */
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
  const lines = [...tableLines(sessions, style, snapshot.prompts)];
  if (scripts.length > 0) lines.push(`Scripts (${scripts.length})`, ...tableLines(scripts, style));
  if (lines.length > 0) print(lines.join('\n'));
  if (snapshot.sessions.length === 0) {
    tell(
      snapshot.claudeInstalled
        ? 'No Claude session is running. Start `claude` in any terminal; it appears here by itself.'
        : 'No Claude session is running, and Claude Code was not found here. `tallymux doctor` shows where it was looked for.',
    );
  }
}
