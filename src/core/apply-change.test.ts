import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sessionLike } from '../../test/session-like.ts';
import { applyChange, type Change, type ChangeBody, type Snapshot } from './apply-change.ts';

const empty: Snapshot = {
  number: 10,
  host: 'here',
  epoch: 'e',
  claudeInstalled: true,
  sessions: [],
  prompts: [],
  warnings: [],
};
const numbered = (body: ChangeBody, number: number): Change => ({
  ...body,
  number,
  at: '2026-11-30T00:00:00.000Z',
  host: 'here',
});
const seen = (id: string, name: string): ChangeBody => ({
  kind: 'session-changed',
  session: sessionLike({ id, name }),
  announce: null,
});

describe('applyChange', () => {
  it('adds a session, changes it in its place, and removes it', () => {
    const one = applyChange(empty, numbered(seen('aaa', 'one'), 11));
    const two = one && applyChange(one, numbered(seen('bbb', 'two'), 12));
    const three = two && applyChange(two, numbered(seen('aaa', 'renamed'), 13));
    expect(three?.sessions.map((session) => [session.id, session.name])).toEqual([
      ['aaa', 'renamed'],
      ['bbb', 'two'],
    ]);
    const four = three && applyChange(three, numbered({ kind: 'session-removed', id: 'aaa' }, 14));
    expect(four).toMatchObject({ number: 14, sessions: [{ id: 'bbb' }] });
  });

  it('asks for a new snapshot at a gap', () => {
    expect(applyChange(empty, numbered(seen('aaa', 'one'), 12))).toBeNull();
  });

  it('passes over a change that the snapshot already holds', () => {
    expect(applyChange(empty, numbered(seen('aaa', 'one'), 10))).toBe(empty);
  });

  it('keeps the warnings that stand', () => {
    const warning = { name: 'no-database', severity: 'red', text: 'No database.' } as const;
    expect(applyChange(empty, numbered({ kind: 'warnings-changed', warnings: [warning] }, 11))?.warnings).toEqual([
      warning,
    ]);
  });

  it('a client that joins at any change and follows ends where one ends that followed all', () => {
    const body = fc.oneof(
      fc.record({ id: fc.constantFrom('aaa', 'bbb', 'ccc'), name: fc.string() }).map(({ id, name }) => seen(id, name)),
      fc.constantFrom('aaa', 'bbb', 'ccc').map((id): ChangeBody => ({ kind: 'session-removed', id })),
    );
    fc.assert(
      fc.property(fc.array(body, { maxLength: 30 }), fc.nat({ max: 30 }), (bodies, join) => {
        const changes = bodies.map((one, index) => numbered(one, 11 + index));
        const follow = (from: Snapshot, those: readonly Change[]) =>
          those.reduce<Snapshot | null>((snapshot, change) => snapshot && applyChange(snapshot, change), from);
        const joined = follow(empty, changes.slice(0, join));
        expect(joined && follow(joined, changes)).toEqual(follow(empty, changes));
      }),
    );
  });
});
