// Which key to press next, so that a dialog comes to say what the person chose. Pure: one key at a time, each planned
// from a new reading of the screen, each guarded by lines that must still stand there.

import type { Dialog, DialogOption } from './dialog.ts';
import type { Keys } from './pane.ts';
import type { FormValue, Meaning, QuestionAnswer } from './prompt.ts';

/** What the person chose. */
export interface KeyGoal {
  /** The option's number as it is offered. */
  readonly n: number;
  readonly label: string;
  readonly meaning: Meaning;
  readonly text: string | null;
  readonly answers: readonly QuestionAnswer[] | null;
  readonly content: Readonly<Record<string, FormValue>> | null;
}

/** One key. */
export interface KeyStep {
  readonly keys: Keys;
  /** Lines, as they stand on the screen, that must be there when it is pressed. */
  readonly expect: readonly string[];
  /** Whether the dialog answers with it: it must never be pressed twice. */
  readonly last: boolean;
}

/**
 * The next key. `wait`: what was typed is not shown yet. `null`: keys cannot say it.
 * @param lines the screen that `dialog` was read from, without colours.
 * @param typed whether the goal's text was typed already.
 */
export function nextKey(
  dialog: Dialog,
  lines: readonly string[],
  goal: KeyGoal,
  typed: boolean,
): KeyStep | 'wait' | null {
  if (goal.answers !== null || goal.content !== null || dialog.listCut) return null;
  const at = dialog.options.findIndex((option, index) => isWanted(option, index, goal));
  const option = dialog.options[at];
  const row = option === undefined ? '' : (lines[option.row]?.trim() ?? '');
  if (option === undefined || row === '') return null;
  const expect = [dialog.distinctive, row].filter((line) => line !== '');
  if (goal.text === null && option.digit !== null && option.field === 'none' && option.digit < 10)
    return { keys: { text: String(option.digit) }, expect, last: true };
  if (dialog.highlighted === null) return null;
  if (dialog.highlighted !== at) return { keys: { key: dialog.highlighted < at ? 'Down' : 'Up' }, expect, last: false };
  if (goal.text === null) return option.field === 'none' ? { keys: { key: 'Enter' }, expect, last: true } : null;
  if (option.field === 'none' && !dialog.amendable) return null;
  if (option.field !== 'open') return { keys: { key: 'Tab' }, expect, last: false };
  if (!typed) return { keys: { text: goal.text }, expect, last: false };
  return squash(option.label) === squash(goal.text) ? { keys: { key: 'Enter' }, expect, last: true } : 'wait';
}

/** By its number and its words; an open field shows what is typed in the place of its words. */
function isWanted(option: DialogOption, index: number, { n, label, meaning }: KeyGoal): boolean {
  if ((option.digit ?? index + 1) !== n) return false;
  return option.field === 'open' || (option.label === label && option.meaning === meaning);
}

/** Without blanks, which wrapping moves about. */
function squash(text: string): string {
  return text.replace(/\s+/g, '');
}
