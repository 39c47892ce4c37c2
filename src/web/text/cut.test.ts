import { expect, test } from 'vitest';
import { baseName, cutInMiddle, pathWithin, shortPath } from './cut.ts';

test('a long name keeps its last ten characters whole', () => {
  expect(cutInMiddle('move-session-storage-to-postgres-2')).toEqual({
    head: 'move-session-storage-to-',
    end: 'postgres-2',
  });
});

test('a short name is not split', () => {
  expect(cutInMiddle('auth-refactor')).toEqual({ head: 'auth-refactor', end: '' });
});

test('a letter outside the basic plane is never torn', () => {
  const { head, end } = cutInMiddle('🦀'.repeat(20));
  expect(head + end).toBe('🦀'.repeat(20));
  expect(Array.from(end)).toHaveLength(10);
});

test.each([
  ['/home/a/code/portal', 'portal'],
  ['/home/a/', 'a'],
  ['/', '/'],
])('the last name of %s is %s', (path, name) => {
  expect(baseName(path)).toBe(name);
});

test('home is written as ~, and only home', () => {
  expect(shortPath('/home/a/code', '/home/a/.claude')).toBe('~/code');
  expect(shortPath('/home/a', '/home/a/.claude')).toBe('~');
  expect(shortPath('/home/ab/code', '/home/a/.claude')).toBe('/home/ab/code');
  expect(shortPath('/home/a/code', '/etc/claude')).toBe('/home/a/code');
});

test("a path is read from its session's directory on, and stays whole where it only seems to lie below it", () => {
  const session = { cwd: '/home/a/code/portal', claudeDirectory: '/home/a/.claude' };
  expect(pathWithin('/home/a/code/portal/src/a.ts', session)).toBe('src/a.ts');
  expect(pathWithin('/home/a/code/portal-2/src/a.ts', session)).toBe('~/code/portal-2/src/a.ts');
  expect(pathWithin('/home/a/code/portal/../../.ssh/config', session)).toBe('/home/a/code/portal/../../.ssh/config');
  expect(pathWithin('/etc/hosts', session)).toBe('/etc/hosts');
  expect(pathWithin('/home/a/code/portal', session)).toBe('~/code/portal');
  expect(pathWithin('/etc/hosts', { ...session, cwd: '/' })).toBe('/etc/hosts');
  expect(pathWithin('/etc/hosts', undefined)).toBe('/etc/hosts');
});
