// Makes the answer that is sent out of the prompt that was read and of what the person asked for. Pure. It names what
// was read: the daemon refuses it where anything there became another.

import { type Ask, askOf } from '../../core/ask.ts';
import type { Prompt, PromptAnswer, PromptOption, QuestionAnswer } from '../../core/prompt.ts';
import { formContent } from './form-content.ts';
import { type Picked, pickOption } from './pick-option.ts';
import { questionAnswers } from './question-answers.ts';
import { contradiction, misused, refused, type Wish, waysIn } from './wish.ts';

type Questions = Extract<Ask, { kind: 'questions' }>['questions'];

/** Meanings that leave questions unanswered: they need no answer to each. */
const LEAVES: readonly PromptOption['meaning'][] = ['chat', 'cancel', 'deny', 'decline'];

/** The answer. @throws Failure when the wish does not fit the prompt; nothing is sent then. */
export function buildAnswer(prompt: Prompt, wish: Wish): PromptAnswer {
  const ways = waysIn(wish);
  const trouble = contradiction(wish);
  if (trouble !== null) throw misused(prompt, trouble);
  const ask = askOf(prompt);
  const questions = ask.kind === 'questions' ? ask.questions : null;
  if ((wish.answer ?? []).length > 0) return manyAnswers(prompt, questions, wish);
  if ((wish.field ?? []).length > 0) return form(prompt, ask, wish);
  if (questions !== null && needsAnswers(questions) && !leaves(prompt, wish)) {
    // Own words alone answer one question; with an option they are that option's.
    const own = ways === 0 && wish.text !== undefined && questions.length === 1 ? [`=${wish.text}`] : null;
    if (wish.text === undefined || ways === 0)
      return manyAnswers(prompt, questions, { answer: own ?? (wish.option === undefined ? [] : [wish.option]) });
  }
  const picked = pickOption(prompt, wish);
  if (ask.kind === 'form' && picked.option.meaning === 'accept') return form(prompt, ask, {});
  if (questions !== null && needsAnswers(questions) && picked.option.meaning === 'write')
    return manyAnswers(prompt, questions, { answer: [`=${picked.text ?? ''}`] });
  return plain(prompt, picked);
}

/** Whether one option alone does not say everything: several questions, or several choices. */
export function needsAnswers(questions: Questions): boolean {
  return questions.length > 1 || questions.some((asked) => asked.several);
}

/** An answer by one option. */
export function plain(prompt: Prompt, { option, text }: Picked): PromptAnswer {
  const { n, label, meaning } = option;
  const { id, changedAt } = prompt;
  return { prompt: id, option: { n, label, meaning }, changedAt, text, input: null, answers: null, content: null };
}

function leaves(prompt: Prompt, wish: Wish): boolean {
  if (wish.yes === true || wish.no !== undefined || wish.decline === true) return true;
  const leaving = prompt.options.filter((option) => LEAVES.includes(option.meaning));
  // Only by its number or whole label: a beginning may be that of an answer.
  const label = wish.option?.trim().toLowerCase() ?? '';
  const number = label.replace(/[.)]$/, '');
  return leaving.some((option) => `${option.n}` === number || option.label.toLowerCase() === label);
}

function manyAnswers(prompt: Prompt, questions: Questions | null, wish: Wish): PromptAnswer {
  if (questions === null) throw refused(prompt, 'It has no questions that are known here.');
  if (wish.text !== undefined) throw misused(prompt, 'Your own words go into --answer "=…".');
  const answers = questionAnswers(prompt, questions, wish.answer ?? []);
  const option = carrier(prompt, answers);
  if (option === undefined) throw refused(prompt, 'It cannot be answered here.');
  return { ...plain(prompt, { option, text: null }), answers };
}

/** The option that stands for the answers: that of the first choice, else where one writes, else what sends them. */
function carrier(prompt: Prompt, answers: readonly QuestionAnswer[]): PromptOption | undefined {
  const { options } = prompt;
  const first = answers[0]?.chosen[0];
  const of = (meaning: PromptOption['meaning']): PromptOption | undefined =>
    options.find((option) => option.meaning === meaning);
  if (first === undefined) return of('write') ?? of('choose') ?? of('accept');
  return (
    options.find((option) => option.meaning === 'choose' && option.label === first) ??
    of('choose') ??
    of('accept') ??
    of('write')
  );
}

function form(prompt: Prompt, ask: Ask, wish: Wish): PromptAnswer {
  if (ask.kind !== 'form') throw refused(prompt, 'It is no form.');
  if (ask.fields === null) throw refused(prompt, 'Something in this form cannot be filled in here.');
  if (wish.text !== undefined) throw misused(prompt, 'A form takes --field name=value.');
  const option = prompt.options.find((one) => one.meaning === 'accept');
  if (option === undefined) throw refused(prompt, 'It cannot be sent from here.');
  return { ...plain(prompt, { option, text: null }), content: formContent(prompt, ask.fields, wish.field ?? []) };
}
