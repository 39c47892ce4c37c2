// Binding a transcript to a Claude that names none: only where no other can be meant.

import { describe, expect, it } from 'vitest';
import { NO_HOOKS } from '../core/picture.ts';
import { type Bindable, bindTranscript, type Candidate } from './bind-transcript.ts';

type Change = Partial<Bindable> & {
  readonly conversation?: string | null;
  readonly named?: string;
  readonly level?: boolean;
  /** A hook of its own was heard. */
  readonly hooked?: boolean;
};

function session({ conversation = null, named, level = false, hooked = false, ...rest }: Change = {}): Bindable {
  const origin = { claudeDirectory: '/c', startedAt: 1_000, namedConversation: named ?? null };
  return {
    id: 'one',
    cwd: '/w',
    kind: 'terminal',
    endedAt: null,
    origin: origin as Bindable['origin'],
    picture: {
      conversation,
      level: level ? ({ word: 'idle' } as Bindable['picture']['level']) : null,
      hooks: { ...NO_HOOKS, heardAt: hooked ? 5 : null },
    },
    ...rest,
  };
}

const grown = (conversation: string, bornAt = 500, writtenAt = 2_000): Candidate => ({
  conversation,
  bornAt,
  writtenAt,
});
const bind = (own: Bindable, others: readonly Bindable[], ...candidates: readonly Candidate[]) =>
  bindTranscript(own, [own, ...others], () => candidates);

describe('a Claude that reports no conversation', () => {
  it('has the one that its arguments name', () => {
    expect(bind(session({ named: 'n' }), [], grown('a'))).toBe('n');
  });

  it('has the one transcript there that began or grew since it started', () => {
    expect(bind(session(), [], grown('a'), grown('old', 1, 900))).toBe('a');
    expect(bind(session(), [], grown('born-later', 1_500))).toBe('born-later');
  });

  it('S10: has none where two grew, or none did', () => {
    expect(bind(session(), [], grown('a'), grown('b'))).toBeNull();
    expect(bind(session(), [], grown('old', 1, 900))).toBeNull();
    expect(bind(session(), [])).toBeNull();
  });

  it('S09: has none while another such Claude lives in the same directory', () => {
    expect(bind(session(), [session({ id: 'two' })], grown('a'))).toBeNull();
  });

  it.each([
    ['ended', { endedAt: 5 }],
    ['works elsewhere', { cwd: '/other' }],
    ['is a script', { kind: 'script' as const }],
    ['has another Claude directory', { origin: { claudeDirectory: '/d', startedAt: 1 } as Bindable['origin'] }],
    ['speaks by its registry', { level: true, conversation: 'b' }],
  ])('is not hindered by one that %s', (_what, change) => {
    expect(bind(session(), [session({ id: 'two', ...change })], grown('a'))).toBe('a');
  });

  it('never takes what a neighbour has', () => {
    const neighbour = session({ id: 'two', level: true, conversation: 'a' });
    expect(bind(session(), [neighbour], grown('a'))).toBeNull();
    expect(bind(session(), [neighbour], grown('a'), grown('b'))).toBe('b');
  });

  it('never takes what a script beside it writes', () => {
    const script = session({ id: 'two', kind: 'script', conversation: 'b' });
    expect(bind(session(), [script], grown('b'))).toBeNull();
    expect(bind(session(), [script], grown('a'), grown('b'))).toBe('a');
  });

  it('never takes what one that ended left, unless it grew since', () => {
    const over = session({ id: 'two', endedAt: 3_000, conversation: 'b' });
    expect(bind(session(), [over], grown('b', 500, 2_900))).toBeNull();
    expect(bind(session(), [over], grown('b', 500, 9_000))).toBe('b');
  });

  it('has none where its start is not known', () => {
    expect(
      bind(
        session({ origin: { claudeDirectory: '/c', startedAt: null, namedConversation: null } as Bindable['origin'] }),
        [],
        grown('a'),
      ),
    ).toBeNull();
  });
});

describe('once bound', () => {
  it('S10: a newer file that was there before takes no place', () => {
    expect(bind(session({ conversation: 'a' }), [], grown('a', 500), grown('b', 400, 9_000))).toBe('a');
  });

  it('one that was born later (a /clear) does, if it is the only one', () => {
    const own = session({ conversation: 'a' });
    expect(bind(own, [], grown('a', 500), grown('b', 1_500))).toBe('b');
    expect(bind(own, [], grown('a', 500), grown('b', 1_500), grown('c', 1_600))).toBe('a');
  });

  it('what its own hooks named stays, whatever is born beside it: they tell of a /clear themselves', () => {
    const own = session({ conversation: 'a', hooked: true });
    expect(bind(own, [], grown('a', 500), grown('b', 1_500))).toBe('a');
  });

  it('what a neighbour that ended, or a script, began later takes no place', () => {
    const own = session({ conversation: 'a' });
    const script = session({ id: 'two', kind: 'script', conversation: 'b' });
    const over = session({ id: 'two', endedAt: 3_000, conversation: 'b' });
    expect(bind(own, [script], grown('a', 500), grown('b', 1_500))).toBe('a');
    expect(bind(own, [over], grown('a', 500), grown('b', 1_500))).toBe('a');
  });

  it('stays bound to a named conversation that has no file yet', () => {
    expect(bind(session({ conversation: 'a' }), [], grown('b'))).toBe('a');
  });
});
