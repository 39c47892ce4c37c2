import { expect, test } from 'vitest';
import { aSession } from '../../../test/panel-session.ts';
import type { Session } from '../../core/session.ts';
import { type ListView, listRows, type Row } from './rows.ts';

const view: ListView = { query: '', toggled: new Map(), current: null, needsRows: 12, now: 0 };
const rows = (sessions: readonly Session[], over: Partial<ListView> = {}): string[] =>
  listRows(sessions, { ...view, ...over }, (one) => `since ${one.id}`).map(line);

function line(row: Row): string {
  switch (row.kind) {
    case 'section':
      return `# ${row.title}${row.count === null ? '' : ` ${row.count}`}`;
    case 'note':
      return `- ${row.text}`;
    case 'group':
      return `${row.open ? 'v' : '>'} ${row.group.name} (${row.group.where})`;
    case 'fold':
      return `${row.open ? '▾' : '▸'} ${row.text}`;
    case 'session':
      return `${row.deep ? '  ' : ''}${row.shape} ${row.session.id}`;
  }
}
const many = (n: number, over: (at: number) => Partial<Session> = () => ({})) =>
  Array.from({ length: n }, (_one, at) => aSession(`s${String(at).padStart(4, '0')}`, over(at)));
const needs = { state: 'needs-input' } as const;

test('who waits longest comes first, and keeps a one-line row in its directory', () => {
  const sessions = [
    aSession('late', { ...needs, waitingSince: '2026-01-01T10:05:00.000Z' }),
    aSession('early', { ...needs, waitingSince: '2026-01-01T10:00:00.000Z' }),
    aSession('works', { state: 'busy', action: 'Bash · ls' }),
  ];
  expect(rows(sessions)).toEqual([
    '# Needs you 2',
    'lead early',
    'lead late',
    '# Elsewhere',
    'v portal (~/code)',
    'one early',
    'one late',
    'two works',
  ]);
});

test('rows stand in the order in which the sessions began, whatever they do', () => {
  const began = (id: string, startedAt: string, state: Session['state']) =>
    aSession(id, { startedAt, state, lastText: 'x' });
  const sessions = [
    began('b', '2026-01-02', 'busy'),
    began('a', '2026-01-03', 'review'),
    began('c', '2026-01-01', 'ended'),
  ];
  expect(rows(sessions).slice(-3)).toEqual(['one c', 'two b', 'two a']);
});

test('scripts are folded under their parent, others under one fold at the end, and open when asked', () => {
  const script = { kind: 'script', state: 'busy' } as const;
  const sessions = [
    aSession('p'),
    aSession('x', { ...script, parent: 'p' }),
    aSession('y', { ...script, parent: 'gone' }),
  ];
  expect(rows(sessions).slice(3)).toEqual(['v portal (~/code)', 'one p', '▸ 1 script', '▸ Scripts (1)']);
  const toggled = new Map([['scripts p', true]]);
  expect(rows(sessions, { toggled }).slice(4)).toEqual(['one p', '▾ 1 script', '  one x', '▸ Scripts (1)']);
});

test('a script that asks for something does not count as waiting', () => {
  expect(rows([aSession('x', { kind: 'script', ...needs })])[0]).toBe('# Needs you');
});

test('past twelve, Needs you folds and says how long the newest waits', () => {
  const sessions = many(17, (at) => ({ ...needs, waitingSince: `2026-01-01T10:${10 + at}:00.000Z` }));
  expect(rows(sessions)[13]).toBe('▸ 5 more, newest since s0016');
  expect(rows(sessions, { toggled: new Map([['more', true]]) })[18]).toBe('▾ Show fewer');
});

test('from 21 sessions on, idle and ended rows fold, but never the current one', () => {
  const sessions = many(21, (at) => ({ action: 'Bash · ls', state: at === 0 ? 'busy' : at < 4 ? 'ended' : 'idle' }));
  expect(rows(sessions).slice(3)).toEqual(['v portal (~/code)', 'two s0000', '▸ 17 idle, 3 ended']);
  expect(rows(sessions, { current: 's0009' })).toContain('one s0009');
});

test('from 100 sessions on, only the directory of the current session is open', () => {
  const sessions = many(120, (at) => ({ cwd: `/d/${at % 3}`, state: 'busy' }));
  const groups = (current: string | null) => rows(sessions, { current }).filter((one) => /^[v>]/.test(one));
  expect(groups('s0001')).toEqual(['> 0 (/d)', 'v 1 (/d)', '> 2 (/d)']);
  expect(groups(null)).toEqual(['v 0 (/d)', '> 1 (/d)', '> 2 (/d)']);
});

test('a search opens everything it finds and says when it finds nothing', () => {
  const sessions = many(120, (at) => ({ cwd: `/d/${at % 3}` }));
  expect(rows(sessions, { query: 's0007' })).toEqual(['v 1 (/d)', 'one s0007']);
  expect(rows(sessions, { query: ' prtal' })).toEqual(['- No session matches “prtal”.']);
});
