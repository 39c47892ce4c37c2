// A list without digits: one row has the marker, the others stand in as far as its words (`❯ No, exit`). Pure.

import type { List, ListRow } from './digit-list.ts';
import type { StyledRow } from './styled-text.ts';
import { hadRoom } from './wrapping.ts';

/** The lowest such list between two screen rows, both included; `null` where there is none. */
export function findMarkerList(rows: readonly StyledRow[], from: number, to: number, columns: number): List | null {
  let marked = -1;
  for (let row = to; row >= from && marked < 0; row -= 1) if (/^\s{0,4}❯\s\S/.test(rows[row]?.text ?? '')) marked = row;
  if (marked < 0) return null;
  const column = (rows[marked]?.text ?? '').indexOf('❯') + 2;
  const belongs = (row: number) => {
    const { text = '' } = rows[row] ?? {};
    return row >= from && row <= to && text.length - text.trimStart().length === column && text !== '';
  };
  let first = marked;
  while (belongs(first - 1)) first -= 1;
  let last = marked;
  while (belongs(last + 1)) last += 1;
  const found: ListRow[] = [];
  for (let row = first; row <= last; row += 1) {
    const before = found.at(-1);
    const { text = '' } = rows[row] ?? {};
    if (before !== undefined && row !== marked && !hadRoom(rows[row - 1]?.text ?? '', text, columns)) {
      found[found.length - 1] = { ...before, more: [...before.more, row] };
    } else {
      found.push({ digit: null, row, column, from: column, marked: row === marked, more: [], apart: false });
    }
  }
  return found.length < 2 ? null : { rows: found, first, last, cut: false };
}
