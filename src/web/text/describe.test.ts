import { expect, test } from 'vitest';
import { aSession } from '../../../test/panel-session.ts';
import { doing, isMuted, mutedText, place, rowTime, sentence, shortAction, spoken } from './describe.ts';

const now = Date.parse('2026-01-01T10:12:00.000Z');

test('a shell command is shown without the tool, other tools keep their name', () => {
  expect(shortAction('Bash · npm test · now')).toBe('npm test · now');
  expect(shortAction('Read · src/a.ts')).toBe('Read src/a.ts');
  expect(shortAction('WebSearch')).toBe('WebSearch');
});

test('each state says what matters in it', () => {
  const of = (over: Parameters<typeof aSession>[1]) => doing(aSession('a', over), now)?.text;
  expect(of({ state: 'needs-input', waitingFor: 'permission prompt' })).toBe('permission prompt');
  expect(of({ state: 'busy', action: 'Bash · ls', compacting: true })).toBe('Compacting its conversation');
  expect(of({ state: 'busy', background: 2 })).toBe('2 agents in the background');
  const todos = { done: 1, total: 3, current: 'Write the store' };
  expect(of({ state: 'busy', todos, lastText: 'Let me see.' })).toBe('Write the store');
  expect(of({ state: 'busy', todos, action: 'Bash · make' })).toBe('make');
  expect(of({ state: 'review', lastText: 'Done.' })).toBe('Done.');
  const failure = { kind: 'rate_limit', text: 'Rate limited until 14:30', status: 429 };
  expect(of({ state: 'review', lastText: 'Done.', failure })).toBe('Rate limited until 14:30');
  expect(of({ state: 'unknown', suspended: true })).toBe('Its process is stopped');
  expect(of({ state: 'ended', lastText: 'Done.' })).toBeUndefined();
});

test('work counts seconds, waiting counts from when it began to wait', () => {
  const since = '2026-01-01T10:10:12.000Z';
  expect(rowTime(aSession('a', { state: 'busy', since }), now)).toBe('1:48');
  expect(rowTime(aSession('a', { state: 'needs-input', since, waitingSince: '2026-01-01T10:00:00.000Z' }), now)).toBe(
    '12m',
  );
});

test('a row reads aloud as name, state, waiting time and what it asks', () => {
  const session = aSession('auth', {
    state: 'needs-input',
    waitingSince: '2026-01-01T10:00:00.000Z',
    action: 'Bash · rm x',
  });
  expect(spoken(session, 'auth-refactor', now)).toBe('auth-refactor, needs you, waiting 12 minutes, rm x');
});

test('weak evidence is said', () => {
  expect(sentence(aSession('a', { guess: true }), now)).toMatch(/^Probably\. Idle since/);
  expect(spoken(aSession('a', { guess: true }), 'a', now)).toContain('probably idle');
});

test('a mute ends by itself, one without an end does not', () => {
  expect(isMuted(aSession('a', { mutedUntil: '2026-01-01T10:11:00.000Z' }), now)).toBe(false);
  expect(isMuted(aSession('a', { mutedUntil: '2026-01-01T10:13:00.000Z' }), now)).toBe(true);
  expect(isMuted(aSession('a', { mutedUntil: 'forever' }), now)).toBe(true);
});

test('a mute says how long it holds: until when, with the date only where that is another day, or for good', () => {
  const noon = new Date(2026, 0, 1, 12).getTime();
  const until = (at: Date | string) =>
    mutedText(aSession('a', { mutedUntil: typeof at === 'string' ? at : at.toISOString() }), noon);
  expect(until(new Date(2026, 0, 1, 14, 5, 7))).toBe('Muted until 14:05');
  expect(until(new Date(2026, 0, 2, 0, 5))).toMatch(/^Muted until .*2.*, 00:05$/);
  expect(until(new Date(2027, 1, 3, 9))).toMatch(/^Muted until .*2027.*, 09:00$/);
  expect(until('9999-12-31T23:59:59.000Z')).toBe('Muted');
  expect(until('forever')).toBe('Muted');
});

test('where it runs is the most telling place known', () => {
  const tmux = { socket: '/tmp/tmux-1/default', pane: '%14' };
  expect(place(aSession('a', { desktopWorkspace: '3', tmux }))).toBe('ws 3');
  expect(place(aSession('a', { tmux, tty: '/dev/pts/4' }))).toBe('tmux %14');
  expect(place(aSession('a', { kind: 'background' }))).toBe('background');
  expect(place(aSession('a', { tty: '/dev/pts/4' }))).toBeNull();
});
