// The reader for macOS on output as `ps` and `lsof` print it there (test/fixtures/darwin, written by hand).

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDarwinProcesses, type RunProgram } from './darwin.ts';
import { environmentBehind } from './darwin-protocol.ts';

const fixtures = join(import.meta.dirname, '../../../test/fixtures/darwin');
const read = (name: string) => (existsSync(join(fixtures, name)) ? readFileSync(join(fixtures, name), 'utf8') : '');

/** Prints the recorded output, counts what is run, and lets a test change what `ps` lists. */
function recorded(change: (list: string) => string | null = (list) => list) {
  const ran: string[] = [];
  const run: RunProgram = async (program, words) => {
    ran.push([program, ...words].join(' '));
    const pid = words.at(-1) ?? '';
    if (program === 'lsof') return read(`lsof-cwd.${pid}.txt`);
    if (words.includes('command=')) return read(`ps-${words[0] === '-Eww' ? 'environment' : 'command'}.${pid}.txt`);
    const list = change(read('ps-all.txt'));
    if (list === null || words[0] === '-axo') return list;
    const asked = pid.split(',');
    return list
      .split('\n')
      .filter((line) => asked.includes(line.trim().split(' ')[0] ?? ''))
      .join('\n');
  };
  return { ran, processes: makeDarwinProcesses({ run, uid: 501 }) };
}

const startedAt = new Date(2026, 10, 30, 7, 1, 2).getTime();

test('lists this user’s Claudes, each with its part, and none of the look-alikes', async () => {
  const scan = await recorded().processes.scan();
  const roles = scan.kind === 'looked' ? scan.processes.map(({ pid, role }) => [pid, role]) : scan;
  expect(roles).toEqual([
    [1204, 'session'],
    [1311, 'script'],
    [1402, 'session'],
    [1500, 'helper'],
  ]);
});

test('reads one in full', async () => {
  expect(await recorded().processes.find(1204)).toEqual({
    pid: 1204,
    startTicks: String(startedAt / 1000),
    startedAt,
    ancestors: [911, 910, 900],
    cwd: '/Users/dev/shop with space',
    tty: '/dev/ttys003',
    argv: ['claude', '--resume', '3d1c083e-f3a2-465c-9dc8-1f87c28efedb'],
    claudeDirectory: '/Users/dev/Library/Application Support/claude work',
    home: '/Users/dev',
    tmux: { socket: '/private/tmp/tmux-501/default', pane: '%2', server: 800 },
    role: 'session',
    version: null,
    namedConversation: '3d1c083e-f3a2-465c-9dc8-1f87c28efedb',
  });
  expect((await recorded().processes.find(1311))?.version).toBe('2.1.332');
  expect(await recorded().processes.find(1700)).toBeNull();
  expect(await recorded().processes.find(1800)).toBeNull();
});

test('reads nothing again of what is known, but for helpers', async () => {
  const { ran, processes } = recorded();
  await processes.scan();
  ran.length = 0;
  await processes.scan();
  expect(ran.filter((line) => !line.includes('-axo'))).toEqual([
    'ps -ww -o command= -p 1500',
    'ps -Eww -o command= -p 1500',
    'lsof -a -d cwd -Fn -p 1500',
  ]);
});

test('finds a Claude that a known shell became', async () => {
  let list = read('ps-all.txt').replace(/(1204 .*) claude$/m, '$1 -zsh');
  const { processes } = recorded(() => list);
  const pids = async () => {
    const scan = await processes.scan();
    return scan.kind === 'looked' ? scan.processes.map(({ pid }) => pid) : [];
  };
  expect(await pids()).not.toContain(1204);
  list = read('ps-all.txt');
  expect(await pids()).toContain(1204);
});

test('looks at several with one program', async () => {
  const { ran, processes } = recorded();
  const key = (pid: number, startTicks: number) => ({ pid, startTicks: String(startTicks) });
  const stopped = new Date(2026, 10, 30, 6, 44, 59).getTime() / 1000;
  const zombie = new Date(2026, 10, 30, 6, 54).getTime() / 1000;
  const keys = [key(1204, startedAt / 1000), key(1311, stopped), key(1204, 1), key(1800, zombie), key(9, 9)];
  expect((await processes.look(keys)).map(({ condition }) => condition)).toEqual([
    ...['running', 'stopped', 'gone', 'gone', 'gone'],
  ]);
  expect(ran.length).toBe(1);
});

test('says that it could not look when ps does not run', async () => {
  const { processes } = recorded(() => null);
  expect(await processes.scan()).toMatchObject({ kind: 'could-not-look' });
  const [look] = await processes.look([{ pid: 1204, startTicks: '1' }]);
  expect(look?.condition).toBe('could-not-look');
});

test('an environment that does not follow its command line says nothing', () => {
  expect(environmentBehind('other HOME=/x', 'claude')).toEqual(new Map());
});
