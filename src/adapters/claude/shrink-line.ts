// Takes the long texts out of a huge line of JSON, such as the bytes of a picture, so that the rest can be read at a
// bounded cost. Works on bytes; it never parses and never decodes what it takes out.

/** A text longer than this, in bytes, is replaced. */
const LONGEST_TEXT = 16 * 1024;
/** More than this, in bytes, is not worth parsing. */
const LARGEST_REST = 1024 * 1024;
/** So many quotation marks are looked at before a line is given up: it is full of small things. */
const MOST_QUOTES = 200_000;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The line from `start` to `end` with `[12345678 bytes]` in the place of each long text.
 * @returns `null` where it cannot be made small.
 */
export function shrinkLine(buffer: Buffer, start: number, end: number): string | null {
  const line = buffer.subarray(start, end);
  const pieces: Buffer[] = [];
  let kept = 0;
  const keep = (piece: Buffer) => {
    pieces.push(piece);
    kept += piece.length;
  };
  let quotes = 0;
  let from = 0;
  let at = 0;
  /** The quotation mark that ends the text begun at `open`; -1 where there is none. */
  const closing = (open: number): number => {
    for (let mark = line.indexOf(QUOTE, open + 1); mark >= 0; mark = line.indexOf(QUOTE, mark + 1)) {
      quotes += 1;
      let before = mark - 1;
      while (line[before] === BACKSLASH) before -= 1;
      if ((mark - 1 - before) % 2 === 0 || quotes > MOST_QUOTES) return mark;
    }
    return -1;
  };
  for (;;) {
    const open = line.indexOf(QUOTE, at);
    const close = open < 0 ? -1 : closing(open);
    if (close < 0) break;
    if (quotes > MOST_QUOTES || kept + open - from > LARGEST_REST) return null;
    at = close + 1;
    const length = close - open - 1;
    if (length <= LONGEST_TEXT) continue;
    keep(line.subarray(from, open + 1));
    keep(Buffer.from(`[${length} bytes]`));
    from = close;
  }
  keep(line.subarray(from));
  return kept > LARGEST_REST ? null : Buffer.concat(pieces).toString('utf8');
}
