// The option that answers a prompt: by number, by words, or by what it means. Pure. `--yes` is once and nothing more,
// `--no` never a standing rule: where Claude offers no such option, nothing is chosen in its place.

import type { Meaning, Prompt, PromptOption } from '../../core/prompt.ts';
import { EXIT, Failure } from '../failure.ts';
import { safeText } from '../text/safe-text.ts';
import { chooseOption, optionList } from './choose-option.ts';
import { misused, refused, type Wish } from './wish.ts';

/** An option and the words that go with it. */
export interface Picked {
  readonly option: PromptOption;
  readonly text: string | null;
}

/**
 * The option and its text.
 * @throws Failure: 2 when words are missing or nothing was said, 4 and 5 when no or several options fit, 7 when there is
 * none of that meaning or it takes no words.
 */
export function pickOption(prompt: Prompt, wish: Wish): Picked {
  const text = textOf(prompt, wish);
  const option = optionOf(prompt, wish, text);
  if (option.text === 'must' && text === null) {
    throw misused(
      prompt,
      `“${option.n} ${safeText(option.label)}” needs words: add ${wish.no === true ? 'them to --no' : '--text "…"'}.`,
    );
  }
  if (option.text === 'no' && text !== null)
    throw refused(prompt, `“${option.n} ${safeText(option.label)}” takes no words.`);
  return { option, text };
}

function textOf(prompt: Prompt, wish: Wish): string | null {
  const said = [wish.text, typeof wish.no === 'string' ? wish.no : undefined].filter((text) => text !== undefined);
  if (said.some((text) => text.trim() === '')) throw misused(prompt, 'The words are empty.');
  return said[0] ?? null;
}

function optionOf(prompt: Prompt, wish: Wish, text: string | null): PromptOption {
  if (wish.yes === true) return meaning(prompt, 'allow', text, '--yes allows once, and nothing here does just that.');
  if (wish.no !== undefined) return meaning(prompt, 'deny', text, '--no refuses, and nothing here does just that.');
  if (wish.decline === true) return meaning(prompt, 'decline', text, 'Nothing here declines.');
  if (wish.option !== undefined) return named(prompt, wish.option);
  if (text === null) throw misused(prompt, 'Say which option.');
  const written = prompt.options.filter((option) => option.meaning === 'write');
  const fields =
    written.length > 0
      ? written
      : prompt.options.filter((option) => option.text === 'must' && option.meaning !== 'chat');
  const [only] = fields;
  if (only === undefined || fields.length > 1) throw misused(prompt, 'Say with which option the words go.');
  return only;
}

/** Of several with the meaning, one that takes the words as they are: some or none. */
function meaning(prompt: Prompt, wanted: Meaning, text: string | null, otherwise: string): PromptOption {
  const all = prompt.options.filter((option) => option.meaning === wanted);
  const fitting = all.find((option) => (text === null ? option.text !== 'must' : option.text !== 'no'));
  const option = fitting ?? all[0];
  if (option === undefined) throw refused(prompt, otherwise);
  return option;
}

function named(prompt: Prompt, wanted: string): PromptOption {
  const choice = chooseOption(prompt.options, wanted);
  if (choice.kind === 'one') return choice.option;
  if (prompt.options.length === 0) throw refused(prompt, 'It cannot be answered here.');
  const id = safeText(prompt.id);
  const quoted = JSON.stringify(safeText(wanted));
  if (choice.kind === 'none') {
    throw new Failure(
      EXIT.notFound,
      `${id} has no option ${quoted}. Its options: ${optionList(prompt.options)}. Nothing was answered.`,
    );
  }
  const numbers = choice.options.map((option) => `${option.n}.`).join(' or ');
  throw new Failure(
    EXIT.ambiguous,
    `${quoted} fits several options of ${id}: ${optionList(choice.options)}. Say ${numbers} with the dot.`,
  );
}
