// Joining what Claude wrapped. It breaks between words where it can and inside a word that is longer than the row. Pure.

/** East Asian wide characters and emoji, near enough: they take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;

/** Columns that a text takes. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  const characters = [...text].length;
  return characters + (text.match(WIDE)?.length ?? 0);
}

/** Whether the first word of `next` would still have had room on `row`: then they were never one line. */
export function hadRoom(row: string, next: string, columns: number, margin = 4): boolean {
  const [word = ''] = next.trim().split(/\s/, 1);
  return widthOf(row.trimEnd()) + 1 + widthOf(word) <= columns - margin;
}

/** Rows of one paragraph as one line. */
export function joined(rows: readonly string[], columns: number): string {
  let line = '';
  let indent = 0;
  let width = 0;
  for (const row of rows) {
    const part = row.trim();
    if (part === '') continue;
    if (line === '') {
      line = part;
    } else {
      const before = line.slice(line.lastIndexOf(' ') + 1);
      const [after = ''] = part.split(' ', 1);
      // A word that has no room in any row was broken, not two words that met.
      const broken = width >= columns - 3 && widthOf(before) + widthOf(after) > columns - indent - 2;
      // An old Claude in a narrow pane writes too long rows, which the terminal goes on with in its first column.
      line += broken || (width >= columns - 1 && !/^\s/.test(row)) ? part : ` ${part}`;
    }
    width = widthOf(row);
    indent = row.length - row.trimStart().length;
  }
  return line;
}
