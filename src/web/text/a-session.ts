// A session for tests of the panel's pure parts. It must never be imported by the panel itself.

import type { Session } from '../../core/session.ts';

/** An idle session `id`, with whatever a test cares about changed. */
export function aSession(id: string, over: Partial<Session> = {}): Session {
  return {
    id,
    host: 'desk',
    state: 'idle',
    since: '2026-01-01T10:00:00.000Z',
    waitingSince: null,
    pid: 1,
    cwd: '/home/a/code/portal',
    conversation: null,
    label: null,
    name: id,
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
