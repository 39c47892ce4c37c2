// `explain S`: why a session is in its state; what that rests on, saved to a file; and a saved file, decided again.

import { readFileSync } from 'node:fs';
import { type Recording, replay } from '../../core/recording.ts';
import { replaceFile } from '../../home/atomic-file.ts';
import { type Context, connect } from '../connection.ts';
import { EXIT, Failure } from '../failure.ts';
import { outputColumns, print, printJson, wantsColour } from '../output.ts';
import { guessFrom } from '../pick.ts';
import { explanationLines } from '../text/details.ts';
import { replayLines } from '../text/replay-lines.ts';
import type { JsonOption } from './list.ts';

/** What `explain` may be told. */
export interface ExplainOptions extends JsonOption {
  readonly save?: string;
  readonly full?: boolean;
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
  if (options.replay === true) return showReplay(wanted, options);
  const connection = await connect(context);
  const session = guessFrom((await connection.ask('list', {})).sessions, wanted, Date.now());
  if (options.save !== undefined) {
    const recording = await connection.ask('record', { session: session.id, full: options.full === true });
    return save(recording, options.save);
  }
  const explanation = await connection.ask('explain', { session: session.id });
  if (options.json === true) return printJson(explanation, true);
  const style = { columns: outputColumns(), colour: wantsColour(context.environment), now: Date.now() };
  for (const line of explanationLines(explanation, style)) print(line);
}

function save(recording: Recording, file: string): void {
  if (file === '-') {
    printJson(recording, true);
    return;
  }
  try {
    replaceFile(file, `${JSON.stringify(recording, null, 1)}\n`);
  } catch (error) {
    throw new Failure(EXIT.failed, `${file} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
  const words = recording.redacted
    ? 'What was typed, said and run is left out; --full keeps it.'
    : 'It holds what was typed, said and run: look at it before you send it to anybody.';
  print(`Saved ${recording.evidence.length} pieces of evidence to ${file}. ${words}`);
  print(`\`tallymux explain --replay ${file}\` decides it again.`);
}

function showReplay(file: string, options: ExplainOptions): void {
  const recording = readRecording(file);
  const steps = replay(recording);
  if (options.json === true) printJson(steps, true);
  else for (const line of replayLines(recording, steps)) print(line);
}

function readRecording(file: string): Recording {
  let value: Partial<Recording> | null;
  try {
    value = JSON.parse(readFileSync(file, 'utf8')) as Partial<Recording> | null;
  } catch (error) {
    throw new Failure(EXIT.failed, `${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  if (value?.recording !== 1 || !Array.isArray(value.evidence) || value.from === undefined)
    throw new Failure(EXIT.usage, `${file} is no recording that this Tallymux knows: \`explain S --save\` writes one.`);
  return value as Recording;
}
