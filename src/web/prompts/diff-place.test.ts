import { expect, test } from 'vitest';
import { placeOfEdit } from '../../core/edit-place.ts';
import { numberedLines } from './diff-place.ts';

const FILE = 'a\nb\nfunction load() {\n  return one\n}\ny\nz\n';
const shown = (before: string, after: string, file: string | null = FILE) =>
  numberedLines(before, after, file === null ? null : placeOfEdit(file, before)).map(
    ({ n, kind, pieces }) =>
      `${n ?? ''}${{ same: ' ', added: '+', removed: '-' }[kind]}${pieces.map(({ text }) => text).join('')}`,
  );

test('lines have the numbers they have in the file, with what is around them', () => {
  expect(shown('  return one', '  const x = one\n  return x')).toEqual([
    ...['1 a', '2 b', '3 function load() {'],
    ...['4-  return one', '4+  const x = one', '5+  return x'],
    ...['6 }', '7 y', '8 z'],
  ]);
});

test('what is around a change gives way where there is little room', () => {
  expect(numberedLines('x', 'y', placeOfEdit('a\nb\nx\nc\nd', 'x'), 1).map(({ n }) => n)).toEqual([2, 3, 3, 4]);
});

test('a change within a line shows the whole line', () => {
  expect(shown('one', 'two').slice(3, 5)).toEqual(['4-  return one', '4+  return two']);
  expect(shown('  return one\n', '').slice(2)).toEqual(['3 function load() {', '4-  return one', '4 }', '5 y', '6 z']);
});

test('without its place a change has no numbers and nothing around it', () => {
  expect(shown('  return one', '  return two', null)).toEqual(['-  return one', '+  return two']);
});
