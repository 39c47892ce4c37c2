// A session for the tests of the command line: nothing known of it but what the test says.

import { sessionLike } from '../../../test/session-like.ts';
import type { Session } from '../../core/session.ts';

/** A whole session. */
export function session(id: string, over: Partial<Session> = {}): Session {
  return sessionLike({
    id,
    since: '2026-01-01T10:00:00.000Z',
    pid: 100,
    cwd: '/home/a/project',
    conversation: null,
    name: null,
    branch: null,
    tty: null,
    version: null,
    startedAt: null,
    because: 'test',
    ...over,
  });
}
