// The lines of a change: which were removed, which added, and within them which words. Pure, by the package `diff`.

import { diffArrays, diffWordsWithSpace } from 'diff';

/** A piece of a line; `changed`: it is what differs. */
export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

/** One line of a change. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly pieces: readonly Piece[];
}

/** Longest lines whose words are compared, in characters: beyond it the whole line is shown as changed. */
const LONGEST = 1000;

/** The lines of the change from `before` to `after`, removed ones before those that take their place. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const made: DiffLine[] = [];
  let removed: readonly string[] = [];
  const flush = (added: readonly string[]): void => {
    const pairs = removed.map((line, at) => words(line, added[at]));
    for (const [at, line] of removed.entries()) made.push({ kind: 'removed', pieces: pairs[at]?.old ?? whole(line) });
    for (const [at, line] of added.entries()) made.push({ kind: 'added', pieces: pairs[at]?.new ?? whole(line) });
    removed = [];
  };
  for (const part of diffArrays(linesOf(before), linesOf(after))) {
    if (part.removed) removed = part.value;
    else if (part.added) flush(part.value);
    else {
      flush([]);
      for (const line of part.value) made.push({ kind: 'same', pieces: [{ text: line, changed: false }] });
    }
  }
  flush([]);
  return made;
}

/** How many lines are added and removed. */
export function diffCounts(lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } {
  const count = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length;
  return { added: count('added'), removed: count('removed') };
}

function words(old: string, now: string | undefined): { old: Piece[]; new: Piece[] } | null {
  if (now === undefined || old.length > LONGEST || now.length > LONGEST) return null;
  const parts = diffWordsWithSpace(old, now);
  // Lines that share nothing but blanks and brackets are simply two lines.
  const same = parts.filter((part) => !part.added && !part.removed).map(({ value }) => value);
  if (same.join('').replace(/[^\p{L}\p{N}]/gu, '').length * 8 < Math.min(old.length, now.length)) return null;
  const side = (skipped: 'added' | 'removed'): Piece[] =>
    parts
      .filter((part) => !part[skipped])
      .map(({ value, added, removed }) => ({ text: value, changed: added || removed }));
  return { old: side('added'), new: side('removed') };
}

function whole(line: string): readonly Piece[] {
  return [{ text: line, changed: false }];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}
