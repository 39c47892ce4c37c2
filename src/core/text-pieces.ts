// How a text is typed: in pieces, each once the one before it stands on the screen, and never with a key in it. Pure.

/** Claude takes more than 800 characters that it reads at once for a paste, and hides them; two pieces may meet. */
const MOST_CHARACTERS = 390;
/** More does not go into one command of tmux. */
const MOST_BYTES = 512;

/** An emoji with its skin tone or style, those joined to it, and the tags that make a flag of one: one sign on a screen. */
const SIGN =
  /\p{Extended_Pictographic}(?:[\ufe0f\p{Emoji_Modifier}\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic}?){1,20}|./gsu;

/** A text as a screen has it: single characters, but an emoji of several parts as one. */
export function signsOf(text: string): readonly string[] {
  return text.match(SIGN) ?? [];
}

/** The pieces of a text. No sign is torn. */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let [piece, bytes] = ['', 0];
  for (const sign of signsOf(text)) {
    const size = bytesOf(sign);
    if (piece.length + sign.length > MOST_CHARACTERS || bytes + size > MOST_BYTES) {
      pieces.push(piece);
      [piece, bytes] = ['', 0];
    }
    piece += sign;
    bytes += size;
  }
  return [...pieces, piece];
}

/**
 * Which piece comes next, after what stands there; `whole` once all of it does. `null`: something else stands there, or
 * it cannot be told apart what of it does. Blanks do not count: wrapping moves them about.
 */
export function nextPiece(text: string, seen: string): string | 'whole' | 'wait' | null {
  const pieces = piecesOf(text);
  // What shows nothing when it is typed cannot be waited for.
  if (pieces.some((piece) => squash(piece) === '')) return null;
  const [shown, wanted] = [squash(seen), squash(text)];
  if (shown === wanted) return 'whole';
  let before = '';
  for (const piece of pieces) {
    if (squash(before) === shown) return piece;
    before += piece;
  }
  // Half of a piece is shown, or somebody else's words are.
  return wanted.startsWith(shown) ? 'wait' : null;
}

/** Whether a text holds what a terminal takes for keys: a line end would send it, Esc would cancel. */
export function holdsKeys(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** Without blanks, which wrapping moves about. */
export function squash(text: string): string {
  return text.replace(/\s+/g, '');
}

/** In UTF-8. */
function bytesOf(sign: string): number {
  let bytes = 0;
  for (const character of sign) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
