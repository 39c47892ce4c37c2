import { expect, test } from 'vitest';
import { clean, cleanText } from './clean.ts';

test('a command cannot hide behind a direction override', () => {
  expect(cleanText('rm \u202e-rf\u202c \u2066x\u2069')).toBe('rm -rf x');
});

test('escape sequences lose their escape, lines become one', () => {
  expect(cleanText('a\u001b[31mred\r\n\tb\u0007\u009b')).toBe('a[31mred b');
});

test('letters of every script, emoji and joiners stay', () => {
  const text = 'é 日本 שלום 👩‍💻 ‌می‌خواهم';
  expect(cleanText(text)).toBe(text);
});

test('every string of a frame is cleaned, and nothing else is touched', () => {
  expect(clean({ a: 'x\u0000', n: 1, none: null, list: [{ b: '\u202ey' }], yes: true })).toEqual({
    a: 'x',
    n: 1,
    none: null,
    list: [{ b: 'y' }],
    yes: true,
  });
});
