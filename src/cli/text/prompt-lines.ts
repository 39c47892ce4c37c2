// One prompt as a block of lines: who asks, what, complete, the options, and how to answer. Pure; safe to print. Only our
// own words stand in the first columns.

import { askOf } from '../../core/ask.ts';
import type { Prompt, PromptOption } from '../../core/prompt.ts';
import type { Session } from '../../core/session.ts';
import { needsAnswers } from '../answer/build-answer.ts';
import { askLines } from './ask-lines.ts';
import { concernLines } from './concern-lines.ts';
import { safeText } from './safe-text.ts';
import { nameOf } from './session-words.ts';
import { age } from './times.ts';
import { wrapped } from './wrapped.ts';

/** How it is drawn; see `TableStyle`. */
export interface PromptStyle {
  readonly columns: number;
  readonly colour: boolean;
  readonly now: number;
}

/** The whole prompt. @param session `undefined` where it is not known. */
export function promptLines(prompt: Prompt, session: Session | undefined, style: PromptStyle): string[] {
  const { columns } = style;
  const name = session === undefined ? '' : `  ${nameOf(session)}`;
  const head = `◆ ${safeText(prompt.id)}${name}  ${age(prompt.openedAt, style.now)}  ${titleOf(prompt)}`;
  const say = (text: string): string[] => wrapped(text, columns, '  ', '');
  return [
    ...wrapped(head, columns, '').map((line) => (style.colour ? `\u001b[1;33m${line}\u001b[0m` : line)),
    ...askLines(prompt, columns, '    '),
    ...warningLines(prompt, session, columns, style.colour),
    ...remarks(prompt).flatMap(say),
    ...prompt.options.flatMap((option) => optionLines(option, columns)),
    ...say(howTo(prompt, session)),
  ];
}

/** What to look at twice, each behind a mark. */
export function warningLines(
  prompt: Prompt,
  session: Session | undefined,
  columns: number,
  colour: boolean,
): readonly string[] {
  return concernLines(prompt, session)
    .flatMap((text) => wrapped(text, columns, '  ! ', ''))
    .map((line) => (colour ? `\u001b[1;31m${line}\u001b[0m` : line));
}

/** `Bash command · general-purpose · 1 of 3`. */
export function titleOf(prompt: Prompt): string {
  const { n, of } = prompt.position;
  return [prompt.title, prompt.agent, of > 1 ? `${n} of ${of}` : null]
    .filter((part) => part !== null && part !== '')
    .map((part) => safeText(part ?? ''))
    .join(' · ');
}

/** An option behind its number, what Claude says under it below. */
export function optionLines(option: PromptOption, columns: number): string[] {
  const mark = `${`${option.n}`.padStart(3)}. `;
  const words = option.text === 'must' ? `${safeText(option.label)} …` : safeText(option.label);
  const detail = option.detail === null ? [] : wrapped(safeText(option.detail), columns, ' '.repeat(mark.length), '');
  return [...wrapped(words, columns, mark, ''), ...detail];
}

/** What there is to know before answering. */
export function remarks(prompt: Prompt): string[] {
  const lines = prompt.unseenLines;
  return [
    lines > 0 ? `↑ ${lines} more ${lines === 1 ? 'line is' : 'lines are'} to be seen only in its terminal.` : null,
    prompt.standing === 'sending' ? 'An answer is on its way.' : null,
    prompt.standing === 'not-confirmed' ? 'An answer was sent, and its effect was not seen.' : null,
    prompt.maybeAnswered ? 'One of its prompts was answered in the terminal; it may be this one.' : null,
    prompt.trouble === null ? null : safeText(prompt.trouble),
    prompt.options.length > 0 && prompt.numbers === 'card' ? "These numbers are not the terminal's." : null,
  ].filter((text) => text !== null);
}

/** How to get to a session's terminal; its own name where nothing brings one there. */
export function placeOf(id: string, session?: Session): string {
  const reachable = session === undefined || session.tmux !== null || session.kind === 'background';
  if (!reachable && session.kind === 'editor') return 'its editor or desktop application';
  return !reachable && session.tty !== null ? safeText(session.tty) : `tallymux attach ${safeText(id)}`;
}

/** Whether it can be answered from here now. */
export function answerable(prompt: Prompt): boolean {
  return prompt.answerableBy.length > 0 && prompt.options.length > 0;
}

/** One line: the command that answers it, or where else it is answered. */
export function howTo(prompt: Prompt, session?: Session): string {
  const id = safeText(prompt.id);
  if (!answerable(prompt)) return `Answer it at its terminal: ${placeOf(prompt.session, session)}`;
  const command = `tallymux answer ${id}`;
  const ask = askOf(prompt);
  const has = (meaning: PromptOption['meaning']): PromptOption | undefined =>
    prompt.options.find((option) => option.meaning === meaning);
  if (ask.kind === 'questions' && needsAnswers(ask.questions)) {
    return `${command} ${ask.questions.map((asked) => `--answer ${asked.several ? '1,2' : '1'}`).join(' ')}  (numbers, words, or "=your own")`;
  }
  if (ask.kind === 'form' && ask.fields !== null && has('accept') !== undefined) {
    const fields = ask.fields.filter((field) => field.required).map((field) => ` --field ${safeText(field.name)}=…`);
    return `${command}${fields.join('') || ' --field NAME=VALUE'}${has('decline') === undefined ? '' : ', or --decline'}`;
  }
  const numbers = prompt.options.map(({ n }) => n);
  const [deny, write] = [has('deny'), has('write')];
  const ways = [
    numbers.length > 1 ? `${numbers[0]}…${numbers.at(-1)}` : `${numbers[0]}`,
    has('allow') === undefined ? null : '--yes',
    deny === undefined ? null : deny.text === 'no' ? '--no' : deny.text === 'may' ? '--no ["why"]' : '--no "why"',
    write === undefined ? null : '--text "…"',
  ];
  return `${command} ${ways.filter((way) => way !== null).join(' | ')}`;
}
