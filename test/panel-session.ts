// A session for tests of the panel's pure parts: its name is its id, so that lists of ids read as lists of rows.

import type { Session } from '../src/core/session.ts';
import { sessionLike } from './session-like.ts';

/** An idle session `id`, with whatever a test cares about changed. */
export function aSession(id: string, elements: Partial<Session> = {}): Session {
  return sessionLike({
    id,
    name: id,
    since: '2026-01-01T10:00:00.000Z',
    cwd: '/home/a/code/portal',
    claudeDirectory: '/home/a/.claude',
    branch: null,
    tty: null,
    startedAt: null,
    ...elements,
  });
}
