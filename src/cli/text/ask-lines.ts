// What a prompt asks, complete, as lines of a terminal. Pure; safe to print.

import { type Ask, askOf } from '../../core/ask.ts';
import { restOfInput } from '../../core/ask-rest.ts';
import type { Prompt } from '../../core/prompt.ts';
import { fieldLine } from '../answer/form-content.ts';
import { safeText } from './safe-text.ts';
import { safeLines, wrapped } from './wrapped.ts';

/** Lines around a change that did not change, shown for orientation. */
const CONTEXT = 2;

/**
 * Everything that is asked, behind `indent`.
 * @param columns of the terminal; infinite where nothing is wrapped.
 */
export function askLines(prompt: Prompt, columns: number, indent: string): readonly string[] {
  const key = `${columns} ${indent}`;
  const before = known.get(prompt);
  if (before?.key === key) return before.lines;
  const rest = restOfInput(prompt).flatMap(({ name, value }) => note(`${name}: ${value}`));
  const lines = [...bodyOf(prompt, askOf(prompt)), ...rest].flatMap(([mark, line]) =>
    wrapped(line, columns, indent + mark),
  );
  known.set(prompt, { key, lines });
  return lines;
}

/** The live list draws the same prompt each second; one with thousands of lines takes a while. */
const known = new WeakMap<Prompt, { readonly key: string; readonly lines: readonly string[] }>();

/** A line and what stands before it. */
type Line = readonly [mark: string, line: string];

function bodyOf(prompt: Prompt, ask: Ask): Line[] {
  switch (ask.kind) {
    case 'command':
      return [
        ...plain(ask.command),
        ...note(ask.description),
        ...(ask.background ? note('runs in the background') : []),
      ];
    case 'edit':
      return [
        ...plain(prompt.place === null ? ask.path : `${ask.path}:${prompt.place.line}`),
        ...note(ask.all ? 'wherever it stands' : null),
        ...changed(ask.before, ask.after),
      ];
    case 'write': {
      const lines = safeLines(ask.content.replace(/\n$/, ''));
      return [...plain(ask.path), ...lines.map((line): Line => ['+ ', line])];
    }
    case 'fetch':
      return [...plain(ask.url), ...note(ask.purpose)];
    case 'questions':
      return ask.questions.flatMap((asked, at) => questionLines(asked, at, ask.questions.length, prompt));
    case 'plan':
      return plain(ask.plan.trimEnd());
    case 'form':
      return [
        ...plain(ask.message),
        ...(ask.fields === null
          ? plain('Something in this form cannot be shown here.')
          : ask.fields.map((field): Line => ['· ', fieldLine(field)])),
      ];
    case 'tool':
      return [...plain(ask.server === null ? ask.tool : `${ask.server} · ${ask.tool}`), ...plain(ask.input)].filter(
        ([, line]) => line !== '',
      );
    case 'screen':
      return ask.lines.flatMap(plain);
    case 'nothing':
      return plain('What it asks is not known here.');
  }
}

function questionLines(
  asked: Extract<Ask, { kind: 'questions' }>['questions'][number],
  at: number,
  count: number,
  prompt: Prompt,
): Line[] {
  const number = count > 1 ? `${at + 1} of ${count}: ` : '';
  const several = asked.several ? ' (several may be chosen)' : '';
  const head: Line[] = safeLines(`${number}${asked.question}${several}`).map((line): Line => ['', line]);
  // The answers of the one question are the options that follow.
  const listed = asked.options.every(({ label }) => prompt.options.some((option) => option.label === label));
  if (count === 1 && listed) return head;
  return [
    ...head,
    ...asked.options.map(({ label, description }, row): Line => {
      const more = description === '' ? '' : `: ${safeText(description)}`;
      return [`  ${row + 1}. `, `${safeText(label)}${more}`];
    }),
  ];
}

/** Lines that go and come; what is the same at both ends is left out but for a little. */
function changed(before: string, after: string): Line[] {
  const [old, next] = [safeLines(before), safeLines(after)];
  const shortest = Math.min(old.length, next.length);
  let head = 0;
  while (head < shortest && old[head] === next[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && old.at(-1 - tail) === next.at(-1 - tail)) tail += 1;
  const behind = old.slice(old.length - tail);
  const marked =
    (mark: string) =>
    (line: string): Line => [mark, line];
  return [
    ...old.slice(Math.max(0, head - CONTEXT), head).map(marked('  ')),
    ...old.slice(head, old.length - tail).map(marked('− ')),
    ...next.slice(head, next.length - tail).map(marked('+ ')),
    ...behind.slice(0, CONTEXT).map(marked('  ')),
  ];
}

function plain(text: string): Line[] {
  return safeLines(text).map((line): Line => ['', line]);
}

/** Words about it, told from what is asked by their mark. */
function note(text: string | null): Line[] {
  return text === null ? [] : safeLines(text).map((line): Line => ['# ', line]);
}
