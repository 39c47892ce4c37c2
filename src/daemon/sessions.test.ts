import { beforeEach, expect, it, vi } from 'vitest';
import { asks, registryRead, typed } from '../../test/scenario.ts';
import { openStore } from '../adapters/sqlite/open-store.ts';
import type { Change } from '../core/apply-change.ts';
import type { Evidence, HookEvidence } from '../core/evidence.ts';
import type { HookFact } from '../core/hook.ts';
import { startChangeLog } from './change-log.ts';
import type { Conversations } from './conversations.ts';
import { keepSessions } from './keeping.ts';
import { firstSight, type Living, type Origin } from './living.ts';
import type { Store } from './ports.ts';
import { recoverSessions } from './recovery.ts';
import { holdSessions, RECOVERY, type Sessions } from './sessions.ts';
import { keepWarnings, type Warnings } from './warnings.ts';

const clock = { steady: () => now, wall: () => now };
let now = 0;
let store: Store;
let warnings: Warnings;
let sessions: Sessions;
let changes: Change[];

const origin = (pid: number): Origin => ({
  key: `here|${pid}|1`,
  process: { pid, startTicks: '1' },
  pid,
  ancestors: [],
  tty: '/dev/pts/1',
  tmux: null,
  claudeDirectory: '/c',
  startedAt: null,
  version: null,
  namedConversation: null,
});

beforeEach(() => {
  now = 1_000_000;
  store = openStore({ path: '', backupDirectory: '', now: 0, driver: null }).store;
  begin();
});

function begin(): void {
  const log = startChangeLog(clock, 'here');
  changes = [];
  log.subscribe((change) => changes.push(change));
  warnings = keepWarnings(log, [{ name: 'disk-full', severity: 'red', text: 'Only memory is left.' }]);
  sessions = holdSessions({ clock, host: 'here', changes: log, keeping: keepSessions(store, warnings) });
}

/** A prompt that a hook told of, in conversation `c`. */
function promptHook(at: number): HookEvidence {
  const fact = { kind: 'prompt', by: 'person', text: 'go' } as const;
  return { source: 'hook', at, key: 'p', conversation: 'c', turn: 't1', agent: null, fact };
}

function meet(id: string, pid: number): Living {
  const living = firstSight(id, origin(pid), 'terminal', '/w', { steady: now, wall: now }, false);
  living.openPrompts = 1;
  sessions.add(living);
  sessions.tell(living, [registryRead(now / 1000, 'idle')]);
  sessions.settle(living);
  return living;
}

it('a mute runs out by itself', () => {
  const living = meet('aaa', 7);
  living.mutedUntil = now + 60_000;
  sessions.settle(living);
  expect(living.view?.mutedUntil).not.toBeNull();
  now += 60_000;
  sessions.settle(living);
  expect(living.view?.mutedUntil).toBeNull();
});

it('a warning that was given at the start outlives the first write', () => {
  meet('aaa', 7);
  expect(warnings.all().map(({ name }) => name)).toEqual(['disk-full']);
});

it('one kept session that cannot be restored keeps none of the others from coming back', () => {
  meet('aaa', 7);
  store.saveSession({ id: 'bad', body: JSON.stringify({ id: 'bad', origin: origin(8), picture: { transcript: {} } }) });
  begin();
  const lines: string[] = [];
  const idle = () => {};
  const conversations: Conversations = {
    follow: idle,
    readNow: idle,
    toolCalls: () => new Map(),
    named: idle,
    bindUnbound: idle,
    sweep: idle,
    doubt: idle,
    drop: idle,
    dispose: idle,
  };
  expect(recoverSessions(store, sessions, conversations, clock, (text) => lines.push(text), null)).toMatchObject([
    { pid: 7 },
  ]);
  expect(lines).toHaveLength(1);
  expect(store.sessions().map(({ id }) => id)).toEqual(['aaa']);
  expect(changes.some((change) => change.kind === 'session-changed' && change.announce !== null)).toBe(false);
});

const announced = () => changes.flatMap((change) => (change.kind === 'session-changed' ? (change.announce ?? []) : []));
const readsWaiting = () => registryRead(now / 1000, 'waiting', 'permission prompt', 'c');

