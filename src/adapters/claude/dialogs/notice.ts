// A notice without a list, answered by keys that its last line names: `Enter to stay in auto mode · Esc to cancel`. Each
// is offered with Claude's own words, the key's name first. Pure.

import type { DialogOption } from '../../../core/dialog.ts';
import type { StyledRow } from './styled-text.ts';
import { joined } from './wrapping.ts';

/** A notice's keys. */
export interface Notice {
  readonly options: readonly DialogOption[];
  /** First screen row of the line that names them. */
  readonly first: number;
}

/** Reads the keys of a notice whose last row is `to`; `null` where that names none that goes on. */
export function readNotice(rows: readonly StyledRow[], from: number, to: number, columns: number): Notice | null {
  let first = to;
  while (first > from && (rows[first - 1]?.text ?? '') !== '') first -= 1;
  const parts = joined(
    rows.slice(first, to + 1).map(({ text }) => text),
    columns,
  ).split(' · ');
  const keys = parts.filter((part) => /^(?:Enter|Esc|Tab|shift\+Tab) to \S/i.test(part));
  // All of it names keys, the first one Enter: prose and other views do not end so.
  if (keys.length !== parts.length || keys.length < 2 || !/^Enter to /i.test(keys[0] ?? '')) return null;
  return {
    first,
    options: keys.map((label) => ({
      ...{ digit: null, label, detail: null, meaning: /^Esc to cancel$/i.test(label) ? 'cancel' : 'other' },
      ...{ text: 'no', checked: null, field: 'none', typed: null, row: first },
    })),
  };
}
