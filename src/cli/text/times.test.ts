import { expect, test } from 'vitest';
import { mutedHow, parseDuration } from './times.ts';

test.each([
  ['90s', 90_000],
  ['30m', 1_800_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['30', null],
  ['0m', null],
  ['m', null],
  ['1.5h', null],
  ['-1h', null],
  ['1w', null],
  ['', null],
  ['30 m', null],
])('%j lasts %s ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test('how long a mute lasts is told in local time, with the date where it is another day', () => {
  const now = new Date(2026, 0, 1, 10, 0).getTime();
  const at = (...[hour, minute]: [number, number]) => new Date(2026, 0, 1, hour, minute, 59).toISOString();
  expect(mutedHow(at(14, 5), now)).toBe('until 14:05');
  expect(mutedHow(at(34, 5), now)).toBe('until 2026-01-02 10:05');
  expect(mutedHow('9999-12-31T23:59:59.999Z', now)).toBe('for good');
  expect(mutedHow('forever', now)).toBe('for good');
});
