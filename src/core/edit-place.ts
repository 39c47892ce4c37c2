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
  if (wanted === '') return null;
  const text = file
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .join('\n');
  const at = onlyPlace(text, wanted);
  if (at === null) return null;
  const end = at + wanted.length;
  const from = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  const to = lineEnd(text, end);
  if (at - from > LONGEST || to - end > LONGEST) return null;
  return {
    line: linesBefore(text, from) + 1,
    head: text.slice(from, at),
    tail: text.slice(end, to),
    before: linesAbove(text, from),
    after: linesBelow(text, to),
  };
}

/**
 * Where `wanted` stands, if it stands there once. Both are hostile: a plain search may take as long as both lengths
 * multiplied, and this one (Knuth, Morris and Pratt's) never more than their sum.
 */
function onlyPlace(text: string, wanted: string): number | null {
  // Of each beginning of `wanted`: the longest other beginning that it ends with.
  const shorter = new Int32Array(wanted.length);
  const next = (met: number, code: number): number => {
    let length = met;
    while (length > 0 && wanted.charCodeAt(length) !== code) length = shorter[length - 1] ?? 0;
    return wanted.charCodeAt(length) === code ? length + 1 : 0;
  };
  for (let at = 1; at < wanted.length; at += 1) shorter[at] = next(shorter[at - 1] ?? 0, wanted.charCodeAt(at));
  let found: number | null = null;
  let met = 0;
  for (let at = 0; at < text.length; at += 1) {
    met = next(met, text.charCodeAt(at));
    if (met < wanted.length) continue;
    if (found !== null) return null;
    found = at + 1 - met;
    met = shorter[met - 1] ?? 0;
  }
  return found;
}

/** The next lines above `from`, where a line begins, up to the first that is too long. */
function linesAbove(text: string, from: number): readonly string[] {
  const lines: string[] = [];
  let end = from - 1;
  while (end >= 0 && lines.length < AROUND) {
    const start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
    if (end - start > LONGEST) break;
    lines.unshift(text.slice(start, end));
    end = start - 1;
  }
  return lines;
}

/** The next lines behind `to`, where a line ends, up to the first that is too long; the end of a file begins no line. */
function linesBelow(text: string, to: number): readonly string[] {
  const lines: string[] = [];
  let start = to + 1;
  while (start < text.length && lines.length < AROUND) {
    const end = lineEnd(text, start);
    if (end - start > LONGEST) break;
    lines.push(text.slice(start, end));
    start = end + 1;
  }
  return lines;
}

/** How many lines end before `from`. */
function linesBefore(text: string, from: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < from; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
