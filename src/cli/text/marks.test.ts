import { expect, test } from 'vitest';
import type { Failure } from '../../core/session.ts';
import { session } from '../testing/session.ts';
import { isIn, MARK_WORDS, markCalled } from './marks.ts';

test.each([
  ['needs-input', 'needs-input'],
  ['needs-you', 'needs-input'],
  ['Needs You', 'needs-input'],
  ['to review', 'review'],
  ['TO-REVIEW', 'review'],
  ['review', 'review'],
  ['failed', 'failed'],
  [' idle ', 'idle'],
  ['ended', 'ended'],
  ['needs', null],
  ['needsyou', null],
  ['', null],
])('%j means the mark %s', (text, mark) => {
  expect(markCalled(text)).toBe(mark);
});

test('each word that is offered is understood', () => {
  expect(MARK_WORDS).toContain('needs-you');
  for (const word of MARK_WORDS) expect(markCalled(word)).not.toBeNull();
});

const failure: Failure = { kind: 'overloaded', text: 'API Error: 529', status: 529 };
test.each([
  [{ state: 'needs-input' }, 'needs you', 'still needs you'],
  [{ state: 'needs-input', guess: true }, 'probably needs you', 'still probably needs you'],
  [{ state: 'busy', guess: true }, 'is probably busy', 'is still probably busy'],
  [{ state: 'review' }, 'is to review', 'is still to review'],
  [{ state: 'review', failure }, 'failed and is to review', 'failed and is still to review'],
  [{ state: 'ended' }, 'has ended', 'has ended'],
] as const)('%o reads as a sentence', (over, plain, still) => {
  expect([isIn(session('abc', over)), isIn(session('abc', over), 'still')]).toEqual([plain, still]);
});
