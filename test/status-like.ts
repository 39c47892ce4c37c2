// A whole status of a daemon for tests that care about a few of its elements.

import { CONTRACT, type Status } from '../src/contract/commands.ts';

/** What a daemon that runs without any session tells of itself, with the given elements. */
export function statusLike(elements: Partial<Status> = {}): Status {
  return {
    pid: 1,
    version: '0.0.0',
    contract: CONTRACT,
    url: 'http://127.0.0.1:8022',
    hookUrl: null,
    home: '/home/someone/.tallymux',
    socket: '/home/someone/.tallymux/sock',
    startedAt: '2026-01-01T00:00:00.000Z',
    host: 'testhost',
    store: 'memory',
    claudeDirectories: [],
    warnings: [],
    ...elements,
  };
}
