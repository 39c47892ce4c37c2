// Which key to press next, so that a form in the terminal says what the person filled in. Pure; one key at a time, each
// from a new reading. A field is left only once it shows exactly what was wanted, and Accept is pressed only then.

import type { FormField } from './ask.ts';
import type { Dialog } from './dialog.ts';
import { chosen, type KeyStep, towards } from './dialog-keys.ts';
import type { KeyName, Keys } from './pane.ts';
import type { FormValue } from './prompt.ts';
import { holdsKeys, nextPiece, squash } from './text-pieces.ts';

type Field = Pick<FormField, 'name' | 'title' | 'type' | 'choices'>;

/** One field as it stands on the screen. */
interface Shown {
  /** `✔` filled in, `⚠` wrong, `*` or a blank: nothing is in it. */
  readonly sign: string;
  readonly value: string;
  /** Its choices are unfolded below it. */
  readonly unfolded: boolean;
}

/**
 * The next key. `wait`: what was typed is not whole on the screen yet. `null`: keys cannot say it.
 * @param lines the screen that `dialog` was read from, without colours.
 * @param fields the form's fields in its own order.
 */
export function nextFormKey(
  dialog: Dialog,
  lines: readonly string[],
  fields: readonly Field[],
  content: Readonly<Record<string, FormValue>>,
): KeyStep | 'wait' | null {
  const accept = dialog.options.findIndex(({ meaning }) => meaning === 'accept');
  const fits = fields.every(({ name, title }, at) => isTitled(dialog.options[at]?.label ?? '', [title, name]));
  if (dialog.kind !== 'form' || dialog.listCut || accept !== fields.length || !fits) return null;
  const at = dialog.highlighted;
  const here = at === null || at >= fields.length ? null : shownAt(dialog, lines, at);
  for (const [index, field] of fields.entries()) {
    const shown = shownAt(dialog, lines, index);
    const wanted = Object.hasOwn(content, field.name) ? content[field.name] : undefined;
    if (shown === null) return null;
    if (wanted === undefined ? /^[*\s]$/.test(shown.sign) : shows(field, shown, wanted)) continue;
    // What somebody else filled in there is not taken out.
    if (wanted === undefined) return null;
    if (at === index) return fill(dialog, lines, index, field, shown, wanted);
    return here?.unfolded ? press(dialog, lines, at ?? 0, { key: 'Left' }) : towards(dialog, lines, index);
  }
  if (here?.unfolded) return press(dialog, lines, at ?? 0, { key: 'Left' });
  return chosen(dialog, lines, accept);
}

/** A title as the form shows it: cut with an ellipsis in a narrow pane. */
function isTitled(label: string, titles: readonly string[]): boolean {
  return titles.some((title) => label === title || (label.endsWith('…') && title.startsWith(label.slice(0, -1))));
}

function shownAt({ options }: Dialog, lines: readonly string[], at: number): Shown | null {
  const row = lines[options[at]?.row ?? -1] ?? '';
  const [whole, sign = ' ', rest = ''] = /^ {2}[❯ ] (.) [^:]*:(.*)$/.exec(row.trimEnd()) ?? [];
  if (whole === undefined) return null;
  return { sign, value: rest.replace(/^\s*[▸▾]?\s*/, ''), unfolded: /^\s*▾/.test(rest) };
}

function shows({ type, choices }: Field, { sign, value, unfolded }: Shown, wanted: FormValue): boolean {
  if (sign !== '✔' || unfolded) return false;
  if (type === 'boolean') return value === (wanted === true ? '☒' : '☐');
  const words = (Array.isArray(wanted) ? wanted : [wanted]).map(
    (one) => choices.find((choice) => choice.value === one)?.label ?? String(one),
  );
  return squash(value) === squash(words.join(', '));
}

function fill(
  dialog: Dialog,
  lines: readonly string[],
  at: number,
  field: Field,
  shown: Shown,
  wanted: FormValue,
): KeyStep | 'wait' | null {
  if (field.type === 'boolean') return press(dialog, lines, at, { key: 'Space' });
  if (field.type === 'choice' || field.type === 'choices') {
    if (!shown.unfolded) return press(dialog, lines, at, { key: 'Right' });
    return choose(dialog, lines, at, field, Array.isArray(wanted) ? wanted : [String(wanted)]);
  }
  const text = String(wanted);
  if (holdsKeys(text)) return null;
  const next = nextPiece(text, /^[*\s]$/.test(shown.sign) ? '' : shown.value);
  // All of it stands there, but not as filled in yet.
  if (next === 'whole') return 'wait';
  return next === 'wait' || next === null ? next : press(dialog, lines, at, { text: next });
}

/** Among unfolded choices: one arrow nearer to the first that is not as wanted, or its box; folded up when all are. */
function choose(
  dialog: Dialog,
  lines: readonly string[],
  at: number,
  { choices, type }: Field,
  wanted: readonly string[],
): KeyStep | null {
  const first = (dialog.options[at]?.row ?? 0) + 1;
  const rows = choices.map(({ label }, index) => {
    const row = lines[first + index] ?? '';
    const [whole, marker, box = '', words = ''] = /^\s{8}([❯ ]) (\S) (.*)$/.exec(row.trimEnd()) ?? [];
    return whole === undefined || squash(words) !== squash(label) ? null : { marked: marker === '❯', box, row };
  });
  const marked = rows.findIndex((row) => row?.marked);
  if (rows.includes(null) || marked < 0) return null;
  const next = choices.findIndex(({ value }, index) => {
    const ticked = /[☒✔◉●]/.test(rows[index]?.box ?? '');
    return type === 'choice' ? value === wanted[0] && !ticked : wanted.includes(value) !== ticked;
  });
  if (next < 0) return press(dialog, lines, at, { key: 'Left' });
  const key: KeyName = next === marked ? 'Space' : next > marked ? 'Down' : 'Up';
  const row = rows[marked]?.row.trim() ?? '';
  const planned = press(dialog, lines, at, { key });
  return planned === null ? null : { ...planned, expect: [...planned.expect, row] };
}

/** A key into the highlighted field, guarded by its row as it stands. */
function press({ options, distinctive }: Dialog, lines: readonly string[], at: number, keys: Keys): KeyStep | null {
  const row = lines[options[at]?.row ?? -1]?.trim() ?? '';
  return row === '' ? null : { keys, expect: [distinctive, row].filter((line) => line !== ''), last: false };
}
