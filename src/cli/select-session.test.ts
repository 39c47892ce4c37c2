import { expect, test } from 'vitest';
import { selectSession } from './select-session.ts';
import { session } from './testing/session.ts';

const all = [
  session('k3f', { label: 'Payments', cwd: '/home/a/shop', branch: 'fix-timeouts' }),
  session('k3g', { name: 'docs', cwd: '/home/a/handbook', branch: 'main' }),
  session('p2q', { cwd: '/home/a/api', branch: 'main', conversation: '0b5e7a11-0000-4000-8000-000000000000' }),
  session('docs2', { label: 'k3', cwd: '/home/a/docs-site' }),
];
const found = (text: string, sessions = all): string => {
  const selection = selectSession(sessions, text);
  if (selection.kind === 'one') return selection.session.id;
  if (selection.kind === 'none') return ['none', ...selection.near.map((one) => `~${one.id}`)].join(' ');
  return selection.sessions.map((one) => one.id).join(' ');
};

test.each([
  ['k3f', 'k3f', 'its id'],
  ['k3', 'docs2', 'a label before the ids it begins'],
  ['k', 'k3f k3g docs2', 'a beginning of two ids and a label is ambiguous'],
  ['p2', 'p2q', 'a unique beginning of an id'],
  ['p', 'k3f p2q', 'a beginning of an id weighs no more than one of a label'],
  ['payments', 'k3f', 'a label, whatever the case'],
  ['docs', 'k3g', 'a name before a directory it begins'],
  ['fix-timeouts', 'k3f', 'a branch'],
  ['main', 'k3g p2q', 'a branch of two'],
  ['handbook', 'k3g', 'a directory’s last part'],
  ['/home/a/api/', 'p2q', 'a whole directory'],
  ['timeout', 'k3f', 'the beginning of a word in a name'],
  ['imeouts', 'none ~k3f', 'a part of a name is only near'],
  ['hndbk', 'none ~k3g', 'letters in order are only near'],
  ['hk', 'none', 'two letters in order are too few'],
  ['0b5e7a11', 'p2q', 'a conversation'],
  ['zzz', 'none', 'nothing'],
  ['', 'none', 'nothing typed'],
  ['  ', 'none', 'only blanks'],
])('%j means %s: %s', (text, expected) => {
  expect(found(text)).toBe(expected);
});

test('an ended session or a script gives way to a living one of the same name, and is found alone', () => {
  const ended = session('aaa', { label: 'api', state: 'ended' });
  const script = session('bbb', { label: 'api', kind: 'script' });
  const living = session('ccc', { label: 'api' });
  expect(found('api', [ended, script, living])).toBe('ccc');
  expect(found('api', [ended])).toBe('aaa');
  expect(found('api', [ended, script])).toBe('aaa bbb');
});
