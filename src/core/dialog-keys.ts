// Which key to press next, so that a dialog comes to say what the person chose. Pure: one key at a time, each planned
// from a new reading of the screen, each guarded by lines that must still stand there. Enter is planned only with the
// marker on the chosen row and, after words, only once exactly these stand there.

import type { FormField } from './ask.ts';
import type { Dialog, DialogOption } from './dialog.ts';
import { nextFormKey } from './form-keys.ts';
import { numbersOf } from './option-numbers.ts';
import type { KeyName, Keys } from './pane.ts';
import type { FormValue, Meaning, QuestionAnswer } from './prompt.ts';
import { nextQuestionKey } from './question-keys.ts';
import { holdsKeys, nextPiece } from './text-pieces.ts';

/** What the person chose. */
export interface KeyGoal {
  /** The option's number as it is offered. */
  readonly n: number;
  readonly label: string;
  readonly meaning: Meaning;
  readonly text: string | null;
  readonly answers: readonly QuestionAnswer[] | null;
  /** What each of `answers` answers, in the same order; without it, `answers` has one: of the question on the screen. */
  readonly questions?: readonly string[];
  readonly content: Readonly<Record<string, FormValue>> | null;
  /** The fields of the form that `content` fills in, in the form's order. */
  readonly fields?: readonly FormField[];
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
  if (dialog.listCut || textsOf(goal).some(holdsKeys)) return null;
  if (goal.content !== null) return nextFormKey(dialog, lines, goal.fields ?? [], goal.content);
  if (goal.answers !== null) {
    return nextQuestionKey(dialog, lines, goal.questions ?? [dialog.question], goal.answers);
  }
  const numbers = numbersOf(dialog);
  const at = dialog.options.findIndex((option, index) => isWanted(option, numbers[index] ?? 0, goal));
  const option = dialog.options[at];
  if (option === undefined) return null;
  if (goal.text !== null) return option.text === 'no' ? null : withWords(dialog, lines, at, goal.text, typed);
  if (option.text === 'must') return null;
  return chosen(dialog, lines, at);
}

/** The next key that chooses a row as it stands. */
export function chosen(dialog: Dialog, lines: readonly string[], at: number): KeyStep | null {
  const option = dialog.options[at];
  if (option === undefined) return null;
  const named = keyNamed(option.label);
  // A notice has no list: its own line names the keys.
  if (dialog.highlighted === null && option.digit === null) {
    return named === null ? null : step(dialog, lines, at, { key: named }, true);
  }
  if (dialog.highlighted !== at || option.field === 'closed') {
    const typing = dialog.options[dialog.highlighted ?? -1]?.field === 'open';
    const digit = option.digit !== null && option.digit < 10 && !typing && option.checked === null;
    // A digit answers at once, but only opens a field.
    if (digit) return step(dialog, lines, at, { text: String(option.digit) }, option.field === 'none');
    return towards(dialog, lines, at);
  }
  // Somebody else's words stand there: Enter would send them.
  if (option.field === 'open' && option.typed !== '') return null;
  if (option.digit !== null && option.digit < 10 && option.field === 'none' && option.checked === null) {
    return step(dialog, lines, at, { text: String(option.digit) }, true);
  }
  return option.checked === null ? step(dialog, lines, at, { key: 'Enter' }, true) : null;
}

/** The next key that chooses a row and says something with it. */
export function withWords(
  dialog: Dialog,
  lines: readonly string[],
  at: number,
  text: string,
  typed: boolean,
): KeyStep | 'wait' | null {
  if (dialog.highlighted !== at) return towards(dialog, lines, at);
  const written = wordsWritten(dialog, lines, at, text, typed);
  return written === 'yes' ? step(dialog, lines, at, { key: 'Enter' }, true) : written;
}

/**
 * The next key that writes into the highlighted row; `yes` once exactly that stands there. A long text goes in pieces,
 * each guarded by the row as it stands with those before it.
 */
export function wordsWritten(
  dialog: Dialog,
  lines: readonly string[],
  at: number,
  text: string,
  typed: boolean,
): KeyStep | 'wait' | 'yes' | null {
  const option = dialog.options[at];
  if (option === undefined || text.trim() === '') return null;
  if (option.field === 'none') return dialog.amendable ? step(dialog, lines, at, { key: 'Tab' }, false) : null;
  if (option.field === 'closed') return 'wait';
  const seen = option.typed ?? '';
  const next = nextPiece(text, seen);
  if (next === 'whole') return 'yes';
  if (next === 'wait' || next === null) return next;
  // What was typed into the empty field is on its way.
  return seen.trim() === '' && typed ? 'wait' : step(dialog, lines, at, { text: next }, false);
}

/** All that would be typed. */
function textsOf({ text, answers, content }: KeyGoal): readonly string[] {
  const written = (answers ?? []).map((answer) => answer.text);
  const filled = Object.values(content ?? {}).flatMap((value) => (typeof value === 'object' ? value : [String(value)]));
  return [text, ...written, ...filled].filter((one) => one !== null);
}

/** One arrow nearer to a row; guarded by the row that has the marker now. */
export function towards(dialog: Dialog, lines: readonly string[], at: number): KeyStep | null {
  const from = dialog.highlighted;
  if (from === null || from === at) return null;
  const beside = dialog.options[from]?.row === dialog.options[at]?.row;
  const key: KeyName = from < at ? (beside ? 'Right' : 'Down') : beside ? 'Left' : 'Up';
  return step(dialog, lines, from, { key }, false);
}

/** A key, guarded by the line that tells the dialog and by a row as it stands. */
export function step(dialog: Dialog, lines: readonly string[], at: number, keys: Keys, last: boolean): KeyStep | null {
  const row = lines[dialog.options[at]?.row ?? -1]?.trim() ?? '';
  if (row === '') return null;
  return { keys, expect: [dialog.distinctive, row].filter((line) => line !== ''), last };
}

/** By its number and its words; an open field shows what is typed in the place of its words. */
function isWanted(option: DialogOption, number: number, { n, label, meaning }: KeyGoal): boolean {
  if (number !== n || option.meaning !== meaning) return false;
  return option.field === 'open' || option.label === label;
}

const NAMED: ReadonlyMap<string, KeyName> = new Map([
  ['enter', 'Enter'],
  ['esc', 'Escape'],
  ['tab', 'Tab'],
  ['shift+tab', 'BTab'],
]);

/** The key that a notice names: `Enter to stay in auto mode`. */
function keyNamed(label: string): KeyName | null {
  return NAMED.get(label.split(' ', 1)[0]?.toLowerCase() ?? '') ?? null;
}
