// The comparison of two streams of hooks finds an order that differs, and grants the real one its races.

import { expect, it } from 'vitest';
import { turnedRound } from './evidence-streams.ts';

const stream = (...hooks: [number, string][]) => hooks.map(([at, told]) => ({ at, told }));
const played = stream([0, 'prompt'], [0, 'tool'], [0, 'prompt'], [0, 'stop']);

it.each([
  ['the same order', stream([0, 'prompt'], [900, 'tool'], [1800, 'prompt'], [2700, 'stop']), 0],
  ['another order that is no race', stream([0, 'tool'], [900, 'prompt'], [1800, 'prompt'], [2700, 'stop']), 1],
  ['another order within a race', stream([0, 'tool'], [200, 'prompt'], [1800, 'prompt'], [2700, 'stop']), 0],
  ['an end that comes first', stream([0, 'stop'], [900, 'prompt'], [1800, 'tool'], [2700, 'prompt']), 3],
])('%s', (_what, real, count) => {
  expect(turnedRound(real, played, 300)).toHaveLength(count);
});
