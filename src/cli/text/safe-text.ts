// Makes text from sessions harmless for a terminal. Names, directories and messages are hostile: they may hold escape
// sequences, 8-bit controls, and marks that turn the reading direction. They are shown, never obeyed and never hidden.

/**
 * C0, DEL, C1, soft hyphen, zero-width and direction marks, line separators, isolates, byte order mark, lone surrogates
 * and tag characters. The zero-width joiner stays: emoji are built with it.
 */
const UNSAFE =
  /[\p{Cc}\p{Cs}\u{ad}\u{61c}\u{180e}\u{200b}\u{200c}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]/gu;

/** The same text in one line, with each dangerous character written as its escape: `\x1b`, `\u202e`. */
export function safeText(text: string): string {
  return text.replace(UNSAFE, escaped);
}

function escaped(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`;
}
