import { describe, expect, it } from 'vitest';
import { sessionLike } from '../../test/session-like.ts';
import { announces, ringsIn, ringsNow } from './announce.ts';

const busy = sessionLike({ state: 'busy' });
const review = sessionLike({ state: 'review' });
const needsInput = sessionLike({ state: 'needs-input' });

describe('what rings', () => {
  it('rings for a new needs-input or review', () => {
    expect(announces(busy, review, false)).toBe('review');
    expect(announces(busy, needsInput, false)).toBe('needs-input');
    expect(announces(null, needsInput, false)).toBe('needs-input');
  });

  it('does not ring twice for one state', () => {
    expect(announces(review, sessionLike({ state: 'review', lastText: 'more' }), false)).toBeNull();
  });

  it('A11: recovery never rings', () => {
    expect(announces(null, needsInput, true)).toBeNull();
    expect(announces(sessionLike({ state: 'unknown' }), review, true)).toBeNull();
  });

  it.each(['idle', 'busy', 'unknown', 'ended'] as const)('never rings for %s', (state) => {
    expect(announces(needsInput, sessionLike({ state }), false)).toBeNull();
  });

  it('a prompt rings when it is still open a moment later: another hook may answer it at once', () => {
    expect(ringsIn(needsInput)).toBe(700);
    expect(ringsNow(needsInput, 1)).toBe('needs-input');
    expect(ringsNow(busy, 1)).toBeNull();
  });

  it('a question that only its hook told of waits until the level confirms it', () => {
    expect(ringsNow(sessionLike({ state: 'needs-input', because: 'just-asked' }), 1)).toBe(300);
  });

  it('a level that waits for nothing that is open rings nothing yet: it is read late', () => {
    expect(ringsNow(needsInput, 0)).toBe(300);
  });

  it("the person's own dialog rings after a minute", () => {
    expect(ringsIn(sessionLike({ state: 'needs-input', waitingFor: 'dialog open' }))).toBe(60_000);
  });

  it('a muted session and a script ring for nothing', () => {
    expect(announces(busy, sessionLike({ state: 'review', mutedUntil: '9999-12-31T23:59:59.000Z' }), false)).toBeNull();
    expect(announces(busy, sessionLike({ state: 'review', kind: 'script' }), false)).toBeNull();
    expect(ringsNow(sessionLike({ state: 'needs-input', mutedUntil: '9999-12-31T23:59:59.000Z' }), 1)).toBeNull();
  });
});
