// How a text is typed into Claude's composer so that Claude takes just this text, and what cannot be typed there at all.
// Pure.

import { piecesOf } from '../core/text-pieces.ts';

/**
 * What turns the direction, has no width or marks the order of bytes. Not the joiners, which scripts and emoji are written
 * with: but the one that joins is shown only behind a picture or a sign on a letter.
 */
const HIDDEN = /(?![\u200c\u200d])\p{Cf}|(?<![\p{Extended_Pictographic}\p{M}])\u200d/u;

/** Why a text cannot be typed into the composer, in words; `null`: it can. */
export function whyNotTyped(text: string): string | null {
  if (/[^\P{Cc}\n\t]/u.test(text)) return 'The text holds control characters. Nothing was sent.';
  // The new Claude drops it, the old one makes blanks of it.
  if (text.includes('\t')) return 'The text holds a tab, which Claude’s composer does not keep. Nothing was sent.';
  const hidden = HIDDEN.exec(text)?.[0].codePointAt(0);
  if (hidden !== undefined)
    return `The text holds the invisible character U+${hidden.toString(16).toUpperCase().padStart(4, '0')}, which Claude’s composer does not show. Nothing was sent.`;
  // Alone, each would leave the composer in a mode, or take the first command of a list.
  if (/^\s*[!/]\s*$/.test(text)) return `There is no command after the ${text.trim()}. Nothing was sent.`;
  // In some versions too; with words behind it, typed at once, it is text in all of them.
  if (text === '&' || text === '#')
    return `Alone, ${text} is no text in every version of Claude: write words behind it. Nothing was sent.`;
  return null;
}

/** A command without any words: its Enter would take the first of those that Claude offers, whatever is typed. */
const COMMAND = /^\s*\/\S+\s*$/;
/** Words or a path that Claude would complete, a question mark that opens its help, a backslash that breaks the line. */
const OPEN_END = /^\s*\/.*$|(?:^|\s)[@/]\S*$|\\$|^\s*\?$/;

/**
 * The pieces of a text, each typed once the one before it stands there. Where its Enter would be taken for something
 * else, a line break or a blank closes it, which Claude drops. No line break is in the first piece: where Claude was
 * killed a moment ago and its last frame still stands, it is a shell that takes it, and a line break would run it.
 */
export function piecesTyped(text: string): readonly string[] {
  // Its sign alone turns on the mode for commands of the shell, in every version.
  if (runsInShell(text)) return ['!', ...linesApart(text.slice(1) + (OPEN_END.test(text) ? ' ' : ''))];
  if (!COMMAND.test(text)) return linesApart(text + (OPEN_END.test(text) ? ' ' : ''));
  // By itself a line break is a key, which older versions take for another command; behind a character it is text.
  const last = [...text].at(-1) ?? '';
  return [...piecesOf(text.slice(0, -last.length)), `${last}\n`];
}

/** Its first line, then the rest. One character alone may be a sign: it is typed with what follows. */
function linesApart(text: string): readonly string[] {
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\n' && seen > 1) return [...piecesOf(text.slice(0, at)), ...piecesOf(text.slice(at))];
    if (!/\s/.test(character)) seen += 1;
  }
  return piecesOf(text);
}

/** Whether Claude runs it as a command of the shell. */
export function runsInShell(text: string): boolean {
  return text.startsWith('!');
}
