import { describe, expect, it } from 'vitest';
import { sessionLike } from '../../test/session-like.ts';
import { announces } from './announce.ts';

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

  it('a question rings when the level confirms it, and not at its hook: another hook may answer it at once', () => {
    const asked = sessionLike({ state: 'needs-input', because: 'just-asked' });
    expect(announces(busy, asked, false)).toBeNull();
    expect(announces(asked, sessionLike({ state: 'needs-input', because: 'level-waiting' }), false)).toBe(
      'needs-input',
    );
    expect(announces(asked, busy, false)).toBeNull();
  });

  it("the person's own dialog does not ring", () => {
    expect(announces(busy, sessionLike({ state: 'needs-input', waitingFor: 'dialog open' }), false)).toBeNull();
  });

  it('a muted session and a script ring for nothing', () => {
    expect(announces(busy, sessionLike({ state: 'review', mutedUntil: '9999-12-31T23:59:59.000Z' }), false)).toBeNull();
    expect(announces(busy, sessionLike({ state: 'review', kind: 'script' }), false)).toBeNull();
  });
});
