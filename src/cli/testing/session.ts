// A session for tests: idle and plain but for what the test says.

import type { Session } from '../../core/session.ts';

/** A whole session. */
export function session(id: string, over: Partial<Session> = {}): Session {
  return {
    id,
    host: 'here',
    state: 'idle',
    since: '2026-01-01T10:00:00.000Z',
    waitingSince: null,
    pid: 100,
    cwd: '/home/a/project',
    conversation: null,
    label: null,
    name: null,
    branch: null,
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
    tty: null,
    version: null,
    claudeDirectory: '/home/a/.claude',
    startedAt: null,
    endedAt: null,
    lastText: null,
    tokens: null,
    waitingFor: null,
    because: 'test',
    stateChange: 1,
    ...over,
  };
}
