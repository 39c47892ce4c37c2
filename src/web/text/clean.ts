// Makes text that comes from sessions safe to show: control characters written out, no bidi overrides that could
// make a command read as another. Applied where frames arrive, so that nothing behind it needs to think about it; only prompts stay as
// they came until they are drawn, because an answer names what was asked letter by letter.

const LINE_BREAKS = /[\t\n\r\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
// Direction marks, embeddings, overrides and isolates; zero-width space and the byte order mark.
const UNSHOWN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** One line of `text`, control characters written out (`\x1b`), without anything else that is not shown. */
export function cleanText(text: string): string {
  return text.replace(LINE_BREAKS, ' ').replace(CONTROLS, written).replace(UNSHOWN, '');
}

/**
 * As the command line writes it: `\x1b`. Whoever dropped it would show `]0;name` as if a person had written that; the
 * pictures that Unicode has for it are in few fonts.
 */
function written(control: string): string {
  return `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** A copy of plain data with every string cleaned, keys left as they are. */
export function clean<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T;
  if (Array.isArray(value)) return value.map(clean) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clean(one)])) as T;
}

/** As `cleanText`, but tabs and line ends stay. */
export function cleanLines(text: string): string {
  return text
    .replace(/\r\n|[\u2028\u2029]/g, '\n')
    .split('\n')
    .map((line) => line.split('\t').map(cleanText).join('\t'))
    .join('\n');
}

/** As `clean`, but line ends stay. */
export function cleanAllLines<T>(value: T): T {
  if (typeof value === 'string') return cleanLines(value) as T;
  if (Array.isArray(value)) return value.map(cleanAllLines) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cleanAllLines(one)])) as T;
}
