// Where an edit stands in its file, so that a card can number its lines and show what is around them, as Claude's own
// dialog does. Pure. It says nothing rather than guess: what stands there twice, or not at all, has no place.

/** Where the text that goes stands in its file. */
export interface EditPlace {
  /** The line it begins in, from 1. */
  readonly line: number;
  /** What that line holds before it, and what its last line holds behind it: lines are shown whole. */
  readonly head: string;
  readonly tail: string;
  /** Whole lines just above and below, at most three. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Lines that are shown above and below. */
const AROUND = 3;
/** Longest line that is shown for orientation, and longest rest of a line, in UTF-16 units. */
const LONGEST = 500;

/**
 * Where `wanted` stands in `file`; `null` where it does not stand there exactly once, or in lines too long to be shown
 * whole. Line ends of any kind are one line end, as Claude reads them.
 */
export function placeOfEdit(file: string, wanted: string): EditPlace | null {
  const text = file.replace(/^\ufeff/, '').replace(/\r\n/g, '\n');
  if (wanted === '') return null;
  const at = text.indexOf(wanted);
  if (at < 0 || text.indexOf(wanted, at + 1) >= 0) return null;
  const end = at + wanted.length;
  const from = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next < 0 ? text.length : next;
  if (at - from > LONGEST || to - end > LONGEST) return null;
  const above = from === 0 ? [] : text.slice(0, from - 1).split('\n');
  return {
    line: above.length + 1,
    head: text.slice(from, at),
    tail: text.slice(end, to),
    before: readable(above.slice(-AROUND).reverse()).reverse(),
    after: readable(linesBelow(text, to)),
  };
}

/** The next lines behind `to`; a line end at the end of a file begins no line. */
function linesBelow(text: string, to: number): readonly string[] {
  const lines = text.slice(to + 1).split('\n', AROUND + 1);
  if (lines.at(-1) === '' && lines.length <= AROUND) lines.pop();
  return lines.slice(0, AROUND);
}

/** Lines up to the first that is too long. */
function readable(lines: readonly string[]): string[] {
  const long = lines.findIndex((line) => line.length > LONGEST);
  return lines.slice(0, long < 0 ? lines.length : long);
}
