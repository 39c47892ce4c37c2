// How a text is typed into Claude's composer so that Claude takes just this text, and what cannot be typed there at all.
// Pure.

import { piecesOf } from '../core/text-pieces.ts';

/** Why a text cannot be typed into the composer, in words; `null`: it can. */
export function whyNotTyped(text: string): string | null {
  if (/[^\P{Cc}\n\t]/u.test(text)) return 'The text holds control characters. Nothing was sent.';
  // The new Claude drops it, the old one makes blanks of it.
  if (text.includes('\t')) return 'The text holds a tab, which Claude’s composer does not keep. Nothing was sent.';
  // Alone, each would leave the composer in a mode, or take the first command of a list.
  if (/^\s*[!/]\s*$/.test(text)) return `There is no command after the ${text.trim()}. Nothing was sent.`;
  return null;
}

/** A command without any words: its Enter would take the first of those that Claude offers, whatever is typed. */
const COMMAND = /^\s*\/\S+\s*$/;
/** Words or a path that Claude would complete, a question mark that opens its help, a backslash that breaks the line. */
const OPEN_END = /^\s*\/.*$|(?:^|\s)@\S*$|\\$|^\s*\?$/;

/**
 * The pieces of a text, each typed once the one before it stands there. Where its Enter would be taken for something
 * else, a line break or a blank closes it, which Claude drops.
 */
export function piecesTyped(text: string): readonly string[] {
  const closed = text + (COMMAND.test(text) ? '\n' : OPEN_END.test(text) ? ' ' : '');
  // Its sign alone turns on the mode for commands of the shell, in every version.
  return runsInShell(text) ? ['!', ...piecesOf(closed.slice(1))] : piecesOf(closed);
}

/** Whether Claude runs it as a command of the shell. */
export function runsInShell(text: string): boolean {
  return text.startsWith('!');
}
