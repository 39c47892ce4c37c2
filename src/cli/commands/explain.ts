// `explain S`: why a session is in its state; what that rests on, saved to a file; and a saved file, decided again.

import type { Recording } from '../../core/recording.ts';
import { type Context, connect } from '../connection.ts';
import { EXIT, Failure } from '../failure.ts';
import { outputColumns, print, printJson, tell, wantsColour } from '../output.ts';
import { guessFrom } from '../pick.ts';
import { readRecording } from '../read-recording.ts';
import { saveFile } from '../save-file.ts';
import { explanationLines } from '../text/details.ts';
import { replayLines } from '../text/replay-lines.ts';
import { safeText } from '../text/safe-text.ts';
import { shellText } from '../text/shell-text.ts';
import type { JsonOption } from './list.ts';

/** What `explain` may be told. */
export interface ExplainOptions extends JsonOption {
  readonly save?: string;
  readonly full?: boolean;
  readonly force?: boolean;
  readonly replay?: boolean;
}

/** Names the rule, the evidence with source and age, and each source that disagreed. */
export async function explain(context: Context, wanted: string | undefined, options: ExplainOptions): Promise<void> {
  if (options.replay === true && options.save !== undefined)
    throw new Failure(EXIT.usage, '--replay reads a file and --save writes one: give one of the two.');
  if (wanted === undefined) {
    const what =
      options.replay === true
        ? '--replay takes the file that --save wrote: tallymux explain --replay <file>.'
        : 'explain takes a session: tallymux explain <session>. `tallymux list` shows them.';
    throw new Failure(EXIT.usage, what);
  }
  if (options.full === true && options.save === undefined)
    throw new Failure(EXIT.usage, '--full says what --save writes: add --save <file>.');
  if (options.force === true && options.save === undefined)
    throw new Failure(EXIT.usage, '--force says what --save may write over: add --save <file>.');
  if (options.replay === true) return showReplay(wanted, options);
  const connection = await connect(context);
  const session = guessFrom((await connection.ask('list', {})).sessions, wanted, Date.now());
  if (options.save !== undefined) {
    const recording = await connection.ask('record', { session: session.id, full: options.full === true });
    return save(recording, options.save, options.force === true);
  }
  const explanation = await connection.ask('explain', { session: session.id });
  if (options.json === true) return printJson(explanation, true);
  const style = { columns: outputColumns(), colour: wantsColour(context.environment), now: Date.now() };
  for (const line of explanationLines(explanation, style)) print(line);
}

function save(recording: Recording, file: string, force: boolean): void {
  if (file === '-') {
    printJson(recording, true);
    return;
  }
  const loss = { mayReplace: looksLikeRecording, called: 'recording' };
  const isThere = saveFile(file, `${JSON.stringify(recording, null, 1)}\n`, force ? null : loss);
  const words = recording.redacted
    ? 'What was typed, said and run is left out; --full keeps it.'
    : 'It holds what was typed, said and run: look at it before you send it to anybody.';
  const saved = `Saved ${recording.evidence.length} pieces of evidence to ${safeText(file)}. ${words}`;
  // What went into a pipe may be this very output.
  const say = isThere ? print : tell;
  say(saved);
  if (isThere) print(`\`tallymux explain --replay ${safeText(shellText([file]))}\` decides it again.`);
}

/** Whether a file may be lost to a newer recording: an older one, whole or damaged. */
function looksLikeRecording(content: string): boolean {
  return /^\s*\{\s*"recording"\s*:/.test(content);
}

function showReplay(file: string, options: ExplainOptions): void {
  const { recording, steps } = readRecording(file);
  if (options.json === true) printJson(steps, true);
  else for (const line of replayLines(recording, steps)) print(line);
}