it('what changes after a settled start is announced, also where an old hook changed nothing in between', () => {
  const living = firstSight('aaa', origin(7), 'terminal', '/w', { steady: now, wall: now }, true);
  living.openPrompts = 1;
  sessions.add(living);
  sessions.tell(living, [registryRead(now / 1000, 'busy', null, 'c')]);
  sessions.settle(living);
  living.recovering = true;
  sessions.tell(living, [promptHook(now - 5_000)]);
  sessions.settle(living);
  now += 60_000;
  vi.useFakeTimers();
  try {
    sessions.tell(living, [readsWaiting()]);
    sessions.settle(living);
    expect(announced()).toEqual([]);
    vi.advanceTimersByTime(700);
    expect(announced()).toEqual(['needs-input']);
  } finally {
    vi.useRealTimers();
  }
});

it('a need that somebody met within a moment rings nothing, and the next one waits its own moment', () => {
  const living = firstSight('aaa', origin(7), 'terminal', '/w', { steady: now, wall: now }, false);
  living.openPrompts = 1;
  sessions.add(living);
  const reads = (word: 'busy' | 'waiting') => {
    now += 300;
    vi.advanceTimersByTime(300);
    sessions.tell(living, [registryRead(now / 1000, word, null, 'c')]);
    sessions.settle(living);
  };
  vi.useFakeTimers();
  try {
    reads('busy');
    reads('waiting');
    reads('busy');
    reads('waiting');
    vi.advanceTimersByTime(600);
    expect(announced()).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(announced()).toEqual(['needs-input']);
  } finally {
    vi.useRealTimers();
  }
});

it('what changes long after the start is announced, also of a session without a registry file that was still since', () => {
  vi.useFakeTimers();
  try {
    const living = firstSight('aaa', origin(7), 'terminal', '/w', { steady: now, wall: now }, true);
    living.openPrompts = 1;
    sessions.add(living);
    sessions.tell(living, [promptHook(now)]);
    sessions.settle(living);
    now += RECOVERY + 10;
    vi.advanceTimersByTime(RECOVERY + 10);
    now += 60_000;
    sessions.tell(living, [{ ...promptHook(now), key: 'q', fact: asks }]);
    sessions.settle(living);
    now += 2_000;
    vi.advanceTimersByTime(2_000);
    expect(announced()).toEqual(['needs-input']);
  } finally {
    vi.useRealTimers();
  }
});

it('S14: a turn that came and went while nobody looked is another review, and as old as its end', () => {
  const living = firstSight('aaa', origin(7), 'terminal', '/w', { steady: now, wall: now }, false);
  living.openPrompts = 1;
  sessions.add(living);
  const stop = { kind: 'stopped', text: 'done', agents: 0, shells: 0 } as const;
  const hook = (key: string, at: number, turn: string, fact: HookFact) => ({ ...promptHook(at), key, turn, fact });
  sessions.tell(living, [hook('a1', now, 'a', typed), hook('a2', now + 10, 'a', stop)]);
  now += 1_000;
  sessions.settle(living);
  const first = living.view;
  now += 60_000;
  sessions.tell(living, [hook('b1', now - 30_000, 'b', typed), hook('b2', now - 20_000, 'b', stop)]);
  sessions.settle(living);
  expect(first?.state).toBe('review');
  expect(living.view).toMatchObject({ state: 'review', since: new Date(now - 20_000).toISOString() });
  expect(living.view?.stateChange).toBeGreaterThan(first?.stateChange ?? 0);
  expect(announced()).toEqual(['review', 'review']);
});

it('a session that is met waiting has waited since its registry file said so', () => {
  const living = firstSight('aaa', origin(7), 'terminal', '/w', { steady: now, wall: now }, true);
  living.openPrompts = 1;
  sessions.add(living);
  const read = { ...registryRead(now / 1000, 'waiting', 'permission prompt', 'c'), statusUpdatedAt: now - 35_000 };
  sessions.tell(living, [read as Evidence]);
  sessions.settle(living);
  expect(living.view?.waitingSince).toBe(new Date(now - 35_000).toISOString());
});

it('a session keeps its row when its registry file tells that it is a background job', () => {
  const living = meet('aaa', 7);
  sessions.rekey(living, 'job:1234');
  expect(sessions.byKey('job:1234')).toBe(living);
  expect(sessions.byKey('here|7|1')).toBeUndefined();
});
