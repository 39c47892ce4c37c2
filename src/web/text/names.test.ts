import { expect, test } from 'vitest';
import { aSession } from '../../../test/panel-session.ts';
import { ownName, shownNames } from './names.ts';

test('the label wins over Claude’s name, the directory is the last resort', () => {
  expect(ownName(aSession('k3f', { label: 'mine', name: 'theirs' }))).toBe('mine');
  expect(ownName(aSession('k3f', { name: 'theirs' }))).toBe('theirs');
  expect(ownName(aSession('k3f', { name: null }))).toBe('portal');
});

test('a name that nobody shares stands alone', () => {
  expect(shownNames([aSession('a'), aSession('b')]).get('a')).toEqual({ name: 'a', extra: null });
});

test('sessions of one name are told apart by branch, else directory, else id', () => {
  const named = { name: 'docs' };
  const extras = (...sessions: ReturnType<typeof aSession>[]) =>
    sessions.map((one) => shownNames(sessions).get(one.id)?.extra);
  const cwd = '/home/a/handbook';
  expect(extras(aSession('a', { ...named, branch: 'x' }), aSession('b', { ...named, branch: 'y' }))).toEqual([
    'x',
    'y',
  ]);
  expect(extras(aSession('a', { ...named, branch: 'x' }), aSession('b', { ...named, cwd }))).toEqual([
    'portal',
    'handbook',
  ]);
  expect(extras(aSession('a', named), aSession('b', named))).toEqual(['a', 'b']);
});
