// Screen rows as tmux gives them with colours (SGR), taken apart into text and what matters of its style. Pure; it must
// never throw, whatever bytes stand there.

/**
 * One screen row. `text` has no escape sequences and no trailing blanks; `styles` holds one style for each of its UTF-16
 * units, and may go on: a cursor after the text is a blank.
 */
export interface StyledRow {
  readonly text: string;
  readonly styles: readonly Style[];
}

/** What is told apart. `colour` is the foreground as SGR words, empty for the terminal's own. */
export interface Style {
  readonly dim: boolean;
  /** The cursor is drawn so, and nothing else that we read. */
  readonly inverse: boolean;
  readonly colour: string;
  readonly background: string;
}

const PLAIN: Style = { dim: false, inverse: false, colour: '', background: '' };

/* biome-ignore-start lint/suspicious/noControlCharactersInRegex: they are what is looked for */
const SEQUENCE =
  /\x1b\[([0-9;:?]*)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[ -/]*[0-~]?|[\x00-\x08\x0b-\x1f\x7f]/g;
/* biome-ignore-end lint/suspicious/noControlCharactersInRegex: they are what is looked for */

/** Takes rows apart. A style lasts into the next row, as tmux writes them. */
export function styledRows(lines: readonly string[]): StyledRow[] {
  let style = PLAIN;
  return lines.map((line) => {
    let text = '';
    const styles: Style[] = [];
    const add = (part: string) => {
      text += part;
      for (let at = 0; at < part.length; at += 1) styles.push(style);
    };
    let from = 0;
    for (const match of line.matchAll(SEQUENCE)) {
      add(line.slice(from, match.index));
      from = match.index + match[0].length;
      if (match[2] === 'm') style = after(style, match[1] ?? '');
    }
    add(line.slice(from));
    // A cursor on the blank after the text: tmux keeps its style and drops the blank.
    if (style.inverse) styles.push(style);
    return { text: text.trimEnd(), styles };
  });
}

/** The style after one SGR sequence. */
function after(before: Style, parameters: string): Style {
  let style = before;
  const words = parameters.split(/[;:]/);
  for (let at = 0; at < words.length; at += 1) {
    const code = Number(words[at] || 0);
    if (code === 0) style = PLAIN;
    else if (code === 2) style = { ...style, dim: true };
    else if (code === 22) style = { ...style, dim: false };
    else if (code === 7) style = { ...style, inverse: true };
    else if (code === 27) style = { ...style, inverse: false };
    else if (code === 38 || code === 48) {
      const length = words[at + 1] === '5' ? 3 : 5;
      const colour = words.slice(at, at + length).join(';');
      style = code === 38 ? { ...style, colour } : { ...style, background: colour };
      at += length - 1;
    } else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) style = { ...style, colour: String(code) };
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) style = { ...style, background: String(code) };
    else if (code === 39) style = { ...style, colour: '' };
    else if (code === 49) style = { ...style, background: '' };
  }
  return style;
}

/** Column of the first mark of a row; its length where it is blank. Counted in UTF-16 units. */
export function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
