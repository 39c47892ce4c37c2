// Words of scripts that run from the right, found in code. Drawn as they come, they would turn round everything between
// two of them: `"…" > file` would read as `file < "…"`. Pure.

/** A stretch of a line; `fromRight`: words that are drawn from the right, by themselves. */
export interface Stretch {
  readonly text: string;
  readonly fromRight: boolean;
}

const FROM_RIGHT = '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
/** Neighbouring words are one stretch: a sentence keeps its order. Nothing else that stands between them does. */
const WORDS = new RegExp(`[${FROM_RIGHT}](?:[${FROM_RIGHT}\\p{M}\\p{N}]| (?=[${FROM_RIGHT}]))*`, 'gu');

/** The stretches of `text` in order; one where nothing in it runs from the right. */
export function stretches(text: string): readonly Stretch[] {
  const made: Stretch[] = [];
  let at = 0;
  for (const match of text.matchAll(WORDS)) {
    if (match.index > at) made.push({ text: text.slice(at, match.index), fromRight: false });
    made.push({ text: match[0], fromRight: true });
    at = match.index + match[0].length;
  }
  if (at < text.length || made.length === 0) made.push({ text: text.slice(at), fromRight: false });
  return made;
}
