import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  conditionOf,
  isRenamed,
  parseArguments,
  parseBootTime,
  parseEnvironment,
  parseStat,
  parseTmux,
  parseUptime,
  startedAt,
  terminalPath,
} from './protocol.ts';

const REST = '34817 4891 4194304 9 0 0 0 1 2 0 0 20 0 9 0 54167 72000000 9000 18446744073709551615';

test.each([
  ['claude', 'claude'],
  ['a name with a space', 'tmux: server'],
  ['a name with brackets', 'evil) S 1 (x'],
  ['a name with a line end', 'two\nlines'],
])('the fields of %s are counted from behind its name', (_, comm) =>
  expect(parseStat(`4891 (${comm}) S 4880 4891 4880 ${REST}\n`)).toEqual({
    comm,
    state: 'S',
    parent: 4880,
    ttyNumber: 34817,
    startTicks: '54167',
    cpuMs: 30,
  }),
);

test.each(['', '4891', '4891 (claude', '4891 (claude) S 1'])('%j is no stat', (text) =>
  expect(parseStat(text)).toBeNull(),
);

test('a zombie is gone, a stopped or traced process is stopped, all others run', () => {
  expect(['Z', 'X', 'T', 't', 'R', 'S', 'D', 'I'].map(conditionOf)).toEqual([
    ...['gone', 'gone', 'stopped', 'stopped'],
    ...['running', 'running', 'running', 'running'],
  ]);
});

test('arguments are a list, empty ones and spaces included', () => {
  expect(parseArguments('claude\0daemon status\0\0-x\0')).toEqual(['claude', 'daemon status', '', '-x']);
});

test('a name written over the arguments leaves zeros and is one argument', () => {
  const text = 'claude\0\0\0\0\0\0';
  expect([parseArguments(text), isRenamed(text), isRenamed('claude\0-p\0')]).toEqual([['claude'], true, false]);
});

test('the first of two values of a name counts, values may hold equals signs', () => {
  const environment = parseEnvironment('HOME=/home/dev\0A=b=c\0HOME=/other\0nonsense\0=x\0');
  expect([...environment]).toEqual([
    ['HOME', '/home/dev'],
    ['A', 'b=c'],
  ]);
});

test.each([
  [0, null],
  [(136 << 8) | 3, '/dev/pts/3'],
  [(136 << 8) | 0x2c | (0x1 << 20), '/dev/pts/300'],
  [(137 << 8) | 1, '/dev/pts/257'],
  [(4 << 8) | 2, '/dev/tty2'],
  [(4 << 8) | 64, '/dev/ttyS0'],
  [(5 << 8) | 1, null],
])('terminal number %i is %s', (number, path) => expect(terminalPath(number)).toBe(path));

test('a pane is known by both of its variables, in the form tmux gives them', () => {
  const captured = readFileSync(join(import.meta.dirname, '../../../test/fixtures/captures/proc/hook-env.txt'), 'utf8');
  const environment = parseEnvironment(captured.replaceAll('\n', '\0'));
  expect(parseTmux(environment.get('TMUX'), environment.get('TMUX_PANE'))).toEqual({
    socket: '/home/dev/run/tmux-0/lab',
    pane: '%27',
    server: 10582,
  });
  expect(parseTmux('/tmp/a,b,1,2', '%0')).toEqual({ socket: '/tmp/a,b', pane: '%0', server: 1 });
  expect([parseTmux(undefined, '%0'), parseTmux('/tmp/s,1,2', undefined), parseTmux('', '%0')]).toEqual([
    null,
    null,
    null,
  ]);
  expect([parseTmux('/tmp/s,1,2', 'x; rm'), parseTmux('/tmp/s', '%0')]).toEqual([null, null]);
});

test('a start time is boot time and ticks, a hundred each second', () => {
  const boot = parseBootTime('cpu  1 2 3\nbtime 1796018862\nprocesses 9\n');
  expect(boot).toBe(1796018862000);
  expect(startedAt(boot ?? 0, '54167')).toBe(1796018862000 + 541_670);
  expect(parseBootTime('cpu  1 2 3\n')).toBeNull();
  expect([parseUptime('541.67 1000.00\n'), parseUptime('')]).toEqual([54167, 0]);
});
