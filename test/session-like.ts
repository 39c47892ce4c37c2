// A whole session for tests that care about a few of its elements.

import type { Session } from '../src/core/session.ts';

/** An idle session with the given elements. */
export function sessionLike(elements: Partial<Session> = {}): Session {
  return {
    id: 'abc',
    host: 'here',
    state: 'idle',
    since: '2026-11-30T08:00:00.000Z',
    waitingSince: null,
    pid: 4711,
    cwd: '/home/dev/shop',
    conversation: '00000000-0000-4000-8000-000000000001',
    label: null,
    name: 'shop-8a',
    branch: 'main',
    action: null,
    model: null,
    contextPercent: null,
    background: 0,
    compacting: false,
    failure: null,
    guess: false,
    limited: null,
    suspended: false,
    desktopWorkspace: null,
    tmux: null,
    tab: null,
    ports: [],
    mutedUntil: null,
    kind: 'terminal',
    parent: null,
    tty: '/dev/pts/3',
    version: '2.1.332',
    claudeDirectory: '/home/dev/.claude',
    startedAt: '2026-11-30T07:00:00.000Z',
    endedAt: null,
    lastText: null,
    tokens: null,
    waitingFor: null,
    because: 'level-idle',
    stateChange: 1,
    ...elements,
  };
}
