// Words of the rows of a list: labels joined over their wraps, what stands under them, check boxes, fields. What an
// option does is told elsewhere. Pure.

import type { List, ListRow } from './digit-list.ts';
import { indentOf, type StyledRow } from './styled-text.ts';
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
  const label = [text.slice(from)];
  const detail: string[] = [];
  for (const row of at.more) {
    const here = rows[row];
    if (here === undefined) continue;
    const before = rows[row - 1] ?? here;
    if (detail.length === 0 && wraps(before, here, columns)) label.push(here.text);
    else detail.push(here.text);
  }
  const cursorIn = cursor.row === at.row && cursor.column >= from;
  const open = at.marked && (cursorIn || styles.slice(from).some(({ inverse }) => inverse));
  const grey = styles[text.search(/\d/)]?.colour ?? '';
  const closed = at.digit !== null && grey !== '' && styles[from]?.colour === grey;
  return {
    digit: at.digit,
    label: joined([' '.repeat(from) + (label[0] ?? ''), ...label.slice(1)], columns).replace(/\s+[✔✓]$/, ''),
    detail: detail.length === 0 ? null : joined(detail, columns),
    checked: box === null ? null : box[1] !== ' ',
    row: at.row,
    marked: at.marked,
    field: open ? 'open' : closed ? 'closed' : 'none',
    apart: at.apart,
  };
}

function onwardOption(rows: readonly StyledRow[], row: number): ReadOption {
  const text = rows[row]?.text ?? '';
  return {
    ...{ digit: null, label: text.replace('❯', ' ').trim(), detail: null, checked: null, row },
    ...{ marked: /^\s*❯/.test(text), field: 'none', apart: false },
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
