// The answers to several questions, or to one where several may be chosen, from what was typed: numbers, labels, or
// `=text`. Pure. It must never guess: each question gets its own answer or nothing is sent.

import type { AskedQuestion } from '../../core/ask.ts';
import type { Prompt, QuestionAnswer } from '../../core/prompt.ts';
import { EXIT, Failure } from '../failure.ts';
import { safeText } from '../text/safe-text.ts';
import { type Choice, chooseOption, optionList } from './choose-option.ts';
import { misused } from './wish.ts';

type Row = { readonly n: number; readonly label: string };

/**
 * One answer for each question, in order.
 * @param typed `2`, `1,3`, `Fast`, `=my own words`, or `1,=and my own` where several may be chosen.
 * @throws Failure: 2 when one is missing or says too much, 4 and 5 when no or several labels fit.
 */
export function questionAnswers(
  prompt: Prompt,
  questions: readonly AskedQuestion[],
  typed: readonly string[],
): QuestionAnswer[] {
  if (typed.length !== questions.length) {
    const named = questions.map((asked, at) => `${at + 1} ${safeText(asked.header || asked.question)}`).join(' · ');
    const given = typed.length === 1 ? '1 was given' : `${typed.length} were given`;
    throw new Failure(
      EXIT.usage,
      `${safeText(prompt.id)} asks ${questions.length} ${questions.length === 1 ? 'question' : 'questions'} (${named}), each with an --answer of its own; ${given}. Nothing was answered.`,
    );
  }
  return questions.map((asked, at) => answerTo(prompt, asked, typed[at] ?? ''));
}

function answerTo(prompt: Prompt, asked: AskedQuestion, typed: string): QuestionAnswer {
  const rows = asked.options.map(({ label }, at): Row => ({ n: at + 1, label }));
  const { words, text } = split(typed);
  // A label may hold commas: it counts as a whole before it is cut.
  const whole = words === '' ? null : chooseOption(rows, words);
  const picked =
    words === '' ? [] : whole?.kind === 'one' ? [whole.option] : words.split(',').map((one) => pick(asked, rows, one));
  const chosen = rows.filter((row) => picked.includes(row)).map((row) => row.label);
  const about = `“${safeText(asked.question)}”`;
  if (chosen.length === 0 && text === null) throw misused(prompt, `The --answer to ${about} is empty.`);
  if (!asked.several && chosen.length + (text === null ? 0 : 1) > 1)
    throw misused(prompt, `${about} takes one answer.`);
  return { chosen, text };
}

/** What stands before `=`, and the person's own words behind it. */
function split(typed: string): { words: string; text: string | null } {
  const [, words = typed, text = null] = /^((?:[^=]*,)?)\s*=([\s\S]*)$/.exec(typed) ?? [];
  const own = text?.trim() ?? '';
  return { words: words.replace(/,\s*$/, '').trim(), text: own === '' ? null : own };
}

function pick(asked: AskedQuestion, rows: readonly Row[], typed: string): Row {
  const choice: Choice<Row> = chooseOption(rows, typed);
  if (choice.kind === 'one') return choice.option;
  const [code, trouble] =
    choice.kind === 'none' ? [EXIT.notFound, 'fits no answer'] : [EXIT.ambiguous, 'fits several answers'];
  const shown = optionList(choice.kind === 'none' ? rows : choice.options);
  throw new Failure(
    code,
    `${JSON.stringify(safeText(typed.trim()))} ${trouble} to “${safeText(asked.question)}”: ${shown}. Nothing was answered.`,
  );
}
