import { expect, test } from 'vitest';
import { shellText } from './shell-text.ts';

test('a shell takes every word as it is', () => {
  expect(shellText(['a', "it's $x", '', '`b`', ';'])).toBe("a 'it'\\''s $x' '' '`b`' ';'");
});
