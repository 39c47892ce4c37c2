import { expect, test } from 'vitest';
import { namedConversation, roleOf } from './role.ts';

const UUID = '3d1c083e-f3a2-465c-9dc8-1f87c28efedb';
const role = (...argv: string[]) =>
  roleOf({ argv: ['claude', ...argv], renamed: false, cwd: '/home/dev/shop', sessionKind: null, tty: '/dev/pts/1' });

test.each([
  [[]],
  [['daemon status']],
  [['--permission-mode', 'default']],
  [['--model', '-p', 'explain']],
  [['--append-system-prompt', '--bg', 'explain']],
  [['explain this', '--', '-p']],
  [['doctor says what?']],
  [['--resume', UUID]],
  [['--continue']],
])('claude %j is a session', (argv) => expect(role(...argv)).toBe('session'));

test.each([
  [['-p', 'explain']],
  [['explain', '--print']],
  [['-cp', 'go on']],
  [['--output-format', 'stream-json']],
  [['--output-format=json', '-p']],
  [['--input-format', 'stream-json', '--verbose']],
  [['--sdk-url', 'ws://127.0.0.1:1']],
])('claude %j is a script', (argv) => expect(role(...argv)).toBe('script'));

test.each([
  [['daemon', 'run', '--origin', 'transient']],
  [['--bg-pty-host', '/tmp/s/a.pty.sock', '200', '50', '--', 'claude', '--bg-spare', '/tmp/s/a.claim.sock']],
  [['update']],
  [['mcp', 'serve']],
  [['doctor']],
  [['agents']],
  [['attach', '8fea7023']],
  [['--bg', 'do this']],
  [['--version']],
  [['--ripgrep', 'word']],
])('claude %j is a helper', (argv) => expect(role(...argv)).toBe('helper'));

test('a spare is a helper in the directory of its claim socket, and a background session once it has moved', () => {
  const spare = (cwd: string) =>
    roleOf({
      argv: ['claude bg-spare', '--bg-spare', '/tmp/cc-daemon-0/ce097cdf/spare/1f56aab9.claim.sock'],
      renamed: false,
      cwd,
      sessionKind: 'bg',
      tty: '/dev/pts/1',
    });
  expect(spare('/tmp/cc-daemon-0/ce097cdf/spare')).toBe('helper');
  expect(spare('/home/dev/shop')).toBe('background');
  // A directory that cannot be read is no sign of a job.
  expect(spare('')).toBe('helper');
});

test('a Claude that its environment calls a background session is one', () => {
  const signs = { argv: ['claude'], renamed: false, cwd: '/home/dev', tty: null };
  expect(roleOf({ ...signs, sessionKind: 'bg' })).toBe('background');
  expect(roleOf({ ...signs, sessionKind: null })).toBe('session');
});

test('an old Claude that wrote over its arguments is a script where it has no terminal', () => {
  const signs = { argv: ['claude'], renamed: true, cwd: '/home/dev', sessionKind: null };
  expect(roleOf({ ...signs, tty: null })).toBe('script');
  expect(roleOf({ ...signs, tty: '/dev/pts/1' })).toBe('session');
});

test.each([
  [['--resume', UUID], UUID],
  [[`--resume=${UUID}`], UUID],
  [['-r', UUID.toUpperCase()], UUID],
  [['--model', 'opus', '--session-id', UUID], UUID],
  [['--resume'], null],
  [['--resume', 'my search'], null],
  [['--resume', `${UUID}.jsonl`], null],
  [['--', '--resume', UUID], null],
  [[`look at ${UUID}`], null],
])('claude %j names the conversation %s', (argv, conversation) =>
  expect(namedConversation(['claude', ...argv])).toBe(conversation),
);
