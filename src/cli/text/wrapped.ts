// Text of several lines for a terminal: made harmless line by line, and wrapped so that nothing of it reaches the first
// columns, where our own words stand. Pure. Nothing is cut and nothing is hidden.

import { displayWidth } from './display-width.ts';
import { safeText } from './safe-text.ts';

/** Columns of a tab, which only indents here. */
const TAB = '    ';

/** The lines of a text, each safe to print. A line's end of another system counts as one. */
export function safeLines(text: string): string[] {
  return text
    .replace(/\r\n/g, '\n')
    .split('\n')
    .map((line) => safeText(line.replaceAll('\t', TAB)));
}

/**
 * One safe line on as many as it needs, the first behind `first`, the others behind as many blanks and `more`.
 * @param columns of the terminal; infinite where nothing is wrapped.
 */
export function wrapped(line: string, columns: number, first: string, more = '  '): string[] {
  const hang = ' '.repeat(displayWidth(first)) + more;
  const room = Math.max(8, columns - displayWidth(first));
  if (displayWidth(line) <= room) return [first + line];
  const lines: string[] = [];
  let rest = line;
  while (rest !== '') {
    const width = lines.length === 0 ? room : Math.max(8, room - displayWidth(more));
    const piece = rest.length <= width * 4 && displayWidth(rest) <= width ? rest : head(rest, width);
    lines.push((lines.length === 0 ? first : hang) + piece.trimEnd());
    rest = rest.slice(piece.length);
  }
  return lines;
}

const PLAIN = /^[\x20-\x7e]*$/;
let segmenter: Intl.Segmenter | undefined;

/** As much of a text as fits, ended at a blank where one is near. */
function head(text: string, columns: number): string {
  // No character takes less than a column and more than a few units: the rest need not be looked at.
  const near = text.slice(0, columns * 4);
  let fits = PLAIN.test(near) ? near.slice(0, columns) : '';
  if (fits === '') {
    segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
    let width = 0;
    for (const { segment } of segmenter.segment(near)) {
      width += displayWidth(segment);
      if (width > columns) break;
      fits += segment;
    }
  }
  if (fits === '') return [...text][0] ?? '';
  const blank = fits.lastIndexOf(' ');
  return blank > fits.length / 2 && !fits.endsWith(' ') ? fits.slice(0, blank + 1) : fits;
}
