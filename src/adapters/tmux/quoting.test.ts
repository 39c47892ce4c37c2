// Words and patterns that mean themselves. What tmux makes of them is tried with a real one elsewhere.

import { expect, test } from 'vitest';
import { literalPattern, quoted, rowPattern } from './quoting.ts';

test('quotes and line ends leave no word', () => {
  expect(quoted(`it's`)).toBe(`'it'\\''s'`);
  expect(quoted('a\nb')).toBe(`'a'"\\n"'b'`);
  expect(quoted('$x "#{y}" \\ ; {')).toBe(`'$x "#{y}" \\ ; {'`);
  expect(() => quoted('a\0')).toThrow('NUL');
});

test('patterns have no star, mark, bracket or backslash of their own', () => {
  expect(literalPattern('a*b?[c]\\')).toBe('a\\*b\\?\\[c]\\\\');
});

test('a row is all of the row but for blanks', () => {
  const found = (text: string, row: string) =>
    new RegExp(rowPattern(text).replaceAll('[[:space:]\u00a0]', '\\s')).test(row);
  expect(found(' touch (p1).txt', '   touch (p1).txt\u00a0')).toBe(true);
  expect(found('touch p1.txt', 'Bash(touch p1.txt)')).toBe(false);
  expect(found('a.b', 'axb')).toBe(false);
});
