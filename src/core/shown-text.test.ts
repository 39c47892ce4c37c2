import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standsOnRows, textOnRows } from './shown-text.ts';

describe('a text on rows', () => {
  it.each<[string, readonly string[], string, 'whole' | 'end' | null]>([
    ['as it is', ['touch a'], 'touch a', 'whole'],
    ['wrapped between words and within one', [' echo aaa', ' bbbb', 'bb'], 'echo aaa bbbbbb', 'whole'],
    ['of several lines, with a blank one', ['a', '', ' b'], 'a\n\n\tb\n', 'whole'],
    ['whose last lines are seen', ['b', 'c d'], 'a\nb\nc d', 'end'],
    ['that only ends alike', ['rm -rf tools'], 'ls', null],
    ['that is only a part', ['ls tools'], 'ls', null],
    ['that is the end of a word', ['ls'], 'echo tools', null],
    ['of which no line is whole', ['ls tools'], 'rm -rf x && ls tools', null],
    ['with a blank that is not there', ['rm -rf /tmp'], 'rm -rf / tmp', null],
    ['that is longer than what was asked', ['rm', 'ls'], 'ls', null],
    ['of which nothing is seen', [], 'ls', null],
    ['of nothing', ['ls'], '', null],
  ])('%s', (_what, rows, text, expected) => expect(textOnRows(rows, text)).toBe(expected));

  it('is whole however it is wrapped', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-c ]{1,60}$/), fc.integer({ min: 1, max: 9 }), (text, width) => {
        fc.pre(text.trim() !== '');
        const line = text.trim().replace(/ +/g, ' ');
        const rows = line.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
        expect(textOnRows(rows, text)).toBe('whole');
      }),
    );
  });

  it('stands among others', () => {
    expect(standsOnRows(['env: "prod"', 'note: "a', 'b"', 'n: 1'], 'note: "a b"')).toBe(true);
    expect(standsOnRows(['env: "prod"', 'n: 12'], 'n: 1')).toBe(false);
  });
});
