// How wide a text is in a terminal, and how Claude Code breaks it into lines: at blanks, and within a word only where it
// is longer than a line. Pure. It knows the wide scripts that people write in, not all of Unicode.

/** Columns of a text without control characters. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character.codePointAt(0) ?? 0);
  return width;
}

/**
 * The lines of a text, at least one. Blanks at an end are kept, as in Claude's own.
 * @param columns width of a line, at least 1.
 */
export function wrapText(text: string, columns: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(1, columns)));
}

/** The text cut to `columns`, with an ellipsis where something is missing. */
export function cutText(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  for (const character of text) {
    if (widthOf(kept + character) > columns - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

function wrapLine(line: string, columns: number): readonly string[] {
  const rows = [''];
  const last = () => rows.at(-1) ?? '';
  const append = (text: string) => {
    rows[rows.length - 1] = last() + text;
  };
  for (const [index, word] of line.split(' ').entries()) {
    if (index > 0) {
      if (widthOf(last()) >= columns) rows.push('');
      else append(' ');
    }
    const [used, width] = [widthOf(last()), widthOf(word)];
    if (width > columns) {
      const breaksHere = 1 + Math.floor((width - (columns - used) - 1) / columns);
      if (Math.floor((width - 1) / columns) < breaksHere) rows.push('');
      breakWord(word, columns, rows);
      continue;
    }
    if (used + width > columns && used > 0 && width > 0) rows.push('');
    append(word);
  }
  return rows.map((row) => row.trimEnd());
}

/** Puts a word that is longer than a line on as many as it needs, beginning on the newest. */
function breakWord(word: string, columns: number, rows: string[]): void {
  for (const character of word) {
    const row = rows.at(-1) ?? '';
    if (widthOf(row + character) > columns) rows.push(character);
    else rows[rows.length - 1] = row + character;
  }
}

function characterWidth(code: number): number {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return 0;
  if ((code >= 0x300 && code <= 0x36f) || code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f)) return 0;
  const wide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd);
  return wide ? 2 : 1;
}
