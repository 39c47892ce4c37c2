// The reader for Linux against the real /proc and real processes: sleeping ones whose first argument is `claude`.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { kill, processState } from '../../../test/lab/lab-processes.ts';
import { until } from '../../../test/lab/until.ts';
import type { ClaudeProcess } from '../../core/process.ts';
import { makeLinuxProcesses } from './linux.ts';

const root = process.getuid?.() === 0;
const FAKE = 'exec -a claude sleep 1000';
const PATH = process.env.PATH ?? '';

let home: string;
let started: number[];
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'tallymux-proc-')));
  started = [];
});
afterEach(() => {
  for (const pid of started) kill(pid, 'SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

/** Starts a program with this HOME and nothing else in its environment; it is killed after the test. */
function start(command: string, words: string[], environment: Record<string, string> = {}, argv0 = command) {
  const child = spawn(command, words, { argv0, cwd: home, env: { HOME: home, PATH, ...environment }, stdio: 'pipe' });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${command} did not start`);
  started.push(pid);
  return { child, pid };
}
const startClaude = (environment: Record<string, string> = {}) => start('sleep', ['1000'], environment, 'claude');
const bash = (script: string) => start('bash', ['-c', script]);

const named = (pid: number) => until('it is called claude', () => commandLine(pid).startsWith('claude\0'));
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
async function firstNumber(child: ChildProcess): Promise<number> {
  const [text] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  const pid = Number(text.toString());
  started.push(pid);
  return pid;
}

const table = () => makeLinuxProcesses();
async function scanned(processes: ReturnType<typeof table>): Promise<readonly ClaudeProcess[]> {
  const scan = await processes.scan();
  if (scan.kind !== 'looked') throw new Error(scan.reason);
  return scan.processes;
}
const seesIn = async (processes: ReturnType<typeof table>, pid: number) =>
  (await scanned(processes)).some((found) => found.pid === pid);
async function found(pid: number): Promise<ClaudeProcess> {
  const one = await table().find(pid);
  if (one === null) throw new Error(`${pid} is not found`);
  return one;
}
const conditionOf = async (claude: ClaudeProcess) => (await table().look([claude]))[0]?.condition;

describe('a Claude', () => {
  test('is found with all that can be known of it', async () => {
    mkdirSync(join(home, 'config'));
    symlinkSync(join(home, 'config'), join(home, 'link'));
    const before = Date.now();
    const { pid } = startClaude({
      CLAUDE_CONFIG_DIR: join(home, 'link'),
      TMUX: '/tmp/tmux-0/work,77,0',
      TMUX_PANE: '%4',
    });
    await named(pid);
    const one = (await scanned(table())).find((claude) => claude.pid === pid);
    expect(one).toEqual({
      pid,
      startTicks: expect.stringMatching(/^\d+$/),
      startedAt: expect.any(Number),
      ancestors: expect.any(Array),
      cwd: home,
      tty: null,
      argv: ['claude', '1000'],
      claudeDirectory: join(home, 'config'),
      home,
      tmux: { socket: '/tmp/tmux-0/work', pane: '%4', server: 77 },
      role: 'session',
      version: null,
      namedConversation: null,
    });
    expect(one?.ancestors[0]).toBe(process.pid);
    expect(one?.ancestors).not.toContain(1);
    expect(Math.abs((one?.startedAt ?? 0) - before)).toBeLessThan(2000);
    expect(await found(pid)).toEqual(one);
  });

  test('has the Claude directory of its own HOME where nothing else is said', async () => {
    const { pid } = startClaude();
    await named(pid);
    expect((await found(pid)).claudeDirectory).toBe(join(home, '.claude'));
  });

  test('is found by the next scan after a shell that was seen became it', async () => {
    const processes = table();
    const { child, pid } = bash(`read line; ${FAKE}`);
    expect(await seesIn(processes, pid)).toBe(false);
    child.stdin?.write('\n');
    await named(pid);
    expect(await seesIn(processes, pid)).toBe(true);
  });

  test('is found within a few scans after a shell that was long known became it', async () => {
    const processes = table();
    const { child, pid } = bash(`read line; ${FAKE}`);
    for (let scan = 0; scan < 6; scan += 1) expect(await seesIn(processes, pid)).toBe(false);
    child.stdin?.write('\n');
    await named(pid);
    let scans = 1;
    while (!(await seesIn(processes, pid)) && scans < 200) scans += 1;
    expect(scans).toBeLessThan(200);
  });

  test('that ends is no longer listed', async () => {
    const processes = table();
    const { child, pid } = startClaude();
    await named(pid);
    expect(await seesIn(processes, pid)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await seesIn(processes, pid)).toBe(false);
    expect(await processes.find(pid)).toBeNull();
  });

  test('in a pid namespace of its own is not ours', async () => {
    const { child } = start('unshare', [root ? '-p' : '-rp', '--fork', 'bash', '-c', FAKE]);
    const pid = await until('its child', () => Number(childrenOf(child.pid)) || null);
    started.push(pid);
    await named(pid);
    expect(await seesIn(table(), pid)).toBe(false);
    expect(await table().find(pid)).toBeNull();
  });

  test.runIf(root)('of another user is not ours', async () => {
    const { pid } = start('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', 'bash', '-c', FAKE]);
    await named(pid);
    expect(await seesIn(table(), pid)).toBe(false);
    expect(await table().find(pid)).toBeNull();
  });
});

test('a program that merely has the word in its arguments is not found', async () => {
  const { pid } = start('sleep', ['1000', '1'], {}, 'grep claude');
  await until('it runs', () => commandLine(pid).startsWith('grep claude'));
  expect(await table().find(pid)).toBeNull();
});

describe('a look', () => {
  test('tells running from stopped, and from gone when it was killed', async () => {
    const { child, pid } = startClaude();
    await named(pid);
    const claude = await found(pid);
    expect(await conditionOf(claude)).toBe('running');
    child.kill('SIGSTOP');
    await until('it stops', () => processState(pid) === 'T');
    expect(await conditionOf(claude)).toBe('stopped');
    child.kill('SIGCONT');
    await until('it goes on', () => processState(pid) === 'S');
    expect(await conditionOf(claude)).toBe('running');
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await conditionOf(claude)).toBe('gone');
  });

  test('takes a zombie for gone', async () => {
    const processes = table();
    const { child } = bash(`(${FAKE}) & echo $!; exec sleep 1000`);
    const pid = await firstNumber(child);
    await named(pid);
    await until('its parent no longer reaps', () => commandLine(child.pid ?? 0).startsWith('sleep'));
    const claude = await found(pid);
    expect(await seesIn(processes, pid)).toBe(true);
    kill(pid, 'SIGKILL');
    await until('it is a zombie', () => processState(pid) === 'Z');
    expect(await conditionOf(claude)).toBe('gone');
    expect(await seesIn(processes, pid)).toBe(false);
    expect(await processes.find(pid)).toBeNull();
  });

  test('takes a pid that belongs to another process by now for gone', async () => {
    const { pid } = startClaude();
    await named(pid);
    const claude = await found(pid);
    expect(await conditionOf({ ...claude, startTicks: '1' })).toBe('gone');
  });

  test('answers for each key, in order', async () => {
    const { pid } = startClaude();
    await named(pid);
    const claude = await found(pid);
    const looks = await table().look([{ pid: 2 ** 22 + 1, startTicks: '1' }, claude]);
    expect(looks.map(({ condition }) => condition)).toEqual(['gone', 'running']);
  });

  test('counts direct children', async () => {
    const { pid } = start('bash', ['-c', 'sleep 1000 & sleep 1000 & wait'], {}, 'claude');
    await until('both children', () => childrenOf(pid).split(' ').length === 2);
    started.push(...childrenOf(pid).split(' ').map(Number));
    const [look] = await table().look([await found(pid)]);
    expect(look?.children).toBe(2);
  });

  test('tells when its terminal last got input', async () => {
    const { child } = start('script', ['-qfc', "bash -c 'exec -a claude cat'", '/dev/null']);
    const pid = await until('cat in the terminal', async () => {
      const all = await scanned(table());
      return all.find(({ home: its, argv }) => its === home && argv[0] === 'claude' && argv.length === 1)?.pid ?? null;
    });
    started.push(pid);
    const claude = await found(pid);
    expect(claude.tty).toMatch(/^\/dev\/pts\/\d+$/);
    child.stdin?.write('hello\n');
    // The kernel writes this time in steps of 8 s.
    await until('input is seen', async () => {
      const at = (await table().look([claude]))[0]?.ttyInputAt ?? 0;
      return Math.abs(Date.now() - at) < 12_000;
    });
  });
});

test('the domain is the machine id as it stands in its file, and the pid namespace', () => {
  const machineId = join(home, 'machine-id');
  writeFileSync(machineId, '00000000000000000000000000000000\n');
  expect(makeLinuxProcesses({ machineId }).domain()).toBe(
    `linux:00000000000000000000000000000000:${readlinkSync('/proc/self/ns/pid')}`,
  );
  expect(makeLinuxProcesses({ machineId: join(home, 'none') }).domain()).toBeNull();
});

function childrenOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  } catch {
    return '';
  }
}
