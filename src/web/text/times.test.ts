import { expect, test } from 'vitest';
import { elapsed, runningTime, shortTime, spokenTime, timeOfDay } from './times.ts';

const S = 1000;
const M = 60 * S;
const H = 60 * M;

test.each([
  [0, '0s'],
  [59 * S + 999, '59s'],
  [M, '1m'],
  [59 * M + 59 * S, '59m'],
  [H, '1h'],
  [23 * H, '23h'],
  [50 * H, '2d'],
])('%i ms of waiting reads %s', (ms, text) => {
  expect(shortTime(ms)).toBe(text);
});

test.each([
  [4 * S, '0:04'],
  [108 * S, '1:48'],
  [59 * M + 59 * S, '59:59'],
  [H + 5 * M, '1h'],
])('%i ms of work reads %s', (ms, text) => {
  expect(runningTime(ms)).toBe(text);
});

test('a time in the future or no time at all counts as just now', () => {
  expect(elapsed('2026-01-01T00:00:05.000Z', Date.parse('2026-01-01T00:00:00.000Z'))).toBe(0);
  expect(elapsed('soon', 1)).toBe(0);
});

test('spoken times say one unit', () => {
  expect([spokenTime(S), spokenTime(12 * M + 3 * S), spokenTime(H)]).toEqual(['1 second', '12 minutes', '1 hour']);
});

test('a time of another day carries its date', () => {
  const now = new Date(2026, 0, 2, 12).getTime();
  expect(timeOfDay(new Date(2026, 0, 2, 9, 5, 7).toISOString(), now)).toBe('09:05:07');
  expect(timeOfDay(new Date(2026, 0, 1, 9, 5, 7).toISOString(), now)).toMatch(/^.*1.*, 09:05:07$/);
});
