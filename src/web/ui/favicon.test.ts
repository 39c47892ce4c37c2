import { expect, test } from 'vitest';
import { aSession } from '../../../test/panel-session.ts';
import { tally, URGENCY } from '../../core/attention.ts';
import { favicon, pageTitle } from './favicon.ts';

test('the title carries the number that waits, and none when nothing does', () => {
  const failure = { kind: 'x', text: 'x', status: null };
  const total = tally([
    aSession('a', { state: 'needs-input' }),
    aSession('b', { state: 'review' }),
    aSession('c', { state: 'review', failure }),
    aSession('d', { state: 'unknown' }),
  ]);
  expect(pageTitle(total, false)).toBe('(3) Tallymux');
  expect(pageTitle(tally([aSession('a', { state: 'busy' })]), false)).toBe('Tallymux');
});

test('while the daemon is away the title claims no number', () => {
  expect(pageTitle(tally([aSession('a', { state: 'needs-input' })]), true)).toBe('Reconnecting · Tallymux');
});

test('every mark has an icon of its own', () => {
  const icons = URGENCY.map(favicon);
  expect(new Set(icons).size).toBe(URGENCY.length);
  expect(icons.every((icon) => icon.startsWith('data:image/svg+xml,%3Csvg'))).toBe(true);
});
