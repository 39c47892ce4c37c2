// Which option a person means by a number or by words. Pure. It must never choose between two that fit as well, nor take
// one that only resembles what was said.

import type { PromptOption } from '../../core/prompt.ts';
import { safeText } from '../text/safe-text.ts';

/** Something that is chosen by its number or its words. */
type Named = Pick<PromptOption, 'n' | 'label'>;

/** One option, none, or several that fit as well. */
export type Choice<O> =
  | { readonly kind: 'one'; readonly option: O }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly options: readonly O[] };

/**
 * The option meant by `text`: its number (`2`, or `2.` where a label is a number too), its whole label, or a beginning
 * that only one label has. Case and runs of blanks do not matter.
 */
export function chooseOption<O extends Named>(options: readonly O[], text: string): Choice<O> {
  const wanted = plain(text);
  if (wanted === '') return { kind: 'none' };
  const number = /^(\d{1,3})[.)]?$/.exec(wanted);
  const numbered = number === null ? [] : options.filter((option) => option.n === Number(number[1]));
  const exact = options.filter((option) => wordsOf(option).includes(wanted));
  // Where a label is itself a number, the two may mean different things: `2` of "2, 3, 5".
  const first = options.filter((option) => numbered.includes(option) || exact.includes(option));
  if (first.length > 0) return choice(first);
  if (number !== null) return { kind: 'none' };
  return choice(options.filter((option) => wordsOf(option).some((words) => words.startsWith(wanted))));
}

/** The options in one line: `1 Yes · 2 No`. */
export function optionList(options: readonly Named[]): string {
  return options.map((option) => `${option.n} ${safeText(option.label)}`).join(' · ');
}

function choice<O>(options: readonly O[]): Choice<O> {
  const [first] = options;
  if (first === undefined) return { kind: 'none' };
  return options.length === 1 ? { kind: 'one', option: first } : { kind: 'several', options };
}

/** The label as Claude wrote it, and as it is shown here. */
function wordsOf(option: Named): string[] {
  return [plain(option.label), plain(safeText(option.label))];
}

function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}
