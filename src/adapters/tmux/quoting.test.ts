// Words and patterns that mean themselves. What tmux makes of them is tried with a real one elsewhere.

import { expect, test } from 'vitest';
import { literalPattern, quoted } from './quoting.ts';

test('quotes and line ends leave no word', () => {
  expect(quoted(`it's`)).toBe(`'it'\\''s'`);
  expect(quoted('a\nb')).toBe(`'a'"\\n"'b'`);
  expect(quoted('$x "#{y}" \\ ; {')).toBe(`'$x "#{y}" \\ ; {'`);
  expect(() => quoted('a\0')).toThrow('NUL');
});

test('patterns have no star, mark, bracket or backslash of their own', () => {
  expect(literalPattern('a*b?[c]\\')).toBe('a\\*b\\?\\[c]\\\\');
});
