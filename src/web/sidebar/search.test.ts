import { expect, test } from 'vitest';
import { aSession } from '../../../test/panel-session.ts';
import { searchSessions } from './search.ts';

const all = [
  aSession('k3f', { name: 'auth-refactor', branch: 'main' }),
  aSession('m2x', { name: 'docs', cwd: '/home/a/Handbook', action: 'Bash · npm run e2e' }),
];
const found = (query: string) => searchSessions(all, query).map((one) => one.id);

test('every word must occur, in whichever field, in any case', () => {
  expect(found('AUTH main')).toEqual(['k3f']);
  expect(found('handbook e2e')).toEqual(['m2x']);
  expect(found('auth e2e')).toEqual([]);
});

test('an id finds its session, and nothing typed finds all', () => {
  expect(found('m2x')).toEqual(['m2x']);
  expect(found('  ')).toEqual(['k3f', 'm2x']);
});
