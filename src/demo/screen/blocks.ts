// The building blocks of a screen of Claude Code, and the lines that they come to at a width. Pure. Colours are the few
// that a reader may go by: dim, strong and the accent of what is highlighted.

import { cutText, widthOf, wrapText } from './wrap-text.ts';

/** How a text looks. */
export type Look = 'plain' | 'strong' | 'dim' | 'accent' | 'title';

/** A piece of a screen. */
export type Block =
  | { readonly kind: 'blank' }
  /** The line that says how much is cut off above; blank where nothing is. */
  | { readonly kind: 'cut' }
  /** As many empty lines as make the dialog fill the screen but for two rows; at least one. */
  | { readonly kind: 'fill' }
  /** A line across. */
  | { readonly kind: 'rule'; readonly of: '─' | '╌' | '▔'; readonly indent: number; readonly look: Look }
  /**
   * A text behind `first`, its further lines behind `rest`; `right`: columns left free at the right. `whole`: cut
   * instead of wrapped.
   */
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly first: string;
      readonly rest: string;
      readonly right: number;
      readonly look: Look;
      readonly whole?: boolean;
    }
  /** Two texts beside each other, which share the width when it is too small; at the right edge, how many wait. */
  | { readonly kind: 'title'; readonly title: string; readonly tail: string };

/** One line, with its colours. */
export type ScreenLine = string;

/** A dialog's place among those that wait or were answered since none did, from 1. */
export interface Place {
  readonly n: number;
  readonly of: number;
}

/**
 * The lines of blocks at a width. A `cut` and a `fill` become one empty line.
 * @param place of the dialog that they are: shown where there are several.
 */
export function linesOf(blocks: readonly Block[], columns: number, place: Place): readonly ScreenLine[] {
  return blocks.flatMap((block) => lines(block, columns, place));
}

/** A text that begins at a column and stays one column off the right edge. */
export function text(words: string, indent = 1, look: Look = 'plain', right = 1): Block {
  const pad = ' '.repeat(indent);
  return { kind: 'text', text: words, first: pad, rest: pad, right, look };
}

/** A line across the screen. */
export function rule(of: '─' | '╌' | '▔' = '─', indent = 0, look: Look = 'dim'): Block {
  return { kind: 'rule', of, indent, look };
}

/** An empty line. */
export const BLANK: Block = { kind: 'blank' };

/** A text in its colours. */
export function paint(words: string, look: Look): string {
  if (look === 'plain' || words === '') return words;
  const codes = { strong: '1', dim: '38;5;246', accent: '38;5;153', title: '1;38;5;153' }[look];
  return `\u001b[${codes}m${words}\u001b[0m`;
}

/** A line without its colours. */
export function plainText(line: ScreenLine): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences.
  return line.replace(/\u001b\[[0-9;]*m/g, '');
}

function lines(block: Block, columns: number, { n, of }: Place): readonly ScreenLine[] {
  switch (block.kind) {
    case 'blank':
    case 'cut':
    case 'fill':
      return [''];
    case 'rule':
      return [' '.repeat(block.indent) + paint(block.of.repeat(columns - 2 * block.indent), block.look)];
    case 'text': {
      const room = columns - block.right - widthOf(plainText(block.first));
      const rows = block.whole === true ? [cutText(block.text, room)] : wrapText(block.text, room);
      return rows.map((row, at) => (at === 0 ? block.first : block.rest) + paint(row, block.look));
    }
    case 'title':
      return titleLines(block.title, block.tail, of > 1 ? `${n} of ${of}` : '', columns - 2);
  }
}

function titleLines(title: string, tail: string, corner: string, room: number): readonly ScreenLine[] {
  if (tail === '' && corner === '') return wrapText(title, room).map((row) => ` ${paint(row, 'title')}`);
  const [left, right] = [widthOf(title), widthOf(tail)];
  const over = left + right + (right > 0 ? 1 : 0) + (corner === '' ? 0 : widthOf(corner) + 1) - room;
  if (over <= 0) {
    const words = right > 0 ? `${title} ${tail}` : title;
    const gap = ' '.repeat(room - widthOf(words) - widthOf(corner));
    return [
      ` ${paint(title, 'title')}${right > 0 ? ` ${tail}` : ''}${corner === '' ? '' : gap + paint(corner, 'dim')}`,
    ];
  }
  // What is too wide gives way in proportion to its length.
  const first = Math.round(left - (over * left) / (left + right));
  const columnsOf = [wrapText(title, first), wrapText(tail, left + right - over - first)] as const;
  const height = Math.max(columnsOf[0].length, columnsOf[1].length);
  return Array.from({ length: height }, (_, at) => {
    const word = columnsOf[0][at] ?? '';
    const gap = ' '.repeat(first - widthOf(word) + 1);
    const edge = at === 0 && corner !== '' ? ` ${corner}` : '';
    return ` ${paint(word, 'title')}${gap}${columnsOf[1][at] ?? ''}${edge}`.trimEnd();
  });
}
