import { expect, it } from 'vitest';
import { lastAlive, writeAlive } from './last-alive.ts';

const NOW = 1_700_000_000_000;
const clock = { wall: () => NOW };
const reading = (value: string | null) => lastAlive({ setting: () => value }, clock);

it('is read as it was written', () => {
  let written: string | null = null;
  writeAlive({ setSetting: (_name, value) => (written = value) }, NOW - 5_000.4);
  expect(reading(written)).toBe(NOW - 5_000);
});

it.each([null, '', ' ', '-5', '0', 'soon', 'NaN'])('of %j tells of no daemon', (value) => {
  expect(reading(value)).toBeNull();
});

it.each(['1e400', String(NOW + 60_000)])('of %s, which is yet to come, is now: a clock was set back', (value) => {
  expect(reading(value)).toBe(NOW);
});
