// The lines of a change as they stand in their file: whole, numbered, with what is around them. Pure.

import type { EditPlace } from '../../core/edit-place.ts';
import { type DiffLine, diffLines } from './diff-lines.ts';

/** A line with its number; `null` where it is not known. What goes has its old number, all else its new one. */
export interface NumberedLine extends DiffLine {
  readonly n: number | null;
}

/** The lines of the change from `before` to `after`, with at most `most` lines above and below it. */
export function numberedLines(
  before: string,
  after: string,
  place: EditPlace | null,
  most = Number.POSITIVE_INFINITY,
): readonly NumberedLine[] {
  if (place === null) return diffLines(before, after).map((line) => ({ ...line, n: null }));
  const { head, tail } = place;
  const around = (lines: readonly string[]): readonly DiffLine[] =>
    lines.map((text) => ({ kind: 'same', pieces: [{ text, changed: false }] }));
  const above = place.before.slice(Math.max(0, place.before.length - most));
  let [old, now] = [place.line - above.length, place.line - above.length];
  return [
    ...around(above),
    ...diffLines(`${head}${before}${tail}`, `${head}${after}${tail}`),
    ...around(place.after.slice(0, most)),
  ].map((line) => {
    const n = line.kind === 'removed' ? old : now;
    if (line.kind !== 'added') old += 1;
    if (line.kind !== 'removed') now += 1;
    return { ...line, n };
  });
}
