// The reader for Linux on small recorded trees, for what a real /proc does not do on demand: reused pids, a spare that
// is claimed, files that cannot be read.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeLinuxProcesses } from './linux.ts';

let proc: string;
beforeEach(() => {
  proc = mkdtempSync(join(tmpdir(), 'tallymux-tree-'));
  mkdirSync(join(proc, 'self', 'ns'), { recursive: true });
  symlinkSync('pid:[1]', join(proc, 'self', 'ns', 'pid'));
  writeFileSync(join(proc, 'stat'), 'cpu 1\nbtime 1796018862\n');
  record(2, { comm: 'kthreadd', argv: [] });
});
afterEach(() => rmSync(proc, { recursive: true, force: true }));

interface Recorded {
  readonly comm: string;
  readonly argv: readonly string[];
  readonly executable?: string;
  readonly cwd?: string;
  readonly ticks?: number;
  readonly parent?: number;
}

/** Writes one process, in place of what had its pid. */
function record(pid: number, { comm, argv, executable = '/usr/bin/x', cwd = '/', ticks = 100, parent = 1 }: Recorded) {
  const directory = join(proc, String(pid));
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(join(directory, 'ns'), { recursive: true });
  symlinkSync('pid:[1]', join(directory, 'ns', 'pid'));
  symlinkSync(executable, join(directory, 'exe'));
  symlinkSync(cwd, join(directory, 'cwd'));
  const fields = `34817 -1 4194304 9 0 0 0 1 2 0 0 20 0 9 0 ${ticks} 7`;
  writeFileSync(join(directory, 'stat'), `${pid} (${comm}) S ${parent} 1 1 ${fields}\n`);
  writeFileSync(join(directory, 'cmdline'), argv.map((argument) => `${argument}\0`).join(''));
  writeFileSync(join(directory, 'environ'), 'HOME=/home/dev\0');
}
const claude: Recorded = { comm: 'claude', argv: ['claude'], executable: '/opt/claude/claude' };

const make = () => makeLinuxProcesses({ proc });
async function rolesIn(processes: ReturnType<typeof make>): Promise<string[]> {
  const scan = await processes.scan();
  if (scan.kind !== 'looked') throw new Error(scan.reason);
  return scan.processes.map(({ pid, role, startTicks }) => `${pid} ${role} ${startTicks}`);
}
async function settle(processes: ReturnType<typeof make>): Promise<void> {
  for (let scan = 0; scan < 6; scan += 1) await processes.scan();
}

test('the captured interactive session is read as it was', async () => {
  const captured = readFileSync(
    join(import.meta.dirname, '../../../test/fixtures/captures/proc/interactive.txt'),
    'utf8',
  );
  const line = (name: string) => new RegExp(`^${name}:\\s+(.*?)\\s*$`, 'm').exec(captured)?.[1] ?? '';
  const ticks = Number(/procStart of sessions\/<pid>\.json: (\d+)/.exec(captured)?.[1]);
  record(4880, { comm: 'bash', argv: ['bash'], parent: 4870 });
  record(4870, { comm: 'tmux: server', argv: ['tmux'] });
  record(4891, {
    comm: line('comm'),
    argv: line('cmdline').split(' '),
    executable: line('exe'),
    cwd: line('cwd'),
    ticks,
    parent: 4880,
  });
  expect(await make().find(4891)).toMatchObject({
    pid: 4891,
    startTicks: '54167',
    startedAt: 1796018862000 + 541_670,
    ancestors: [4880, 4870],
    cwd: '/home/dev/shop',
    tty: '/dev/pts/1',
    argv: ['/opt/claude/claude', '--permission-mode', 'default'],
    claudeDirectory: '/home/dev/.claude',
    role: 'session',
  });
});

test('a pid that is reused between two scans is another process', async () => {
  const processes = make();
  record(10, claude);
  await settle(processes);
  expect(await rolesIn(processes)).toEqual(['10 session 100']);
  record(10, { ...claude, ticks: 900 });
  expect(await rolesIn(processes)).toEqual(['10 session 900']);
  record(10, { comm: 'vim', argv: ['vim', 'claude'], ticks: 950 });
  expect(await rolesIn(processes)).toEqual([]);
});

test('a pid of a long known stranger that a Claude gets is found', async () => {
  const processes = make();
  record(10, { comm: 'vim', argv: ['vim'] });
  await settle(processes);
  record(10, { ...claude, ticks: 900 });
  expect(await rolesIn(processes)).toEqual(['10 session 900']);
});

test('a spare that is claimed becomes a background session at the next scan, however long it waited', async () => {
  const processes = make();
  const spare: Recorded = {
    ...claude,
    argv: ['claude bg-spare', '--bg-spare', '/tmp/cc-daemon-0/a/spare/b.claim.sock'],
    cwd: '/tmp/cc-daemon-0/a/spare',
  };
  record(10, spare);
  await settle(processes);
  expect(await rolesIn(processes)).toEqual(['10 helper 100']);
  record(10, { ...spare, cwd: '/home/dev/shop' });
  expect(await rolesIn(processes)).toEqual(['10 background 100']);
});

test('a table that cannot be read, or that lists nothing, is not an empty machine', async () => {
  expect(await makeLinuxProcesses({ proc: join(proc, 'none') }).scan()).toMatchObject({ kind: 'could-not-look' });
  expect(await makeLinuxProcesses({ proc: join(proc, 'self') }).scan()).toMatchObject({ kind: 'could-not-look' });
});

test('a process whose file cannot be read is not gone, and stays in the list', async () => {
  const processes = make();
  record(10, claude);
  await processes.scan();
  const stat = join(proc, '10', 'stat');
  rmSync(stat);
  // Reading a directory fails, for root too.
  mkdirSync(stat);
  expect(await rolesIn(processes)).toEqual(['10 session 100']);
  const [look] = await processes.look([{ pid: 10, startTicks: '100' }]);
  expect(look?.condition).toBe('could-not-look');
});

test('a process that could not be read at first is read by the next scan', async () => {
  const processes = make();
  record(10, claude);
  const environ = join(proc, '10', 'environ');
  rmSync(environ);
  mkdirSync(environ);
  expect(await rolesIn(processes)).toEqual([]);
  record(10, claude);
  expect(await rolesIn(processes)).toEqual(['10 session 100']);
});

test('ancestors that form a circle end', async () => {
  record(10, { ...claude, parent: 11 });
  record(11, { comm: 'bash', argv: ['bash'], parent: 10 });
  expect((await make().find(10))?.ancestors).toEqual([11, 10]);
});
