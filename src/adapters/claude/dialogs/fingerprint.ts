// What stays the same of a dialog while a person moves in it, and what tells it from another on the screen. Pure.

import { createHash } from 'node:crypto';
import type { Dialog, DialogOption } from '../../../core/dialog.ts';
import type { PromptKind } from '../../../core/prompt.ts';

type Seen = Pick<Dialog, 'kind' | 'title' | 'agent' | 'body' | 'question' | 'options'>;

/** Same dialog, same text. Blanks do not count, so that wrapping elsewhere changes nothing. */
export function fingerprintOf({ kind, title, agent, body, question, options }: Seen): string {
  const text = [kind, title, agent ?? '', body.join(' '), question, ...options.map((option) => nameOf(option, kind))]
    .map((part) => part.replace(/\s+/g, ''))
    .join('\u0000');
  return createHash('sha256').update(text).digest('hex').slice(0, 20);
}

/** Yes and No turn into fields, and fields into what was typed: neither tells the dialog. */
function nameOf({ digit, label, field, meaning }: DialogOption, kind: PromptKind): string {
  const takesWords = field !== 'none' || (kind === 'permission' && (meaning === 'allow' || meaning === 'deny'));
  return `${digit ?? ''}${takesWords ? '*' : label}`;
}

/** Rows among which to look for the line that tells a dialog, as they stand on the screen. */
export interface Telling {
  /** Between the dashed lines. */
  readonly framed: readonly string[];
  /** The first paragraph under the title, which begins with what it is about. */
  readonly opening: readonly string[];
  readonly question: readonly string[];
  readonly title: readonly string[];
  readonly labels: readonly string[];
}

/** The line that tells a dialog best: what it is about before its question, which many share. */
export function distinctiveOf({ framed, opening, question, title, labels }: Telling, asksThings: boolean): string {
  const order = asksThings ? [question, framed, opening] : [framed, opening, question];
  for (const rows of [...order, title, labels]) {
    const trimmed = rows.map((row) => row.trim());
    const [first = ''] = trimmed;
    if (rows === opening && first.length >= 4) return first;
    const longest = trimmed.reduce((best, row) => (row.length > best.length ? row : best), '');
    if (longest !== '') return longest;
  }
  return '';
}
