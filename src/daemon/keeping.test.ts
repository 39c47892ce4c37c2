// Writing down, on a store that fails for a while: said once in red, nothing lost while the daemon lives.

import { beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../adapters/sqlite/open-store.ts';
import { startChangeLog } from './change-log.ts';
import { type Keeping, keepSessions } from './keeping.ts';
import { firstSight, fromKept, type Living } from './living.ts';
import type { Store } from './ports.ts';
import { keepWarnings, type Warnings } from './warnings.ts';

const clock = { steady: () => 1_000, wall: () => 1_000 };
const moved = { session: 'k3f', at: 5, from: 'idle', to: 'busy', rule: 'level-busy' };
let full = false;
let store: Store;
let warnings: Warnings;
let told = 0;
let transactions = 0;
let keeping: Keeping;
let living: Living;

beforeEach(() => {
  full = false;
  told = 0;
  const real = openStore({ path: '', backupDirectory: '', now: 0, driver: null }).store;
  // A disk that is full: every transaction fails, as SQLite's does.
  store = {
    ...real,
    transaction(work) {
      if (full) throw new Error('database or disk is full');
      transactions += 1;
      return real.transaction(work);
    },
  };
  const changes = startChangeLog(clock, 'here');
  changes.subscribe(() => {
    told += 1;
  });
  warnings = keepWarnings(changes, []);
  keeping = keepSessions(store, warnings);
  living = firstSight('k3f', origin, 'terminal', '/w', { steady: 1_000, wall: 1_000 }, false);
  living.unwritten = [{ session: 'k3f', at: 1, source: 'registry', text: 'busy' }];
});

const origin = {
  key: 'here|7|9',
  process: { pid: 7, startTicks: '9' },
  pid: 7,
  ancestors: [],
  tty: null,
  tmux: null,
  claudeDirectory: '/c',
  startedAt: 1_000,
  version: null,
  namedConversation: null,
};
const kept = () => store.sessions().map(({ body }) => fromKept(body, []));

describe('a session', () => {
  it('is written with its transition and its evidence, each once', () => {
    keeping.save(living, moved);
    keeping.flush([living], clock);
    expect(kept()).toMatchObject([{ id: 'k3f', cwd: '/w' }]);
    expect(store.transitions('k3f')).toEqual([moved]);
    expect(store.evidence('k3f', 10)).toHaveLength(1);
    expect(living).toMatchObject({ dirty: false, unwritten: [] });
    expect(warnings.all()).toEqual([]);
  });

  it('saved twice with others is written once, in one transaction, with both transitions', () => {
    const other = firstSight('m2p', origin, 'terminal', '/o', { steady: 1_000, wall: 1_000 }, false);
    const back = { ...moved, at: 6, from: 'busy', to: 'idle' };
    transactions = 0;
    keeping.together(() => {
      keeping.save(living, moved);
      keeping.together(() => keeping.save(other, null));
      living.cwd = '/later';
      keeping.save(living, back);
      expect(kept()).toEqual([]);
    });
    expect(transactions).toBe(1);
    expect(kept()).toMatchObject([
      { id: 'k3f', cwd: '/later' },
      { id: 'm2p', cwd: '/o' },
    ]);
    expect(store.transitions('k3f')).toEqual([moved, back]);
    expect(store.evidence('k3f', 10)).toHaveLength(1);
    expect(living).toMatchObject({ dirty: false, unwritten: [] });
  });

  it('removed before it was written with others stays removed', () => {
    keeping.together(() => {
      keeping.save(living, moved);
      keeping.remove('k3f');
    });
    expect(kept()).toEqual([]);
  });

  it('muted for ever stays muted for ever', () => {
    living.mutedUntil = Number.POSITIVE_INFINITY;
    keeping.save(living, null);
    expect(kept()[0]?.mutedUntil).toBe(Number.POSITIVE_INFINITY);
  });

  it('that another version wrote in another form is passed over', () => {
    for (const body of ['', '{', '[]', '{"id":"k3f"}', '{"id":7,"origin":{"key":"x"},"picture":{}}'])
      expect(fromKept(body, [])).toBeNull();
  });
});

describe('D04: while nothing can be written', () => {
  it('it is said once in red, and everything is written when it can be again', () => {
    full = true;
    keeping.save(living, moved);
    keeping.together(() => keeping.save(living, { ...moved, at: 6, from: 'busy', to: 'idle' }));
    keeping.write(() => store.setLabel('c', 'kept'));
    keeping.flush([living], clock);
    expect(warnings.all()).toMatchObject([{ name: 'disk-full', severity: 'red' }]);
    expect(warnings.all()[0]?.text).toContain('database or disk is full');
    expect(told).toBe(1);
    expect(store.sessions()).toEqual([]);

    full = false;
    living.label = 'kept';
    keeping.flush([living], clock);
    expect(warnings.all()).toEqual([]);
    expect(kept()).toMatchObject([{ id: 'k3f', label: 'kept' }]);
    expect(store.transitions('k3f').map(({ at }) => at)).toEqual([5, 6]);
    expect(store.label('c')).toBe('kept');
    expect(store.evidence('k3f', 10)).toHaveLength(1);
    expect(living).toMatchObject({ dirty: false, unwritten: [] });
  });

  it('a removal waits too', () => {
    keeping.save(living, null);
    full = true;
    keeping.remove('k3f');
    expect(kept()).toHaveLength(1);
    full = false;
    keeping.flush([], clock);
    expect(kept()).toEqual([]);
  });
});

describe('a session that cannot be written down', () => {
  const other = () => firstSight('m2p', origin, 'terminal', '/o', { steady: 1_000, wall: 1_000 }, false);
  /** What no JSON can hold. */
  const round: { self?: unknown } = {};
  round.self = round;
  const spoil = () => Object.assign(living, { round });
  const mend = () => Object.assign(living, { round: undefined });

  it('keeps none of the others from it, is told of, and is written once it can be', () => {
    const second = other();
    spoil();
    keeping.together(() => {
      keeping.save(living, moved);
      keeping.save(second, { ...moved, session: 'm2p' });
    });
    expect(kept()).toMatchObject([{ id: 'm2p' }]);
    expect(store.transitions('m2p')).toHaveLength(1);
    expect([living.dirty, second.dirty]).toEqual([true, false]);
    expect(warnings.all()).toMatchObject([{ name: 'session-unwritten', text: expect.stringContaining('k3f') }]);

    second.cwd = '/later';
    second.dirty = true;
    keeping.flush([living, second], clock);
    expect(kept()).toMatchObject([{ id: 'm2p', cwd: '/later' }]);
    expect(store.evidence('k3f', 10)).toEqual([]);

    mend();
    keeping.flush([living, second], clock);
    expect(kept()).toHaveLength(2);
    expect(store.transitions('k3f')).toEqual([moved]);
    expect(store.evidence('k3f', 10)).toHaveLength(1);
    expect(warnings.all()).toEqual([]);
  });

  it('hides no fault of the work it was saved in', () => {
    spoil();
    const work = () => {
      keeping.save(living, moved);
      throw new Error('halfway');
    };
    expect(() => keeping.together(work)).toThrow('halfway');
  });
});

it('says whether a write still waits, also after a session was written', () => {
  full = true;
  keeping.write(() => store.setLabel('c', 'kept'));
  full = false;
  keeping.save(living, null);
  expect([living.dirty, keeping.waits()]).toEqual([false, true]);
  keeping.flush([], clock);
  expect([store.label('c'), keeping.waits()]).toEqual(['kept', false]);
});
