// Claude's composer: a prompt between two lines across the pane, at the live end of the screen. It is found by what it
// is, never because nothing else was. Pure.

import { isFrameRule, isNameRule } from './rules.ts';
import type { StyledRow } from './styled-text.ts';
import { hadRoom } from './wrapping.ts';

/** A composer. Not `live`: something else writes below it, so that it is left over. */
export interface Composer {
  readonly draft: string;
  readonly live: boolean;
}

/** Reads the composer; `null` where none is at the end of the screen. */
export function findComposer(rows: readonly StyledRow[], columns: number): Composer | null {
  const isEdge = (text: string) => isFrameRule(text, columns) || isNameRule(text);
  const bottom = rows.findLastIndex(({ text }) => isEdge(text));
  if (bottom < 2) return null;
  // A marked row under it is a list that waits: the line above is that of a dialog.
  if (rows.slice(bottom + 1).some(({ text }) => /^\s{0,6}❯/.test(text))) return null;
  const top = rows.findLastIndex(({ text }, at) => at < bottom && isEdge(text));
  const inside = rows.slice(top + 1, bottom);
  const first = inside[0]?.text ?? '';
  if (top < 0 || !/^[❯>!#&](?:[\s\u00a0]|$)/.test(first)) return null;
  // What is typed, and the status below, stand in from the edge. In the first column writes a shell, after Claude's end.
  const standsIn = ({ text }: StyledRow) => text === '' || /^[\s\u00a0]{2}/.test(text);
  if (!inside.slice(1).every(standsIn)) return null;
  return { draft: draftOf(inside, columns), live: rows.slice(bottom + 1).every(standsIn) };
}

/** What the person typed. A mode's own sign (`!`) belongs to it: text sent there would mean something else. */
function draftOf(inside: readonly StyledRow[], columns: number): string {
  const first = inside[0]?.text ?? '';
  const sign = /^[❯>]/.test(first) ? '' : first.charAt(0);
  if (isSuggestion(inside)) return sign;
  const texts = inside.map(({ text }) => text.slice(2));
  const draft = texts.reduce((all, text, at) => {
    const before = texts[at - 1] ?? '';
    if (at === 0) return text;
    return before !== '' && text !== '' && !hadRoom(`  ${before}`, text, columns, 2)
      ? `${all} ${text}`
      : `${all}\n${text}`;
  }, '');
  return (sign + draft).replaceAll('\u00a0', ' ').trimEnd();
}

/** Nothing but dim words, with the cursor on the first of them. */
function isSuggestion(inside: readonly StyledRow[]): boolean {
  let dim = 0;
  let cursor = 0;
  for (const [at, { text, styles }] of inside.entries()) {
    for (let column = at === 0 ? 2 : 0; column < text.length; column += 1) {
      if (/[\s\u00a0]/.test(text.charAt(column))) continue;
      if (styles[column]?.inverse) cursor += 1;
      else if (styles[column]?.dim) dim += 1;
      else return false;
    }
  }
  return dim > 0 && cursor <= 2;
}
