// Which key to press next, so that Claude's questions are answered as the person answered them: ticks, own words, the
// next tab, and the last look before they are sent. Pure; one key at a time, each from a new reading. A question is
// known by its words, never by its place.

import type { Dialog } from './dialog.ts';
import { chosen, type KeyStep, step, towards, wordsWritten } from './dialog-keys.ts';
import type { QuestionAnswer } from './prompt.ts';
import { squash } from './text-pieces.ts';

/**
 * The next key. `wait`: what was typed is not whole on the screen yet. `null`: keys cannot say it. Whoever presses sees
 * each key's effect before the next one is asked for.
 * @param questions the words of each question, in the order of `answers`.
 */
export function nextQuestionKey(
  dialog: Dialog,
  lines: readonly string[],
  questions: readonly string[],
  answers: readonly QuestionAnswer[],
): KeyStep | 'wait' | null {
  if (dialog.kind !== 'question' || dialog.listCut || questions.length !== answers.length) return null;
  if (isReview(dialog)) return saysAll(dialog, questions, answers) ? sent(dialog, lines) : null;
  const at = questions.findIndex((question) => squash(question) === squash(dialog.question));
  const answer = answers[at];
  if (answer === undefined) return null;
  return dialog.options.some(({ checked }) => checked !== null)
    ? severalOf(dialog, lines, answer)
    : oneOf(dialog, lines, answer);
}

/** The last tab, where all answers stand once more. */
function isReview({ steps }: Dialog): boolean {
  return steps.length > 0 && steps.at(-1)?.current === true;
}

/** Whether two readings are of the same questions, at whatever step. */
export function sameQuestions(one: Dialog, other: Dialog): boolean {
  const names = ({ kind, agent, steps }: Dialog) => JSON.stringify([kind, agent, steps.map(({ title }) => title)]);
  return one.kind === 'question' && one.steps.length > 0 && names(one) === names(other);
}

/** One answer of one question. With several questions it goes on to the next by itself. */
function oneOf(dialog: Dialog, lines: readonly string[], answer: QuestionAnswer) {
  const { chosen: labels, text } = answer;
  const last = dialog.steps.length === 0;
  if (text !== null) {
    if (labels.length > 0) return null;
    const at = dialog.options.findIndex(({ meaning }) => meaning === 'write');
    if (at < 0) return null;
    if (dialog.highlighted !== at) return towards(dialog, lines, at);
    const written = wordsWritten(dialog, lines, at, text, false);
    return written === 'yes' ? step(dialog, lines, at, { key: 'Enter' }, last) : written;
  }
  const at = indexOf(dialog, labels[0] ?? '');
  const key = labels.length === 1 && at >= 0 ? chosen(dialog, lines, at) : null;
  return key === null ? null : { ...key, last: key.last && last };
}

/** Ticks that differ, own words, then the row that goes on. */
function severalOf(dialog: Dialog, lines: readonly string[], answer: QuestionAnswer) {
  const wanted = answer.chosen.map((label) => indexOf(dialog, label));
  const own = dialog.options.findIndex(({ meaning }) => meaning === 'write');
  if (wanted.includes(-1) || (answer.text === null && wanted.length === 0)) return null;
  const differs = dialog.options.findIndex(
    ({ checked, digit }, at) => checked !== null && digit !== null && at !== own && checked !== wanted.includes(at),
  );
  if (differs >= 0) return ticked(dialog, lines, differs);
  const field = dialog.options[own];
  if (answer.text === null && field?.checked === true) return null;
  if (answer.text !== null) {
    const stands = field?.checked === true && field.field !== 'open' && squash(field.label) === squash(answer.text);
    if (!stands && dialog.highlighted !== own) return towards(dialog, lines, own);
    const written = stands ? 'yes' : wordsWritten(dialog, lines, own, answer.text, false);
    if (written !== 'yes') return written;
  }
  const onward = dialog.options.findIndex(({ digit }) => digit === null);
  if (onward < 0) return null;
  // It never sends by itself: a last look follows.
  return dialog.highlighted === onward
    ? step(dialog, lines, onward, { key: 'Enter' }, false)
    : towards(dialog, lines, onward);
}

/** The digit turns a box over; the row as it stands, box and all, guards it, so that it never turns twice. */
function ticked(dialog: Dialog, lines: readonly string[], at: number): KeyStep | null {
  const digit = dialog.options[at]?.digit ?? null;
  const typing = dialog.options[dialog.highlighted ?? -1]?.field === 'open';
  if (digit === null || digit > 9) return null;
  return typing ? towards(dialog, lines, at) : step(dialog, lines, at, { text: String(digit) }, false);
}

/** Whether the last look shows every question with what was chosen for it, and nothing else. */
function saysAll({ body }: Dialog, questions: readonly string[], answers: readonly QuestionAnswer[]): boolean {
  const shown = squash(body.join(' '));
  return questions.every((question, at) => {
    const { chosen: labels = [], text = null } = answers[at] ?? {};
    const answer = [...labels, ...(text === null ? [] : [text])].join(', ');
    return shown.includes(squash(`● ${question} → ${answer}`));
  });
}

function sent(dialog: Dialog, lines: readonly string[]): KeyStep | null {
  const at = dialog.options.findIndex(({ digit, meaning }) => digit === 1 && meaning !== 'cancel');
  return at < 0 ? null : chosen(dialog, lines, at);
}

function indexOf({ options }: Dialog, label: string): number {
  return options.findIndex((option) => option.meaning === 'choose' && squash(option.label) === squash(label));
}
