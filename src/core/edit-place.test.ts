import { describe, expect, it } from 'vitest';
import { cpuTimeOf } from '../../test/cpu-time.ts';
import { placeOfEdit } from './edit-place.ts';

const FILE = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', ''].join('\n');

describe('the place of an edit', () => {
  it('is its line, with whole lines around it', () => {
    expect(placeOfEdit(FILE, 'five\nsix')).toEqual({
      ...{ line: 5, head: '', tail: '' },
      ...{ before: ['two', 'three', 'four'], after: ['seven', 'eight'] },
    });
  });

  it('tells what else its first and last line hold', () => {
    expect(placeOfEdit('a\nconst x = load(1);\nb', 'x = load')).toEqual({
      ...{ line: 2, head: 'const ', tail: '(1);', before: ['a'], after: ['b'] },
    });
    expect(placeOfEdit(FILE, 'three\n')).toMatchObject({
      line: 3,
      head: '',
      tail: 'four',
      after: ['five', 'six', 'seven'],
    });
  });

  it('is found at both ends of a file, and through line ends of any kind', () => {
    expect(placeOfEdit(FILE, 'one')).toMatchObject({ line: 1, before: [], after: ['two', 'three', 'four'] });
    expect(placeOfEdit(FILE, 'eight')).toMatchObject({ line: 8, before: ['five', 'six', 'seven'], after: [] });
    expect(placeOfEdit(FILE, FILE)).toMatchObject({ line: 1, before: [], after: [] });
    expect(placeOfEdit('\nx\n', '\nx')).toMatchObject({ line: 1, head: '', before: [], after: [] });
    expect(placeOfEdit('\n\nx', 'x')).toMatchObject({ line: 3, before: ['', ''], after: [] });
    expect(placeOfEdit('\ufeffa\r\nb\r\nc\r\n', 'b\nc')).toMatchObject({ line: 2, before: ['a'], after: [] });
  });

  it('is not told where it is not certain or cannot be shown whole', () => {
    expect(placeOfEdit('x\nx', 'x')).toBeNull();
    expect(placeOfEdit('aaa', 'aa')).toBeNull();
    expect(placeOfEdit(FILE, 'nine')).toBeNull();
    expect(placeOfEdit(FILE, '')).toBeNull();
    expect(placeOfEdit(`${'y'.repeat(501)}x`, 'x')).toBeNull();
    expect(placeOfEdit(`a\n${'y'.repeat(501)}\nb\nx`, 'x')?.before).toEqual(['b']);
  });

  it('is found as a plain search finds it, in all short texts of two letters', () => {
    const texts = (length: number): string[] =>
      Array.from({ length: 2 ** length }, (_, bits) =>
        Array.from({ length }, (_each, at) => ((bits >> at) & 1 ? 'a' : 'b')).join(''),
      );
    for (const text of texts(8))
      for (const wanted of [1, 2, 3, 4, 5].flatMap(texts)) {
        const first = text.indexOf(wanted);
        const only = first >= 0 && text.indexOf(wanted, first + 1) < 0;
        expect(placeOfEdit(text, wanted)?.head, `${wanted} in ${text}`).toBe(only ? text.slice(0, first) : undefined);
      }
  });

  it('is looked up in a moment, whatever the file and the text are', () => {
    const all = 'a'.repeat(1_900_000);
    const half = 'a'.repeat(10_000);
    expect(cpuTimeOf(() => placeOfEdit(all, `${half}b${half}`))).toBeLessThan(1_000);
    expect(cpuTimeOf(() => placeOfEdit(`${'\n'.repeat(1_900_000)}x`, 'x'))).toBeLessThan(200);
  });
});
