import { expect, test } from 'vitest';
import { backOff } from './back-off.ts';

test('the first retry comes within a quarter of a second, later ones ever more slowly, never beyond 8 s', () => {
  const longest = [0, 1, 2, 3, 4, 5, 6, 1000].map((attempt) => backOff(attempt, 1));
  expect(longest).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

test('chance takes away at most half', () => {
  expect(backOff(3, 0)).toBe(1000);
  expect(backOff(3, 0.5)).toBe(1500);
});
