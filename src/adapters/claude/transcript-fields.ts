// Small readers of what stands in a transcript line, where any element may be of any type. Pure; they never throw.

import type { Tokens } from '../../core/session.ts';

/** An object of unknown elements. */
export type Fields = Readonly<Record<string, unknown>>;

const LONGEST_TEXT = 300;

/** `value` as an object; an empty one where it is none. */
export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** `value` as a list of objects; an empty one where it is none. */
export function list(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fields) : [];
}

/** `value` as a text that is not empty, else `null`. */
export function string(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A text on one line, at most 300 characters. */
export function oneLine(text: string): string {
  const line = text
    .slice(0, LONGEST_TEXT * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= LONGEST_TEXT ? line : `${line.slice(0, LONGEST_TEXT - 1)}…`;
}

/** What a message cost, by its `usage`: its whole input, cached or not, and what it wrote. */
export function tokensOf(usage: unknown): Tokens | null {
  const counts = fields(usage);
  const number = (name: string) => (typeof counts[name] === 'number' ? counts[name] : 0);
  if (typeof counts.input_tokens !== 'number') return null;
  const input = number('input_tokens') + number('cache_creation_input_tokens') + number('cache_read_input_tokens');
  return { input, output: number('output_tokens') };
}
