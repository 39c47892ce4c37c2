import { expect, test } from 'vitest';
import { baseName, cutInMiddle, shortPath } from './cut.ts';

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
