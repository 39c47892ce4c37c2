import { expect, test } from 'vitest';
import { aSession } from '../../../test/panel-session.ts';
import { blocks, boardLines, boardSessions, scaleOf } from './board.ts';

const now = Date.parse('2026-01-01T12:00:00.000Z');
const failure = { kind: 'x', text: 'x', status: null };
const all = [
  aSession('idle'),
  aSession('young', { state: 'needs-input', waitingSince: '2026-01-01T11:00:00.000Z', cwd: '/d/b' }),
  aSession('old', { state: 'needs-input', waitingSince: '2026-01-01T10:00:00.000Z' }),
  aSession('bad', { state: 'review', failure, cwd: '/d/b' }),
  aSession('script', { state: 'busy', kind: 'script' }),
];
const ids = (order: 'urgency' | 'directory') =>
  blocks(boardSessions(all, null), order, now).map((block) => [block.key, ...block.sessions.map((one) => one.id)]);

test('by urgency the longest waiting comes first', () => {
  expect(ids('urgency')).toEqual([
    ['needs-input', 'old', 'young'],
    ['failed', 'bad'],
    ['idle', 'idle'],
  ]);
});

test('by directory each block shows its urgent ones first', () => {
  expect(ids('directory')).toEqual([
    ['/d/b', 'young', 'bad'],
    ['/home/a/code/portal', 'old', 'idle'],
  ]);
});

test('scripts never show, and a chosen state shows alone', () => {
  expect(boardSessions(all, 'busy')).toEqual([]);
  expect(boardSessions(all, 'failed').map((one) => one.id)).toEqual(['bad']);
  expect(boardSessions(all, 'review')).toEqual([]);
});

test('cells fill lines, each block beginning a new one', () => {
  const lines = boardLines(blocks(boardSessions(all, null), 'urgency', now), 2);
  expect(lines.map((line) => (line.kind === 'head' ? line.block.key : line.sessions.length))).toEqual([
    'needs-input',
    2,
    'failed',
    1,
    'idle',
    1,
  ]);
});

test('the more sessions, the smaller', () => {
  expect([12, 13, 60, 61].map(scaleOf)).toEqual(['large', 'tile', 'tile', 'cell']);
});
