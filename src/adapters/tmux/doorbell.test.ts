// What of the subscriptions rings, and when we are the only ones who keep something alive.

import { expect, test } from 'vitest';
import { changedPanes, keptByUs, mayFallSilent, readPanes } from './doorbell.ts';

test('panes that came, went or changed ring; one told twice is one', () => {
  const before = readPanes('%0 10 zsh|%1 11 claude a|%2 12 vi|%1 11 claude a|');
  const after = readPanes('%0 10 zsh|%1 11 claude b|%3 13 sh|');
  expect([...before.keys()]).toEqual(['%0', '%1', '%2']);
  expect(changedPanes(before, after)).toEqual(['%1', '%2', '%3']);
  expect(changedPanes(after, after)).toEqual([]);
  expect(readPanes('').size).toBe(0);
  expect(readPanes('garbage|%x 1|').size).toBe(0);
});

test('only where its settings end what nobody is attached to do we leave', () => {
  // destroy-unattached, exit-unattached, clients of our session, clients of each session.
  expect(keptByUs('0 0 1 1+')).toBe(false);
  expect(keptByUs('off off 1 1+0+')).toBe(false);
  expect(keptByUs('1 0 1 1+3+')).toBe(true);
  expect(keptByUs('keep-last 0 1 1+')).toBe(true);
  expect(keptByUs('on 0 2 2+')).toBe(false);
  expect(keptByUs('0 1 1 1+0+')).toBe(true);
  expect(keptByUs('0 on 1 1+1+')).toBe(false);
});

test('a subscription of a window is made anew when that window is closed, or our client is elsewhere', () => {
  expect(mayFallSilent('@1', 'window-close', '@1')).toBe(true);
  expect(mayFallSilent('@1', 'unlinked-window-close', '@1 more')).toBe(true);
  expect(mayFallSilent('@1', 'session-changed', '$2 work')).toBe(true);
  expect(mayFallSilent('@1', 'window-close', '@10')).toBe(false);
  expect(mayFallSilent('@1', 'window-renamed', '@1 vi')).toBe(false);
});
