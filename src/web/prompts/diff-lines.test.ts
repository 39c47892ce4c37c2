import { expect, test } from 'vitest';
import { diffCounts, diffLines } from './diff-lines.ts';

const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, pieces }) => {
    const text = pieces.map((piece) => (piece.changed ? `[${piece.text}]` : piece.text)).join('');
    return `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`;
  });

test('removed lines come before those in their place, and what differs in them is marked', () => {
  expect(shown('a\nconst x = load(1)\nz', 'a\nconst y = load(1)\nz')).toEqual([
    ' a',
    '-const [x] = load(1)',
    '+const [y] = load(1)',
    ' z',
  ]);
});

test('lines that share nothing are not compared word by word', () => {
  expect(shown('return cookies', "throw new Error('no')")).toEqual(['-return cookies', "+throw new Error('no')"]);
});

test('a line is compared with the one that takes its place, not with the one that stands as far down', () => {
  expect(
    shown(
      "const raw = cookies.get('sid')\nreturn raw ? decode(raw) : null",
      "const row = await load(\n  'select data',\n)\nreturn row ? decode(row) : null",
    ),
  ).toEqual([
    "-const [raw] = [cookies.get](['sid')]",
    '-return [raw] ? decode([raw]) : null',
    '+const [row] = [await load](',
    "+  'select data',",
    '+)',
    '+return [row] ? decode([row]) : null',
  ]);
});

test('nothing before or after is no line', () => {
  expect(shown('', 'a\n')).toEqual(['+a', '+']);
  expect(shown('a', '')).toEqual(['-a']);
  expect(diffCounts(diffLines('a\nb', 'a\nc\nd'))).toEqual({ added: 2, removed: 1 });
});
