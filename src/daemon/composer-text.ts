// What stands in Claude's composer while a text is typed into it. Pure.

import type { GuardedKeys, PaneScreen } from '../core/pane.ts';
import { signsOf } from '../core/text-pieces.ts';
import { runsInShell } from './composer-typing.ts';

/**
 * The rows of what is typed into the composer, or its last ones where it is long; without colours. Empty where there is
 * no composer; but what stands above a lone line may be one that is higher than the pane, or anything.
 */
export function draftRows(screen: Pick<PaneScreen, 'lines'>): readonly string[] {
  return draftLines(screen).map(plain);
}

/** The same rows with their colours. */
function draftLines({ lines }: Pick<PaneScreen, 'lines'>): readonly string[] {
  const rows = lines.map(plain);
  const end = rows.findLastIndex(isRule);
  if (end < 0) return [];
  const begin = rows.slice(0, end).findLastIndex(isRule);
  // A long draft is scrolled in there: the line above it says how far, and its mark is not to be seen.
  const scrolled = begin < 0 || /↑ \d+ more ─/.test(rows[begin] ?? '');
  return scrolled || MARK.test(rows[begin + 1] ?? '') ? lines.slice(begin + 1, end) : [];
}

/**
 * In front of what is typed, in the first column: `!` where it is a command of the shell, `#` and `&` in other modes, which
 * only some versions have and nothing is ever meant for.
 */
const MARK = /^([❯>!]|[#&](?=[\s\u00a0]|$))/;
const MODES = '!#&';

/** Where the cursor is drawn. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
const CURSOR = /\u001b\[(?:\d;)*7m/;

/** What dialogs write and a composer does not: its mark stands before a no-break space, a list's before a plain one. */
const OF_DIALOGS = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `❯ ${digit}.`),
  ...['❯ Yes', '❯ No', 'Esc to cancel', 'Enter to confirm', 'Enter to select', 'Tab to amend'],
];

/**
 * What guards a key for the composer on a screen: what is typed there, the rows below it, which go with it, and that
 * nothing of a dialog comes. The conversation above may show anything too, so what also stands there guards nothing.
 * `null`: nothing on that screen tells its composer from a dialog.
 */
export function composerGuard({
  lines,
}: Pick<PaneScreen, 'lines'>): Pick<GuardedKeys, 'expect' | 'rows' | 'unless'> | null {
  const rows = lines.map(plain);
  const draft = draftRows({ lines });
  const last = draft.findLast((row) => row.trim() !== '');
  if (last === undefined) return null;
  const below = rows.slice(rows.findLastIndex(isRule) + 1).filter((row) => row.trim() !== '');
  const alone = (row: string) => rows.filter((other) => other.trim() === row.trim()).length === 1;
  const first = draft[0] ?? '';
  const own = [...below.filter(alone), ...(MARK.test(first) && alone(first) ? [first] : [])];
  const unless = OF_DIALOGS.filter((words) => !rows.some((row) => row.includes(words)));
  if (own.length === 0 && unless.length < OF_DIALOGS.length / 2) return null;
  return { expect: [], rows: [...new Set([...own, last].map((row) => row.trimEnd()))], unless };
}

/**
 * Whether the composer shows a text that was typed there, and in the mode in which it was meant. A long one is shown only
 * in part: its end must be there. What wraps is compared without blanks; what Claude offers behind the cursor is no part.
 */
export function showsText(screen: Pick<PaneScreen, 'lines'>, text: string): boolean {
  const lines = draftLines(screen);
  const at = lines.findIndex((line) => CURSOR.test(line));
  const typed = (at < 0 ? lines : [...lines.slice(0, at), lines[at]?.split(CURSOR, 1)[0] ?? '']).map(plain);
  const mark = MARK.exec(typed[0] ?? '')?.[1] ?? null;
  const mode = mark !== null && MODES.includes(mark) ? mark : '';
  if (mark !== null && mode !== (runsInShell(text) ? '!' : '')) return false;
  const seen = dense(mode !== '' ? typed.join('') : typed.join('').replace(MARK, ''));
  return seen !== '' && (dense(text).endsWith(seen) || endsInSigns(text, seen));
}

/**
 * Whether `seen` is the end of a text of whose emoji a pane shows only the beginning: of a joined one the first parts, of
 * a flag the first of its tags. Nothing is missing between two signs, and no sign is missing whole.
 */
function endsInSigns(text: string, seen: string): boolean {
  if (!/[\u200d\u{e0020}-\u{e007f}]/u.test(text)) return false;
  const signs = signsOf(text).map(dense);
  let left = seen;
  for (const sign of signs.toReversed()) {
    if (sign === '' || left === '') continue;
    const parts = [...sign];
    while (parts.length > 0 && !left.endsWith(parts.join(''))) parts.pop();
    if (parts.length === 0) return false;
    left = left.slice(0, -parts.join('').length);
  }
  return left === '';
}

/** The command that Claude's list below the composer begins with: Enter takes it, whatever is typed; `null`: no list. */
export function offeredCommand({ lines }: Pick<PaneScreen, 'lines'>): string | null {
  const rows = lines.map(plain);
  const first = rows.slice(rows.findLastIndex(isRule) + 1).find((row) => row.trim() !== '') ?? '';
  return /^\s{0,3}(\/\S+)(?:\s{2,}|$)/.exec(first)?.[1] ?? null;
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

/** Without blanks and the skin tones of emoji, which Claude takes and a pane does not show. */
function dense(text: string): string {
  return text.replace(/\s+|\p{Emoji_Modifier}/gu, '');
}
