import { expect, it } from 'vitest';
import { bootClocks } from './boot-clock.ts';

let now = 0;
let up: number | null = 0;
/** A machine whose true uptime is steady time less 500,003.7 ms, told in steps of 10 ms. */
const at = (steady: number) => {
  now = steady;
  up = Math.floor((steady - 500_003.7) / 10) * 10;
};
const clocks = () => bootClocks({ steady: () => now }, () => up);

it('what ran a while ago ran so long before now, to within a step', () => {
  const read = clocks();
  at(600_000);
  const clock = read();
  const ran = clock.at(90_000) ?? 0;
  expect(ran).toBeGreaterThan(590_003.7 - 10.1);
  expect(ran).toBeLessThan(590_003.7 + 10.1);
});

it('the same moment is the same in every batch, and never before an earlier one', () => {
  const read = clocks();
  let last = Number.NEGATIVE_INFINITY;
  for (let steady = 600_000; steady < 600_500; steady += 7.3) {
    at(steady);
    const ran = read().at(up) ?? 0;
    expect(ran).toBeGreaterThanOrEqual(last - 10);
    expect(ran).toBeLessThanOrEqual(steady);
    last = ran;
  }
  const settled = read().at(90_000);
  at(601_000);
  expect(read().at(90_000)).toBe(settled);
});

it('nothing ran later than now, and what is far ahead is of another start of the machine', () => {
  const read = clocks();
  at(600_000);
  expect(read().at((up ?? 0) + 500)).toBe(600_000);
  expect(read().at((up ?? 0) + 5_000)).toBeNull();
});

it('what says no time, or a machine without such a clock, is now', () => {
  const read = clocks();
  at(600_000);
  expect(read().at(null)).toBe(600_000);
  up = null;
  expect(read().at(90_000)).toBe(600_000);
});

it('after the machine slept, the distance is measured anew', () => {
  const read = clocks();
  at(600_000);
  read();
  now = 601_000;
  up = (up ?? 0) + 3_601_000;
  expect(read().at(up)).toBe(601_000);
  expect(read().at(up - 1_000)).toBe(600_000);
});

it('what ran before the machine slept ran before it, also where it is read after that', () => {
  const read = clocks();
  at(600_000);
  read();
  const before = up ?? 0;
  now = 600_050;
  up = before + 8 * 3_600_000;
  expect(Math.abs((read().at(before - 10) ?? 0) - 599_990)).toBeLessThan(10.1);
  // After the last reading, and yet before the sleep.
  expect(read().at(before + 20)).toBeGreaterThanOrEqual(600_000);
  expect(read().at((up ?? 0) - 20)).toBe(600_030);
});

it('each of many sleeps keeps its own distance, and order is kept over all of them', () => {
  const read = clocks();
  at(600_000);
  const ran: number[] = [];
  for (let sleep = 0; sleep < 5; sleep++) {
    now += 1_000;
    up = (up ?? 0) + 1_000;
    read();
    ran.push(up - 500, up);
    up += 3_600_000;
    now += 10;
    read();
  }
  const times = ran.map((uptime) => read().at(uptime) ?? 0);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(6_000);
});
