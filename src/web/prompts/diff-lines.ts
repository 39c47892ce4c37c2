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
/** Most pairs of lines that are weighed against each other. */
const MOST_PAIRS = 2500;
const NONE: ReadonlySet<string> = new Set();

/** The lines of the change from `before` to `after`, removed ones before those that take their place. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const made: DiffLine[] = [];
  let removed: readonly string[] = [];
  const flush = (added: readonly string[]): void => {
    const pairs = paired(removed, added).map(([old, now]) => ({ old, now, ...words(removed[old], added[now]) }));
    const one = (kind: 'removed' | 'added', line: string, at: number): void => {
      const pair = pairs.find(({ old, now }) => (kind === 'removed' ? old : now) === at);
      made.push({ kind, pieces: pair?.[kind] ?? whole(line) });
    };
    for (const [at, line] of removed.entries()) one('removed', line, at);
    for (const [at, line] of added.entries()) one('added', line, at);
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

/**
 * Which added line takes the place of which removed one: in their order, those that have the most words in common. What
 * is much longer than a person compares is paired in turn.
 */
function paired(removed: readonly string[], added: readonly string[]): readonly (readonly [number, number])[] {
  const common = Math.min(removed.length, added.length);
  if (removed.length === added.length || removed.length * added.length > MOST_PAIRS)
    return Array.from({ length: common }, (_one, at) => [at, at] as const);
  const sets = { removed: removed.map(wordsOf), added: added.map(wordsOf) };
  // best[i][j]: how much can be had from removed lines from i on and added lines from j on.
  const best = Array.from({ length: removed.length + 1 }, () => new Array<number>(added.length + 1).fill(0));
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0;
  const alike = (i: number, j: number): number => likeness(sets.removed[i] ?? NONE, sets.added[j] ?? NONE);
  for (let i = removed.length - 1; i >= 0; i -= 1)
    for (let j = added.length - 1; j >= 0; j -= 1)
      (best[i] as number[])[j] = Math.max(at(i + 1, j), at(i, j + 1), at(i + 1, j + 1) + alike(i, j));
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < removed.length && j < added.length; ) {
    if (at(i, j) === at(i + 1, j)) i += 1;
    else if (at(i, j) === at(i, j + 1)) j += 1;
    else pairs.push([i++, j++]);
  }
  return pairs;
}

/** Share of the words that two lines have in common, 0–1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let both = 0;
  for (const word of one) if (other.has(word)) both += 1;
  return both === 0 ? 0 : both / Math.max(one.size, other.size);
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.slice(0, LONGEST).match(/[\p{L}\p{N}_]+/gu));
}

function words(old: string | undefined, now: string | undefined): { removed: Piece[]; added: Piece[] } | null {
  if (old === undefined || now === undefined || old.length > LONGEST || now.length > LONGEST) return null;
  const parts = diffWordsWithSpace(old, now);
  // Lines that share nothing but blanks and brackets are simply two lines.
  const same = parts.filter((part) => !part.added && !part.removed).map(({ value }) => value);
  if (same.join('').replace(/[^\p{L}\p{N}]/gu, '').length * 8 < Math.min(old.length, now.length)) return null;
  const side = (skipped: 'added' | 'removed'): Piece[] =>
    parts
      .filter((part) => !part[skipped])
      .map(({ value, added, removed }) => ({ text: value, changed: added || removed }));
  return { removed: side('added'), added: side('removed') };
}

function whole(line: string): readonly Piece[] {
  return [{ text: line, changed: false }];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}
