// A session as clients see it.

import { describe, expect, it } from 'vitest';
import { decide } from '../core/decide.ts';
import type { Evidence } from '../core/evidence.ts';
import { observe } from '../core/observe.ts';
import { firstSight, type Living, type Origin } from './living.ts';
import { viewOf } from './view.ts';

const NOW = Date.parse('2026-11-30T10:00:00.000Z');
const origin: Origin = {
  key: 'here|7|9',
  process: { pid: 7, startTicks: '9' },
  pid: 7,
  ancestors: [],
  tty: '/dev/pts/3',
  tmux: { socket: '/tmp/s', pane: '%4', server: 7 },
  claudeDirectory: '/c',
  startedAt: NOW - 60_000,
  version: '2.1.332',
  namedConversation: null,
};

function living(kind: Living['kind'], ...evidence: readonly Evidence[]): Living {
  const session = firstSight('k3f', origin, kind, '/w', { steady: NOW, wall: NOW }, false);
  session.picture = evidence.reduce(observe, session.picture);
  session.decision = decide(session.picture, NOW);
  return session;
}

const read = (status: 'idle' | 'busy' | 'waiting' | 'none', waitingFor: string | null = null): Evidence => ({
  ...{ source: 'registry', kind: 'read', at: NOW, status, waitingFor, conversation: 'c' },
  ...{ cwd: '/w', name: null, version: null, statusUpdatedAt: 0 },
});
const tool = (at: number): Evidence => ({
  ...{
    source: 'transcript',
    kind: 'line',
    at,
    conversation: 'c',
    branch: 'main',
    writtenAt: at,
    live: true,
    offset: at,
  },
  fact: {
    ...{ kind: 'assistant', finished: false, text: 'Let me look.', model: 'claude-x', tokens: { input: 5, output: 6 } },
    tool: { id: 't', action: 'Bash · ls', agent: false },
  },
});

describe('a view', () => {
  it('at work tells action, branch, model, tokens and last text', () => {
    expect(viewOf(living('terminal', read('busy'), tool(NOW)), 'here', null)).toMatchObject({
      ...{ id: 'k3f', host: 'here', state: 'busy', since: '2026-11-30T10:00:00.000Z', waitingSince: null, pid: 7 },
      ...{
        cwd: '/w',
        conversation: 'c',
        branch: 'main',
        action: 'Bash · ls',
        model: 'claude-x',
        lastText: 'Let me look.',
      },
      ...{ tokens: { input: 5, output: 6 }, tty: '/dev/pts/3', tmux: { socket: '/tmp/s', pane: '%4' }, limited: null },
      ...{ startedAt: '2026-11-30T09:59:00.000Z', endedAt: null, waitingFor: null, because: 'level-busy' },
    });
  });

  it('at rest tells no action and no agents', () => {
    expect(viewOf(living('terminal', read('idle')), 'here', null)).toMatchObject({ action: null, background: 0 });
  });

  it('that waits tells for what, and since when', () => {
    const view = viewOf(living('terminal', read('waiting', 'permission prompt')), 'here', null);
    expect(view).toMatchObject({ state: 'needs-input', waitingFor: 'permission prompt', waitingSince: view.since });
  });

  it('at a start dialog says so', () => {
    const missing: Evidence = { source: 'registry', kind: 'missing', at: NOW, startDialog: true };
    expect(viewOf(living('terminal', missing), 'here', null)).toMatchObject({
      state: 'needs-input',
      waitingFor: 'start dialog',
    });
  });

  it.each([
    ['terminal', read('none'), /tells no status of its own/],
    ['editor', read('idle'), /answer it there/],
    ['terminal', { source: 'registry', kind: 'foreign', at: NOW, domain: 'd' } as const, /cannot be checked from here/],
    ['terminal', { source: 'memory', kind: 'shared', at: NOW, shared: true } as const, null],
  ] as const)('of kind %s says what is missing: %j', (kind, evidence, words) => {
    const { limited } = viewOf(living(kind, read('idle'), evidence), 'here', null);
    expect(limited).toMatch(words ?? /live in another session too/);
  });

  it('misses nothing once it ended', () => {
    const gone: Evidence = { source: 'process', at: NOW, condition: 'gone', ttyInputAt: null, children: null };
    const session = living('editor', read('none'), gone);
    session.endedAt = NOW + 500;
    expect(viewOf(session, 'here', null)).toMatchObject({
      state: 'ended',
      limited: null,
      endedAt: '2026-11-30T10:00:00.500Z',
    });
  });

  it('muted for ever carries a date that every client can read', () => {
    const session = living('terminal', read('idle'));
    session.mutedUntil = Number.POSITIVE_INFINITY;
    const { mutedUntil } = viewOf(session, 'here', null);
    expect(Date.parse(mutedUntil ?? '')).toBeGreaterThan(Date.parse('9000-01-01'));
    session.mutedUntil = NOW + 1_000;
    expect(viewOf(session, 'here', null).mutedUntil).toBe('2026-11-30T10:00:01.000Z');
  });

  it('has no element missing: what is absent is null', () => {
    const view = viewOf(living('terminal'), 'here', 'p4r');
    expect(Object.entries(view).filter(([, value]) => value === undefined)).toEqual([]);
    expect(view).toMatchObject({ parent: 'p4r', label: null, name: null, conversation: null, desktopWorkspace: null });
  });
});
