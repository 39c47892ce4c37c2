// How a text is typed into Claude's composer so that Claude takes just this text, and what cannot be typed there at all.
// Pure.

import { piecesOf } from '../core/text-pieces.ts';

/** What turns the direction, has no width or marks the order of bytes. */
const HIDDEN = /(?!\u200c)\p{Cf}/u;
/**
 * What is invisible by itself and Claude keeps: the joiner between two pictures or behind a sign on a letter, and the tags
 * that make a flag of a nation of the black one. Joiners and tags elsewhere it drops when it sends.
 */
const KEPT = [
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/gu,
  /(?<=(?!\ufe0f)\p{M})\u200d/gu,
  /(?<=\u{1f3f4})\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu,
] as const;

/** Why a text cannot be typed into the composer, in words; `null`: it can. */
export function whyNotTyped(text: string): string | null {
  if (/[^\P{Cc}\n\t]/u.test(text)) return 'The text holds control characters. Nothing was sent.';
  // The new Claude drops it, the old one makes blanks of it.
  if (text.includes('\t')) return 'The text holds a tab, which Claude’s composer does not keep. Nothing was sent.';
  const rest = KEPT.reduce((left, kept) => left.replace(kept, ''), text);
  const hidden = HIDDEN.exec(rest)?.[0].codePointAt(0);
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
