// What an older version kept is read as today's: nothing that it did not know may be missing.

import { expect, it } from 'vitest';
import { observe } from '../core/observe.ts';
import { fromKept } from './living.ts';

/** A session as it was kept before turns had ids and hooks were heard, in the middle of a tool call. */
const OLD = {
  id: 'abc',
  origin: { key: 'here|70|1000', process: { pid: 70, startTicks: '1000' }, pid: 70, claudeDirectory: '/c' },
  kind: 'terminal',
  cwd: '/w',
  mutedUntil: null,
  conversations: ['c'],
  picture: {
    firstSeenAt: 0,
    process: null,
    level: null,
    registryTrouble: null,
    conversation: 'c',
    shared: false,
    transcript: {
      turn: {
        by: 'person',
        startedAt: 1,
        live: true,
        openTools: [{ id: 't', action: 'Bash · ls', agent: false }],
        end: null,
      },
      standing: null,
      readAt: 2,
      lineAt: 2,
      trouble: null,
      agents: [],
      queued: 0,
      offset: 3,
      model: null,
      tokens: null,
      branch: null,
      lastText: null,
    },
    joinedMidTurn: false,
    sawBusy: true,
    seenAt: null,
    remembered: null,
    distrusted: [],
  },
};
const restored = (kept: object) => {
  const living = fromKept(JSON.stringify(kept), []);
  if (living === null) throw new Error('it cannot be read');
  return living.picture;
};

it('a turn that an older version kept goes on with the next result', () => {
  const picture = observe(restored(OLD), {
    source: 'transcript',
    kind: 'line',
    at: 5,
    offset: 9,
    conversation: 'c',
    branch: null,
    writtenAt: null,
    live: true,
    fact: { kind: 'tool-result', toolId: 't', agentLaunched: false },
  });
  expect(picture.transcript.turn).toMatchObject({
    id: null,
    by: 'person',
    openTools: [],
    answered: [{ action: 'Bash · ls', at: 5 }],
  });
});

it('hooks that an older version kept go on with the next one', () => {
  const story = { startedAt: 1, turn: { id: 'p1', by: 'person', startedAt: 2, end: null } };
  const hooks = { heardAt: 2, recent: [], base: {}, story };
  const picture = observe(restored({ ...OLD, picture: { ...OLD.picture, hooks } }), {
    source: 'hook',
    key: 'k',
    at: 5,
    conversation: 'c',
    turn: 'p1',
    agent: null,
    fact: { kind: 'tool-started', toolId: 't', tool: 'Bash', action: 'Bash · ls' },
  });
  expect(picture.hooks.story).toMatchObject({ startedAt: 1, asks: [], turn: { id: 'p1', endedTools: [] } });
  expect(picture.hooks.story.turn?.openTools).toHaveLength(1);
});

it('a level that an older version kept says since when its word stands', () => {
  const level = { word: 'waiting', waitingFor: null, at: 9, since: 4, before: 'busy', roseAt: 1, fellAt: null };
  expect(restored({ ...OLD, picture: { ...OLD.picture, level } }).level).toMatchObject({ since: 4, wordSince: 4 });
});

it('what an older version did not know at all begins empty', () => {
  expect(restored(OLD).hooks).toMatchObject({ heardAt: null, recent: [], story: { asks: [] } });
});
