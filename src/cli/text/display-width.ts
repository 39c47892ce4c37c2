// How many columns a text takes in a terminal, and how to cut and pad it to some. Pure. A character is never halved:
// what would stick out by half is left out. Text must have gone through `safeText` before.

/** East Asian wide and fullwidth blocks (UAX 11), as first and last code points. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff],
  [0x1aff0, 0x1b2ff],
  [0x20000, 0x3fffd],
];
const PLAIN = /^[\x20-\x7e]*$/;
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{Regional_Indicator}{2}/u;
const NOTHING = /^(?:\p{M}|\p{Cf})+$/u;

let segmenter: Intl.Segmenter | undefined;

/** Columns that a text takes. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return characters(text).reduce((sum, character) => sum + widthOf(character), 0);
}

/** At most `columns` wide; cut at the end, with `…` in the last column where something is missing. */
export function cutEnd(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  return columns < 1 ? '' : `${take(characters(text), columns - 1).join('')}…`;
}

/** At most `columns` wide; cut in the middle, so that the ends that tell two names apart stay. */
export function cutMiddle(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  if (columns < 3) return cutEnd(text, columns);
  const all = characters(text);
  const last = Math.min(Math.max(10, Math.floor((columns - 1) / 2)), columns - 2);
  const end = take(all.toReversed(), last).reverse();
  return `${take(all, columns - 1 - last).join('')}…${end.join('')}`;
}

/** Filled with spaces up to `columns`. */
export function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

function take(list: readonly string[], columns: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const character of list) {
    used += widthOf(character);
    if (used > columns) break;
    taken.push(character);
  }
  return taken;
}

function characters(text: string): string[] {
  if (PLAIN.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

function widthOf(character: string): number {
  if (EMOJI.test(character)) return 2;
  if (NOTHING.test(character)) return 0;
  const code = character.codePointAt(0) ?? 0;
  return WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}
