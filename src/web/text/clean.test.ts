import { expect, test } from 'vitest';
import { clean, cleanText } from './clean.ts';

test('a command cannot hide behind a direction override', () => {
  expect(cleanText('rm \u202e-rf\u202c \u2066x\u2069')).toBe('rm -rf x');
});

test('control characters are written as the command line writes them, lines become one', () => {
  expect(cleanText('\u001b]0;pwn\u0007\u001b[31mred\r\n\tb\u0000\u007f\u009b')).toBe(
    '\\x1b]0;pwn\\x07\\x1b[31mred b\\x00\\x7f\\x9b',
  );
});

test('letters of every script, emoji and joiners stay', () => {
  const text = 'é 日本 שלום 👩‍💻 ‌می‌خواهم';
  expect(cleanText(text)).toBe(text);
});

test('every string of a frame is cleaned, and nothing else is touched', () => {
  expect(clean({ a: 'x\ufeff', n: 1, none: null, list: [{ b: '\u202ey' }], yes: true })).toEqual({
    a: 'x',
    n: 1,
    none: null,
    list: [{ b: 'y' }],
    yes: true,
  });
});
