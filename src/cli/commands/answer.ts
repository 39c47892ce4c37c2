// `answer`: answers one prompt, once, and says what it answered. It reads the prompt right before, and names what it read:
// anything else there refuses the answer.

import type { ReplyOf } from '../../contract/commands.ts';
import type { Prompt, PromptAnswer } from '../../core/prompt.ts';
import { buildAnswer } from '../answer/build-answer.ts';
import { candidateLine, nothingOpen, pickPrompt, refuseUnripe } from '../answer/pick-prompt.ts';
import { contradiction, type Wish } from '../answer/wish.ts';
import { type Connection, type Context, connect } from '../connection.ts';
import { EXIT, Failure } from '../failure.ts';
import { print, printJson } from '../output.ts';
import { answerWords } from '../text/answer-words.ts';
import { safeText } from '../text/safe-text.ts';
import { refuseUnderClaude } from '../under-claude.ts';

/** The options of the command. */
export interface AnswerOptions extends Omit<Wish, 'option'> {
  readonly now?: boolean;
  readonly json?: boolean;
}

/** Answers. @throws Failure with exit code 1 when the effect was not seen. */
export async function answer(
  context: Context,
  wanted: string,
  option: string | undefined,
  options: AnswerOptions,
): Promise<void> {
  const trouble = contradiction({ ...options, option });
  if (trouble !== null) throw new Failure(EXIT.usage, `${trouble} Nothing was answered.`);
  refuseUnderClaude(context, 'answer prompts');
  const connection = await connect(context);
  const { sessions, prompts } = await connection.ask('list', {});
  const found = pickPrompt(sessions, prompts, wanted, Date.now());
  if ('session' in found) {
    const { receipt } = await connection.ask('just-closed', { session: found.session.id });
    throw nothingOpen(found.session, receipt, Date.now());
  }
  if ('id' in found) {
    // Closed, or never there: the daemon knows who answered it.
    await connection.ask('reread', { prompt: found.id });
    throw new Failure(EXIT.changed, `${safeText(found.id)} just opened again: look at it with \`tallymux prompts\`.`);
  }
  const { prompt } = found;
  await lookAgain(connection, prompt, options.now === true);
  const made = buildAnswer(prompt, { ...options, option });
  if (options.now !== true) refuseUnripe(found, Date.now());
  return report(prompt, made, await connection.ask('answer', made), options.json === true);
}

/** An answer of unknown fate may still be on its way: another one needs somebody who has looked. */
async function lookAgain(connection: Connection, { id, standing }: Prompt, now: boolean): Promise<void> {
  if (standing !== 'not-confirmed') return;
  if (now) await connection.ask('reread', { prompt: id });
  else
    throw new Failure(
      EXIT.refused,
      `The effect of an earlier answer to ${id} was not seen. Nothing was sent: look at it in its terminal, then answer with --now.`,
    );
}

function report(prompt: Prompt, made: PromptAnswer, reply: ReplyOf<'answer'>, json: boolean): void {
  const seen = reply.receipt !== null;
  if (!json) print(`${candidateLine(prompt)}\n  ${answerWords(made)}${seen ? '' : '\n  sent, not confirmed'}`);
  else if (seen) printJson(reply);
  if (!seen) throw new Failure(EXIT.failed, safeText(reply.text), reply);
}
