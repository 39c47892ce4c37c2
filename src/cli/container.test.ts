import { expect, it } from 'vitest';
import { reachableOutside } from './container.ts';

const line = (root: string, at: string) => `30 26 0:27 ${root} ${at} rw,relatime - ext4 /dev/x rw`;
const OVERLAY = line('/', '/');

it.each([
  ['all of it inside the container', [OVERLAY], '/root/.claude', '/root/.tallymux', true],
  [
    'only the Claude directory from the host',
    [OVERLAY, line('/home/me/.claude', '/root/.claude')],
    '/root/.claude',
    '/root/.tallymux',
    false,
  ],
  [
    'the Claude directory at its own path, the home not',
    [OVERLAY, line('/home/me/.claude', '/home/me/.claude')],
    '/home/me/.claude',
    '/home/me/.tallymux',
    false,
  ],
  [
    'the whole home at its own path',
    [OVERLAY, line('/home/me', '/home/me')],
    '/home/me/.claude',
    '/home/me/.tallymux',
    true,
  ],
  [
    'the whole home of a /home on its own disk',
    [OVERLAY, line('/me', '/home/me')],
    '/home/me/.claude',
    '/home/me/.tallymux',
    true,
  ],
  [
    'the whole home under another path',
    [OVERLAY, line('/home/me', '/root')],
    '/root/.claude',
    '/root/.tallymux',
    false,
  ],
  ['a volume', [OVERLAY, line('/docker/volumes/x/_data', '/home/me')], '/home/me/.claude', '/home/me/.tallymux', false],
  [
    'a path with a blank',
    [OVERLAY, line('/home/a\\040b', '/home/a\\040b')],
    '/home/a b/.claude',
    '/home/a b/.tallymux',
    true,
  ],
])('H14: %s: reachable outside %s', (_what, mounts, claude, home, reachable) => {
  expect(reachableOutside(claude, home, `${mounts.join('\n')}\n`)).toBe(reachable);
});
