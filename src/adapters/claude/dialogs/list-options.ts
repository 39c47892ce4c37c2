// Words of the rows of a list: labels joined over their wraps, what stands under them, check boxes, fields. What an
// option does is told elsewhere. Pure.

import type { List, ListRow } from './digit-list.ts';
import { indentOf, type Style, type StyledRow } from './styled-text.ts';
import { hadRoom, joined } from './wrapping.ts';

/** One row of a list, read. */
export interface ReadOption {
  readonly digit: number | null;
  readonly label: string;
  readonly detail: string | null;
  readonly checked: boolean | null;
  readonly row: number;
  readonly marked: boolean;
  /** Its words are a place to type into: grey like the digits while nothing is there, the cursor in it when open. */
  readonly field: 'none' | 'closed' | 'open';
  /** What was typed into the open field; `null` where none is open. */
  readonly typed: string | null;
  readonly apart: boolean;
}

/** Where the terminal's cursor is. */
export interface Cursor {
  readonly row: number;
  readonly column: number;
}

const BOX = /^\[([ x✔✓])\]\s?/;

/** Reads the rows of a list. */
export function readOptions(
  rows: readonly StyledRow[],
  list: List,
  columns: number,
  cursor: Cursor,
): readonly ReadOption[] {
  const boxed = list.rows.findLastIndex(({ row, from }) => BOX.test((rows[row]?.text ?? '').slice(from)));
  return list.rows.flatMap((each, at) => {
    // Under the last box stands the row that goes on (`Submit`, `Next`); under the others only what they mean.
    const onward = at === boxed ? each.more.at(-1) : undefined;
    const option = readOne(rows, { ...each, more: each.more.filter((row) => row !== onward) }, columns, cursor);
    return onward === undefined ? [option] : [option, onwardOption(rows, onward)];
  });
}

function readOne(rows: readonly StyledRow[], at: ListRow, columns: number, cursor: Cursor): ReadOption {
  const { text = '', styles = [] } = rows[at.row] ?? {};
  const box = BOX.exec(text.slice(at.from));
  const from = at.from + (box?.[0].length ?? 0);
  const cursorIn = (row: number, start: number) => cursor.row === row && cursor.column >= start;
  const inverseIn = (row: number, start: number) => rows[row]?.styles.slice(start).some(({ inverse }) => inverse);
  const open =
    at.marked &&
    (cursorIn(at.row, from) || inverseIn(at.row, from) || at.more.some((row) => cursorIn(row, 1) || inverseIn(row, 1)));
  const words = [' '.repeat(from) + text.slice(from)];
  const detail: string[] = [];
  for (const row of at.more) {
    const here = rows[row];
    if (here === undefined) continue;
    const more = detail.length === 0 && (wraps(rows[row - 1] ?? here, here, columns) || (open && !isGrey(here)));
    (more ? words : detail).push(here.text);
  }
  const label = joined(words, columns).replace(/\s+[✔✓]$/, '');
  const grey = styles[text.search(/\d/)]?.colour ?? '';
  const closed = at.digit !== null && grey !== '' && styles[from]?.colour === grey;
  return {
    digit: at.digit,
    label,
    detail: detail.length === 0 ? null : joined(detail, columns),
    checked: box === null ? null : box[1] !== ' ',
    row: at.row,
    marked: at.marked,
    field: open ? 'open' : closed ? 'closed' : 'none',
    typed: open ? typedIn(text, styles, from, label) : null,
    apart: at.apart,
  };
}

/** Detail text is grey, what is typed is not. */
function isGrey({ text, styles }: StyledRow): boolean {
  return (styles[indentOf(text)]?.colour ?? '') !== '';
}

/** What was typed after the `Yes, ` or `No, ` that stays: the field's own words are dim, with the cursor on the first. */
function typedIn(text: string, styles: readonly Style[], from: number, label: string): string {
  const stays = /^(?:yes|no), ?/i.exec(label)?.[0].length ?? 0;
  for (let at = from + stays; at < text.length; at += 1) {
    const { dim = false, inverse = false } = styles[at] ?? {};
    if (!dim && !inverse && text.charAt(at) !== ' ') return label.slice(stays);
  }
  const dims = styles.slice(from, text.length).some(({ dim }) => dim);
  return dims || label.length <= stays ? '' : label.slice(stays);
}

function onwardOption(rows: readonly StyledRow[], row: number): ReadOption {
  const text = rows[row]?.text ?? '';
  return {
    ...{ digit: null, label: text.replace('❯', ' ').trim(), detail: null, checked: null, row },
    ...{ marked: /^\s*❯/.test(text), field: 'none', typed: null, apart: false },
  };
}

/** Whether a row goes on with the words of the one above: those did not fit there, and they look alike. */
function wraps(before: StyledRow, row: StyledRow, columns: number): boolean {
  if (before.text === '') return true;
  if (/^[^\s❯]/.test(row.text) || /^[^\s❯]/.test(before.text)) return true;
  if (hadRoom(before.text, row.text, columns)) return false;
  const lead = row.styles[indentOf(row.text)]?.colour ?? '';
  const end = before.styles[before.text.length - 1]?.colour ?? '';
  return lead === end || row.text.trim().startsWith('·');
}
