// Which prompt stands before the person in the live list, since when, and what a digit does to it. Pure. A digit must never
// reach a prompt that just came, one that is not wholly on the screen, or an option that needs words.

import { askOf } from '../../core/ask.ts';
import type { Prompt, PromptAnswer, PromptOption } from '../../core/prompt.ts';
import { buildAnswer, needsAnswers } from '../answer/build-answer.ts';
import { promptsOf } from '../answer/pick-prompt.ts';
import { Failure } from '../failure.ts';
import { answerable, howTo } from '../text/prompt-lines.ts';
import { safeText } from '../text/safe-text.ts';
import type { Moment, View } from './view.ts';

/** A prompt as it stands there. */
export interface Face {
  readonly prompt: string;
  /** When what it asks last became another, as the daemon says. */
  readonly changedAt: string;
  /** Since when it stands there like this, epoch milliseconds. */
  readonly at: number;
}

/** For so long digits rest after a prompt came or changed, in milliseconds. */
const REST_MS = 300;

/** These say no, or nothing: they may be said to what was not read to its end. */
const HARMLESS: readonly PromptOption['meaning'][] = ['deny', 'cancel', 'decline', 'chat'];

/** The prompt that stands there: it stays until it closes or the row is left, then it is the oldest. */
export function shownPrompt(view: Pick<View, 'snapshot' | 'selected' | 'face'>): Prompt | undefined {
  const own = promptsOf(view.snapshot?.prompts ?? [], view.selected ?? '');
  return own.find((prompt) => prompt.id === view.face?.prompt) ?? own[0];
}

/** The view with the prompt that stands there now. @param anew it came into sight by a key. */
export function facing(view: View, now: number, anew = false): View {
  const prompt = shownPrompt(view);
  if (prompt === undefined) return view.face === null ? view : { ...view, face: null };
  const same = prompt.id === view.face?.prompt && prompt.changedAt === view.face.changedAt;
  return same && !anew ? view : { ...view, face: { prompt: prompt.id, changedAt: prompt.changedAt, at: now } };
}

/** The view with the next prompt of the same session before the person. */
export function nextFace(view: View, now: number): View {
  const own = promptsOf(view.snapshot?.prompts ?? [], view.selected ?? '');
  const at = own.findIndex((prompt) => prompt.id === view.face?.prompt);
  const next = own[(at + 1) % Math.max(1, own.length)];
  if (next === undefined || own.length < 2) return view;
  return { ...view, face: { prompt: next.id, changedAt: next.changedAt, at: now } };
}

/** What a digit asks for: an answer to be sent, or why there is none. */
export function digit(
  view: View,
  key: string,
  moment: Moment,
): { readonly answer: PromptAnswer } | { readonly message: string } {
  const prompt = shownPrompt(view);
  if (prompt === undefined) return { message: nothingAsked(view) };
  if (view.away) return { message: 'The daemon is away: nothing was answered.' };
  if (prompt.standing === 'sending' || view.sending === prompt.id) return { message: 'An answer is on its way.' };
  const session = view.snapshot?.sessions.find(({ id }) => id === view.selected);
  if (!answerable(prompt)) return { message: howTo(prompt, session) };
  const option = prompt.options.find(({ n }) => n === Number(key));
  if (option === undefined) return { message: `${safeText(prompt.id)} has no option ${key}.` };
  if (view.face === null || moment.now - view.face.at < REST_MS) {
    return { message: 'It just came up: read it, then press again.' };
  }
  const elsewhere = needsMore(prompt, option);
  if (elsewhere !== null) return { message: elsewhere };
  if (!HARMLESS.includes(option.meaning)) {
    if (!moment.whole) {
      const isOpened = view.mode.kind === 'prompt';
      return {
        message: isOpened ? 'Read it to its end first: j goes on.' : 'Not all of it is on the screen: p shows it.',
      };
    }
    if (prompt.unseenLines > 0 && prompt.input === null)
      return { message: 'Part of it is only in its terminal: Enter goes there.' };
  }
  try {
    return { answer: buildAnswer(prompt, { option: `${option.n}.` }) };
  } catch (error) {
    if (error instanceof Failure) return { message: error.message.split('\n', 1)[0] ?? '' };
    throw error;
  }
}

/** The command to use instead, where one digit does not say everything. */
function needsMore(prompt: Prompt, option: PromptOption): string | null {
  const ask = askOf(prompt);
  if (HARMLESS.includes(option.meaning) && option.text !== 'must') return null;
  if (ask.kind === 'questions' && needsAnswers(ask.questions)) return `Needs more than a digit: ${howTo(prompt)}`;
  if (ask.kind === 'form' && ask.fields?.length !== 0) return `Needs values: ${howTo(prompt)}`;
  if (option.text !== 'must') return null;
  return `${option.n} needs words: tallymux answer ${safeText(prompt.id)} ${option.n} --text "…"`;
}

function nothingAsked(view: View): string {
  const session = view.snapshot?.sessions.find(({ id }) => id === view.selected);
  if (session?.state !== 'needs-input') return `${view.selected ?? 'It'} asks nothing.`;
  return 'What it asks is not known here: Enter goes to its terminal.';
}
