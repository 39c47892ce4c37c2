// What stands in Claude's composer while a text is typed into it. Pure.

import type { PaneScreen } from '../core/pane.ts';

/**
 * The rows of what is typed into the composer, or its last ones where it is long; without colours. Empty where there is
 * no composer; but what stands above a lone line may be one that is higher than the pane, or anything.
 */
export function draftRows({ lines }: Pick<PaneScreen, 'lines'>): readonly string[] {
  const rows = lines.map(plain);
  const end = rows.findLastIndex(isRule);
  if (end < 0) return [];
  const begin = rows.slice(0, end).findLastIndex(isRule);
  const draft = rows.slice(begin + 1, end);
  // A long draft is scrolled in there: the line above it says how far, and its mark is not to be seen.
  const scrolled = begin < 0 || /↑ \d+ more ─/.test(rows[begin] ?? '');
  return scrolled || /^\s*[❯>]/.test(draft[0] ?? '') ? draft : [];
}

/** A long draft is shown only in part: its end must be there. What wraps is compared without blanks. */
export function showText(rows: readonly string[], text: string): boolean {
  const [first = '', ...rest] = rows;
  const [seen, meant] = [dense([first.replace(/^\s*[❯>]/, ''), ...rest].join('')), dense(text)];
  return seen !== '' && meant.endsWith(seen);
}

/** A row without its colours: tmux looks for plain text. */
export function plain(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
  return line.replace(/\u001b\[[0-9;:]*m/g, '');
}

/** A line above or below the composer may carry the session's name, or how many rows are hidden. */
function isRule(row: string): boolean {
  return /^\s*─{3}(?:─{7}| ↑ \d+ more ─)/.test(row);
}

function dense(text: string): string {
  return text.replace(/\s+/g, '');
}
