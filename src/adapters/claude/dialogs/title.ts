// The title of a dialog, who asks, and its place among those that wait. Pure.

import { indentOf, type StyledRow } from './styled-text.ts';
import { hadRoom, joined } from './wrapping.ts';

/** The first lines of a dialog. */
export interface Title {
  readonly title: string;
  readonly agent: string | null;
  readonly position: { readonly n: number; readonly of: number } | null;
  /** The row after it. */
  readonly next: number;
}

/** Reads the title that begins at a row. */
export function readTitle(rows: readonly StyledRow[], at: number, columns: number): Title {
  const first = rows[at] ?? { text: '', styles: [] };
  const place = /\s{2,}(\d+) of (\d+)$/.exec(first.text);
  const position = place === null ? null : { n: Number(place[1]), of: Number(place[2]) };
  const text = place === null ? first.text : first.text.slice(0, place.index);
  const own = [text];
  // In a narrow pane title and agent wrap beside each other, each in its own columns.
  const beside = /\s{2,}·\s/.exec(text);
  const split = beside === null ? -1 : text.indexOf('·', beside.index);
  let next = at + 1;
  if (split > 0) {
    const left = [text.slice(0, beside?.index)];
    const right = [text.slice(split + 1)];
    for (; next < rows.length; next += 1) {
      const row = rows[next]?.text ?? '';
      const gap = row.slice(indentOf(text), split);
      if (row.length <= split || !/\s\s$/.test(gap) || indentOf(row) < indentOf(text)) break;
      left.push(row.slice(0, split));
      right.push(row.slice(split));
    }
    return { ...parted(`${joined(left, columns)} · ${joined(right, columns)}`), position, next };
  }
  const look = styleAt(first);
  for (; next < rows.length; next += 1) {
    const row = rows[next];
    if (row === undefined || row.text === '' || indentOf(row.text) !== indentOf(text)) break;
    if (styleAt(row) !== look || look === '' || hadRoom(own.at(-1) ?? '', row.text, columns)) break;
    own.push(row.text);
  }
  return { ...parted(joined(own, columns)), position, next };
}

/** `Bash command · from the general-purpose agent`. */
function parted(line: string): Pick<Title, 'title' | 'agent'> {
  const match = /^(.*?) · from the (.+) agent$/.exec(line);
  return { title: match?.[1] ?? line, agent: match?.[2] ?? null };
}

function styleAt({ text, styles }: StyledRow): string {
  return styles[indentOf(text)]?.colour ?? '';
}
