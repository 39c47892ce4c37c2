// How a text stands on the rows of a screen, where it was wrapped and perhaps cut off above. Pure. Blanks count, but not
// how many; where a row ends there may have been a blank, a line end, or the middle of a word.

/** So many characters of one very long line are as good as a whole line. */
const MUCH = 200;

/**
 * Whether rows show a text: all of it, its end (at least one whole line of it, or much), or something else (`null`).
 * @param much so many characters of one line are as good as a whole one.
 */
export function textOnRows(rows: readonly string[], text: string, much = MUCH): 'whole' | 'end' | null {
  const wanted = evened(text);
  let at = wanted.length;
  let lines = 0;
  for (const row of rows
    .map(evened)
    .filter((each) => each !== '')
    .reverse()) {
    while (/\s/.test(wanted.charAt(at - 1))) at -= 1;
    if (!wanted.endsWith(row, at) || at < row.length) return null;
    at -= row.length;
    if (at === 0 || wanted.charAt(at - 1) === '\n') lines += 1;
  }
  if (lines === 0 && wanted.length - at < much) return null;
  return at === 0 ? 'whole' : 'end';
}

/** Whether some of the rows, one below the other, show all of a text and nothing else. */
export function standsOnRows(rows: readonly string[], text: string): boolean {
  return rows.some((_, from) =>
    rows.some((_, to) => to >= from && textOnRows(rows.slice(from, to + 1), text) === 'whole'),
  );
}

/** Without what a terminal changes: line ends stay, other blanks are one, and what cannot be seen is gone. */
function evened(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[^\P{Cc}\n]|\p{Cf}/gu, '')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim();
}

/** Without blanks, and without what cannot be seen. */
export function dense(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]/gu, '');
}

/** Letters and digits alone. */
export function wordsOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}
