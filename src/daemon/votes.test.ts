// Sources that keep contradicting each other lose their vote for that version, and it is said.

import { beforeEach, expect, it } from 'vitest';
import { openStore } from '../adapters/sqlite/open-store.ts';
import type { Evidence, TranscriptFact } from '../core/evidence.ts';
import { startChangeLog } from './change-log.ts';
import { explanationOf } from './explanation.ts';
import { keepSessions } from './keeping.ts';
import { firstSight, type Living, type Origin } from './living.ts';
import type { Store } from './ports.ts';
import { holdSessions, type Sessions } from './sessions.ts';
import { countVotes, type Votes } from './votes.ts';
import { keepWarnings, type Warnings } from './warnings.ts';

let now = 100_000;
const clock = { steady: () => now, wall: () => now };
let store: Store;
let sessions: Sessions;
let warnings: Warnings;
let votes: Votes;
let lines: string[] = [];
let offset = 0;

beforeEach(() => {
  now = 100_000;
  offset = 0;
  lines = [];
  store = openStore({ path: '', backupDirectory: '', now: 0, driver: null }).store;
  begin();
});

function begin(): void {
  const changes = startChangeLog(clock, 'here');
  warnings = keepWarnings(changes, []);
  const keeping = keepSessions(store, warnings);
  sessions = holdSessions({ clock, host: 'here', changes, keeping });
  votes = countVotes(store, sessions, keeping, warnings, clock, (text) => lines.push(text));
}

function meet(id: string, version: string): Living {
  const origin = { key: id, process: { pid: 7, startTicks: '9' }, pid: 7, ancestors: [], claudeDirectory: '/c' };
  const living = firstSight(
    id,
    { ...origin, startedAt: now } as unknown as Origin,
    'terminal',
    '/w',
    { steady: now, wall: now },
    false,
  );
  living.version = version;
  sessions.add(living);
  level(living, 'idle');
  return living;
}

const tell = (living: Living, evidence: Evidence) => {
  sessions.tell(living, [evidence]);
  sessions.settle(living);
};
const level = (living: Living, status: 'idle' | 'busy') =>
  tell(living, {
    ...{ source: 'registry', kind: 'read', at: now, status, waitingFor: null, conversation: `c-${living.id}` },
    ...{ cwd: '/w', name: null, version: living.version, statusUpdatedAt: now },
  });
const line = (living: Living, fact: TranscriptFact) => {
  offset += 10;
  const conversation = `c-${living.id}`;
  tell(living, {
    source: 'transcript',
    kind: 'line',
    at: now,
    conversation,
    fact,
    branch: null,
    writtenAt: now,
    live: true,
    offset,
  });
};

/** A whole turn in the transcript, while the registry rests. */
function turnUnheard(living: Living): void {
  now += 5_000;
  line(living, { kind: 'prompt', by: 'person', text: 'go', turn: null });
  now += 100;
  line(living, { kind: 'assistant', finished: true, text: 'Done.', tool: null, model: null, tokens: null });
  now += 5_000;
  votes.count(living);
  // The same contradiction, seen at the next beat.
  votes.count(living);
}

it('twice is a race; the third time the registry of that version has no vote, and explain, warning and log say so', () => {
  const living = meet('one', '9.9.9');
  turnUnheard(living);
  turnUnheard(living);
  expect(living.picture.distrusted).toEqual([]);
  expect(warnings.all()).toEqual([]);
  turnUnheard(living);
  expect(living.picture.distrusted).toEqual(['registry']);
  expect(warnings.all()).toMatchObject([{ name: 'sources-disagree', severity: 'amber' }]);
  expect(warnings.all()[0]?.text).toContain('registry of Claude Code 9.9.9');
  expect(lines).toEqual([expect.stringMatching(/^the registry of Claude Code 9\.9\.9 was wrong 3 times/)]);
  const explanation = explanationOf(living, clock);
  expect(explanation?.sources.find(({ source }) => source === 'registry')?.verdict).toBe('not trusted');
  expect(explanation?.session.guess).toBe(true);
});

it('counts over all sessions of a version, and no other version', () => {
  const sameVersion = [meet('one', '9.9.9'), meet('two', '9.9.9'), meet('three', '9.9.9')];
  const other = meet('other', '9.9.8');
  for (const living of sameVersion) turnUnheard(living);
  for (const living of sameVersion) expect(living.picture.distrusted).toEqual(['registry']);
  turnUnheard(other);
  expect(other.picture.distrusted).toEqual([]);
});

it('prompts that never become turns cost the transcript its vote', () => {
  const living = meet('one', '9.9.9');
  for (let time = 0; time < 3; time++) {
    now += 5_000;
    line(living, { kind: 'prompt', by: 'person', text: 'go', turn: null });
    now += 5_000;
    votes.count(living);
  }
  expect(living.picture.distrusted).toEqual(['transcript']);
});

it('sources that agree lose nothing', () => {
  const living = meet('one', '9.9.9');
  for (let time = 0; time < 5; time++) {
    now += 5_000;
    line(living, { kind: 'prompt', by: 'person', text: 'go', turn: null });
    level(living, 'busy');
    now += 5_000;
    votes.count(living);
    line(living, { kind: 'assistant', finished: true, text: 'Done.', tool: null, model: null, tokens: null });
    level(living, 'idle');
    now += 5_000;
    votes.count(living);
  }
  expect(living.picture.distrusted).toEqual([]);
});

it('a vote that was lost stays lost over a restart, also for sessions met later', () => {
  const living = meet('one', '9.9.9');
  for (let time = 0; time < 3; time++) turnUnheard(living);
  begin();
  expect(warnings.all()).toMatchObject([{ name: 'sources-disagree' }]);
  const later = meet('later', '9.9.9');
  votes.apply(later);
  expect(later.picture.distrusted).toEqual(['registry']);
});
