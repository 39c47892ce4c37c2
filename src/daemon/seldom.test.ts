import { expect, it } from 'vitest';
import { logSeldom } from './seldom.ts';

it('each kind of line is written once a minute, then with how often it was', () => {
  let now = 0;
  const lines: string[] = [];
  const seldom = logSeldom(
    (text) => lines.push(text),
    () => now,
  );
  for (let i = 0; i < 5; i++) seldom('a');
  seldom('b');
  expect(lines).toEqual(['a', 'b']);
  now = 60_000;
  seldom('a');
  seldom('b');
  expect(lines.slice(2)).toEqual(['a (and 4 more)', 'b']);
});
