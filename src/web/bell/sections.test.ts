import { expect, test } from 'vitest';
import { aSession } from '../../../test/panel-session.ts';
import { sheetSections } from './sections.ts';

test('each session stands in the section of its state, what ended before midnight in none', () => {
  const failure = { kind: 'x', text: 'x', status: null };
  const midnight = Date.parse('2026-01-01T00:00:00.000Z');
  const { awaiting, review, progress, done } = sheetSections(
    [
      aSession('r', { state: 'review' }),
      aSession('n', { state: 'needs-input' }),
      aSession('f', { state: 'review', failure }),
      aSession('b', { state: 'busy' }),
      aSession('script', { state: 'busy', kind: 'script' }),
      aSession('said', { lastText: 'Done.', since: '2026-01-01T09:00:00.000Z' }),
      aSession('new', {}),
      aSession('gone', { state: 'ended', since: '2026-01-01T11:00:00.000Z' }),
      aSession('yesterday', { state: 'ended', since: '2025-12-31T23:00:00.000Z' }),
    ],
    midnight,
  );
  const ids = [awaiting, review, progress, done].map((list) => list.map((one) => one.id));
  expect(ids).toEqual([['n'], ['f', 'r'], ['b'], ['gone', 'said']]);
});
