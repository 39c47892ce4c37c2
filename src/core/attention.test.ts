import { expect, test } from 'vitest';
import { sessionLike } from '../../test/session-like.ts';
import { attentionOrder, combinedMark, markOf, needsAttention, tally } from './attention.ts';
import type { Session } from './session.ts';

const failure = { kind: 'rate_limit', text: 'Rate limited', status: 429 };

function session(id: string, elements: Partial<Session>): Session {
  return sessionLike({ id, since: '2026-01-01T10:00:00.000Z', ...elements });
}

test('whoever is blocked comes first, then failures, then reviews, the longest waiting first', () => {
  const order = attentionOrder([
    session('r2', { state: 'review', waitingSince: '2026-01-01T09:00:00.000Z' }),
    session('idl', {}),
    session('n2', { state: 'needs-input', waitingSince: '2026-01-01T10:02:00.000Z' }),
    session('r1', { state: 'review', waitingSince: '2026-01-01T08:00:00.000Z' }),
    session('f1', { state: 'review', failure, waitingSince: '2026-01-01T10:00:00.000Z' }),
    session('n1', { state: 'needs-input', waitingSince: '2026-01-01T10:01:00.000Z' }),
  ]).map((one) => one.id);
  expect(order).toEqual(['n1', 'n2', 'f1', 'r1', 'r2']);
});

test('two that began to wait at the same moment keep one order, whichever came first in the list', () => {
  const waitingSince = '2026-01-01T10:01:00.000Z';
  const a = session('aaa', { state: 'needs-input', waitingSince });
  const b = session('bbb', { state: 'needs-input', waitingSince });
  expect(attentionOrder([a, b])).toEqual(attentionOrder([b, a]));
});

test.each([
  ['unknown', session('u', { state: 'unknown' })],
  ['busy', session('b', { state: 'busy' })],
  ['idle', session('i', {})],
  ['ended', session('e', { state: 'ended' })],
  ['a script that waits', session('s', { state: 'needs-input', kind: 'script' })],
  ['a script that finished', session('s', { state: 'review', kind: 'script' })],
])('%s is not attention', (_what, one) => {
  expect(needsAttention(one)).toBe(false);
  expect(tally([one]).attention).toBe(0);
});

test('a failure left over from an earlier turn does not make a working session look failed', () => {
  expect(markOf(session('a', { state: 'busy', failure }))).toBe('busy');
  expect(markOf(session('a', { state: 'review', failure }))).toBe('failed');
});

test('a tally counts each session once and leaves out scripts and ended ones', () => {
  expect(
    tally([
      session('a', { state: 'needs-input' }),
      session('b', { state: 'review', failure }),
      session('c', { state: 'review' }),
      session('d', { state: 'busy' }),
      session('e', { state: 'unknown' }),
      session('f', {}),
      session('g', { state: 'ended' }),
      session('h', { state: 'busy', kind: 'script' }),
    ]),
  ).toEqual({ needsInput: 1, failed: 1, review: 1, busy: 1, unknown: 1, idle: 1, attention: 3 });
});

test('the group mark falls step by step from needs-input to idle', () => {
  const rest = [
    session('a', { state: 'needs-input' }),
    session('b', { state: 'review', failure }),
    session('c', { state: 'review' }),
    session('d', { state: 'busy' }),
    session('e', { state: 'unknown' }),
    session('f', {}),
  ];
  const marks = rest.map((_one, from) => combinedMark(tally(rest.slice(from))));
  expect(marks).toEqual(['needs-input', 'failed', 'review', 'busy', 'unknown', 'idle']);
  expect(combinedMark(tally([]))).toBe('idle');
});
