import { expect, test } from 'vitest';
import { stretches } from './scripts.ts';

const shown = (text: string) => stretches(text).map((one) => (one.fromRight ? `[${one.text}]` : one.text));

test('words that run from the right stand by themselves, so that what is between them keeps its place', () => {
  expect(shown('echo "مرحبا بالعالم" > ملف.txt')).toEqual(['echo "', '[مرحبا بالعالم]', '" > ', '[ملف]', '.txt']);
  expect(shown('rm -rf שלום/קובץ2 x')).toEqual(['rm -rf ', '[שלום]', '/', '[קובץ2]', ' x']);
});

test('nothing is lost, and a line without such words is one stretch', () => {
  for (const text of ['', 'npm test', 'ערב', 'a ערב  טוב z', '\u{1e900}\u{1e901} x'])
    expect(
      stretches(text)
        .map((one) => one.text)
        .join(''),
    ).toBe(text);
  expect(shown('npm test')).toEqual(['npm test']);
});
