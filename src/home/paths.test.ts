import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { homePaths } from './paths.ts';
import { ensureHome, ensurePrivateDirectory } from './private-directory.ts';

let root: string;
const uid = process.getuid?.() ?? 0;
const mode = (path: string): number => statSync(path).mode & 0o777;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tmx-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('TALLYMUX_HOME wins over HOME, and an empty one counts as unset', () => {
  expect(homePaths({ HOME: '/home/a', TALLYMUX_HOME: '/srv/t/' }).directory).toBe('/srv/t');
  expect(homePaths({ HOME: '/home/a', TALLYMUX_HOME: '' }).directory).toBe('/home/a/.tallymux');
});

test.each([
  ['no HOME', {}, /HOME is not set.*set HOME, or TALLYMUX_HOME/],
  ['a relative TALLYMUX_HOME', { HOME: '/h', TALLYMUX_HOME: 'here' }, /not absolute: set it to a path/],
  [
    'a TALLYMUX_HOME with a line break',
    { TALLYMUX_HOME: '/srv/a\nb' },
    /"\/srv\/a\\nb" has a line break.*: set TALLYMUX/,
  ],
  ['a HOME with an escape', { HOME: '/h\u001b' }, /control character in its name: set TALLYMUX_HOME to a path without/],
  ['a relative HOME', { HOME: 'here' }, /not absolute: set HOME or TALLYMUX_HOME/],
])('%s is told with what to set', (_what, environment, text) => {
  expect(() => homePaths(environment)).toThrow(text);
});

test('a socket path over 100 bytes moves to the runtime directory, and without one to /tmp', () => {
  const deep = `/srv/${'x'.repeat(100)}`;
  const runtime = homePaths({ TALLYMUX_HOME: deep, XDG_RUNTIME_DIR: '/run/user/7' }, 7);
  expect(runtime.socket).toMatch(/^\/run\/user\/7\/tallymux-[0-9a-f]{12}\/sock$/);
  const without = homePaths({ TALLYMUX_HOME: deep }, 7);
  expect(without.socket).toMatch(/^\/tmp\/tallymux-7\/[0-9a-f]{12}\.sock$/);
  expect(without.socketDirectory).toBe('/tmp/tallymux-7');
  const tooDeepEverywhere = homePaths({ TALLYMUX_HOME: deep, XDG_RUNTIME_DIR: deep }, 7);
  expect(tooDeepEverywhere.socket).toBe(without.socket);
});

test('bytes count, not characters', () => {
  const home = `/srv/${'é'.repeat(50)}`;
  expect(homePaths({ TALLYMUX_HOME: home }, 7).socketDirectory).toBe('/tmp/tallymux-7');
});

test('two homes never share a socket', () => {
  const deep = (end: string) => homePaths({ TALLYMUX_HOME: `/srv/${'x'.repeat(100)}${end}` }, 7).socket;
  expect(deep('a')).not.toBe(deep('b'));
});

test.each([0o000, 0o777])('the state directory is 0700 under umask %o', (mask) => {
  const before = process.umask(mask === 0o777 ? 0o077 : mask);
  try {
    const paths = homePaths({ TALLYMUX_HOME: join(root, 'a', 'b') });
    ensureHome(paths);
    expect([paths.directory, paths.log, paths.backup].map(mode)).toEqual([0o700, 0o700, 0o700]);
  } finally {
    process.umask(before);
  }
});

test('an open directory is closed to others, a tighter one is not loosened', () => {
  const open = join(root, 'open');
  mkdirSync(open);
  ensurePrivateDirectory(open, uid, 'own-link');
  expect(mode(open)).toBe(0o700);
  const tight = join(root, 'tight');
  mkdirSync(tight, { mode: 0o500 });
  ensurePrivateDirectory(tight, uid, 'own-link');
  expect(mode(tight)).toBe(0o500);
});

test('the person may keep the state directory elsewhere by a link', () => {
  mkdirSync(join(root, 'real'), { mode: 0o755 });
  symlinkSync(join(root, 'real'), join(root, 'link'));
  ensurePrivateDirectory(join(root, 'link'), uid, 'own-link');
  expect(mode(join(root, 'real'))).toBe(0o700);
});

test('where others can write, no link is followed and what it points to is left alone', () => {
  mkdirSync(join(root, 'real'), { mode: 0o755 });
  symlinkSync(join(root, 'real'), join(root, 'link'));
  expect(() => ensurePrivateDirectory(join(root, 'link'), uid, 'no-link')).toThrow(/symbolic link.*remove it/);
  expect(mode(join(root, 'real'))).toBe(0o755);
});

test("another user's directory and another user's link are refused, and stay as they were", () => {
  const other = uid + 1;
  mkdirSync(join(root, 'theirs'), { mode: 0o755 });
  expect(() => ensurePrivateDirectory(join(root, 'theirs'), other, 'no-link')).toThrow(
    /belongs to user \d+, not to you/,
  );
  symlinkSync(join(root, 'theirs'), join(root, 'link'));
  expect(() => ensurePrivateDirectory(join(root, 'link'), other, 'own-link')).toThrow(/cannot be trusted/);
  expect(mode(join(root, 'theirs'))).toBe(0o755);
});

test('a file in the place of the directory is told, and not removed', () => {
  writeFileSync(join(root, 'file'), 'mine');
  expect(() => ensurePrivateDirectory(join(root, 'file'), uid, 'own-link')).toThrow(/not a directory: move it away/);
  expect(statSync(join(root, 'file')).size).toBe(4);
});

test('a place that cannot be written is told with what to do', () => {
  expect(() => ensurePrivateDirectory('/proc/none/here', uid, 'own-link')).toThrow(/cannot be made.*TALLYMUX_HOME/);
});
