// The launcher where Claude waits for it: it waits only for a daemon that lives and only where a person may answer, it
// prints a decision whole or nothing at all, and says so when it is killed. Under each shell of this machine.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Held, heldHooks } from '../../src/adapters/claude/held-hooks.ts';
import { installLauncher } from '../../src/adapters/claude/launcher.ts';
import { PRINT_MODE_MARKER } from '../../src/adapters/claude/launcher-script.ts';
import { kill, processState } from '../lab/lab-processes.ts';
import { until } from '../lab/until.ts';

const SHELLS = [['/bin/dash'], ['/bin/bash'], ['/bin/busybox', 'ash']];
const root = process.getuid?.() === 0;
const PAYLOAD = '{"session_id":"abc","hook_event_name":"PermissionRequest","tool_name":"Bash"}\n';
const CLI = { CLAUDE_PID: '4711', CLAUDE_CODE_ENTRYPOINT: 'cli' };

let place: string;
let home: string;
let held: Held;
let started: ChildProcess[];
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tallymux-waits-'));
  home = join(place, `o'b "q" $x é`, '.tallymux');
  installLauncher(home);
  writeFileSync(join(home, 'pid'), `${process.pid}\n`);
  held = heldHooks(join(home, 'ask'));
  started = [];
});
afterEach(() => {
  for (const { pid } of started) if (pid !== undefined) kill(-pid, 'SIGKILL');
  rmSync(place, { recursive: true, force: true });
});

interface Options {
  readonly event?: string;
  readonly payload?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts it as Claude does: in a process group of its own. */
function start(
  by: readonly string[],
  { event = 'PermissionRequest', payload = PAYLOAD, environment = CLI }: Options = {},
) {
  const [program = '', ...words] = [...by, join(home, 'hooks', event)];
  const child = spawn(program, words, { cwd: place, env: { PATH: '/usr/bin:/bin', ...environment }, detached: true });
  started.push(child);
  const printed = { out: '', err: '' };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8');
  child.stdout.on('data', (data) => (printed.out += data));
  child.stderr.on('data', (data) => (printed.err += data));
  let drained = true;
  child.stdin.on('error', () => {
    drained = false;
  });
  child.stdin.end(payload);
  const over = once(child, 'close').then(([code]) => ({ code, ...printed, drained }));
  return { pid: child.pid ?? 0, child, over };
}

const SILENT = { code: 0, out: '', err: '', drained: true };
const files = () => readdirSync(join(home, 'spool')).sort();
const header = (name: string) => /^ask (.*)$/m.exec(readFileSync(join(home, 'spool', name), 'utf8'))?.[1];
/** Waits until it tells where it waits. */
const waiting = async ({ pid }: { readonly pid: number }) => {
  const name = `${pid}.4711`;
  await until(
    'its question',
    () => files().includes(name) && readFileSync(join(home, 'spool', name), 'utf8').endsWith('}\n'),
  );
  expect(header(name)).toBe(name);
  return name;
};

describe.each(SHELLS.map((by) => [by]))('run by %j', (by) => {
  it.each(['PermissionRequest', 'Elicitation'])('%s waits and prints the decision, and nothing else', async (event) => {
    const launcher = start(by, { event });
    const name = await waiting(launcher);
    expect(lstatSync(join(home, 'ask', name)).mode & 0o777).toBe(0o600);
    expect(await held.answer(name, '{"a":"é\\n"}')).toBe('written');
    expect(await launcher.over).toEqual({ ...SILENT, out: '{"a":"é\\n"}' });
    expect([files(), readdirSync(join(home, 'ask'))]).toEqual([[name], []]);
  });

  it('H12: prints a decision of 300 KB whole to a slow reader', async () => {
    const launcher = start(by);
    const { stdout } = launcher.child;
    const name = await waiting(launcher);
    stdout?.pause();
    const decision = JSON.stringify({ plan: 'é'.repeat(150_000) });
    const answered = held.answer(name, decision);
    await until('the pipes are full', () => stdout !== null && stdout.readableLength > 0);
    while (launcher.child.exitCode === null) {
      stdout?.resume();
      await new Promise((resolve) => setImmediate(resolve));
      stdout?.pause();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    stdout?.resume();
    expect(await answered).toBe('written');
    const { out } = await launcher.over;
    expect(out === decision).toBe(true);
  });

  it('released, or with the end of who kept it, it ends without a word', async () => {
    const first = start(by);
    await held.release(await waiting(first));
    expect(await first.over).toEqual(SILENT);
    const second = start(by);
    const letGo = await held.hold(await waiting(second));
    letGo?.();
    expect(await second.over).toEqual(SILENT);
    expect(files().filter((name) => name.endsWith('.gone'))).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    '%s to its group ends it and leaves word, whichever it gets to first',
    async (signal) => {
      for (const only of [false, true]) {
        const launcher = start(by);
        const name = await waiting(launcher);
        // Claude signals the group; one that gets it alone must not leave its reader behind.
        const reader = await until('it waits', () => readerOf(launcher.pid));
        kill(only ? launcher.pid : -launcher.pid, signal);
        expect(await launcher.over).toEqual(SILENT);
        await until('its reader is gone', () => processState(reader) === null);
        expect(files()).toContain(`${name}.gone`);
        expect(await held.answer(name, '{}')).toBe('nobody');
      }
    },
  );

  it('never waits in print mode, for other events, or where nothing tells', async () => {
    for (const entrypoint of ['sdk-cli', 'sdk-ts', 'claude-vscode', '', 'cli\nx', 'clix'])
      expect(await start(by, { environment: { ...CLI, CLAUDE_CODE_ENTRYPOINT: entrypoint } }).over).toEqual(SILENT);
    for (const event of ['Stop', 'Notification', 'PreToolUse', 'ElicitationResult'])
      expect(await start(by, { event }).over).toEqual(SILENT);
    expect(files().map(header)).toEqual(Array(10).fill(''));
    expect(readdirSync(join(home, 'ask'))).toEqual([]);
  });

  it('waits in print mode where the person said so', async () => {
    writeFileSync(join(home, PRINT_MODE_MARKER), '');
    const launcher = start(by, { environment: { ...CLI, CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' } });
    await held.release(await waiting(launcher));
    expect(await launcher.over).toEqual(SILENT);
    expect(await start(by, { environment: { ...CLI, CLAUDE_CODE_ENTRYPOINT: 'claude-vscode' } }).over).toEqual(SILENT);
  });

  it.each(['', 'x', '999999999', '0'])('H07: does not wait for a daemon whose pid reads %j', async (pid) => {
    writeFileSync(join(home, 'pid'), `${pid}\n`);
    expect(await start(by).over).toEqual(SILENT);
    expect(files().map(header)).toEqual(['']);
  });

  it('does not wait for a daemon that is stopped, or a zombie', async () => {
    const daemon = spawn('sleep', ['60']);
    started.push(daemon);
    writeFileSync(join(home, 'pid'), `${daemon.pid}\n`);
    daemon.kill('SIGSTOP');
    await until('it is stopped', () => processState(daemon.pid ?? 0) === 'T');
    expect(await start(by).over).toEqual(SILENT);
    daemon.kill('SIGKILL');
    // Nobody waits for its child while it sleeps.
    const parent = spawn('sh', ['-c', 'sh -c "exit 0" & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    started.push(parent);
    const zombie = Number(String((await once(parent.stdout, 'data'))[0]));
    await until('it is a zombie', () => processState(zombie) === 'Z');
    writeFileSync(join(home, 'pid'), `${zombie}\n`);
    expect(await start(by).over).toEqual(SILENT);
    expect(files().map(header)).toEqual(['', '']);
  });

  it('does not wait where no fifo can be made', async () => {
    rmSync(join(home, 'ask'), { recursive: true });
    expect(await start(by).over).toEqual(SILENT);
    writeFileSync(join(home, 'ask'), '');
    expect(await start(by).over).toEqual(SILENT);
    expect(files().map(header)).toEqual(['', '']);
  });

  it('does not wait where its question could not be written: no spool, a taken name, a disk without room', async () => {
    const payload = `{"x":"${'x'.repeat(300_000)}"}\n`;
    rmSync(join(home, 'spool'), { recursive: true });
    expect(await start(by, { payload }).over).toEqual(SILENT);
    mkdirSync(join(home, 'spool'));
    chmodSync(join(home, 'spool'), 0o700);
    for (const name of held.names()) expect(held.writerLives(name)).toBe(false);
  });

  it.runIf(root)('H07: does not wait on a full disk', async () => {
    const path = join(home, 'spool');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=0700', 'tmpfs', path]);
    try {
      expect(await start(by, { payload: `{"x":"${'x'.repeat(3_000_000)}"}\n` }).over).toEqual(SILENT);
    } finally {
      execFileSync('umount', [path]);
    }
    for (const name of held.names()) expect(held.writerLives(name)).toBe(false);
  });

  it('starts three processes besides itself while it waits, one where it does not', async () => {
    const trace = join(place, 'trace');
    const traced = ['strace', '-f', '-qq', '-e', 'trace=execve', '-o', trace, ...by];
    const launcher = start(traced);
    const name = await until('it waits', () => held.names()[0] ?? null);
    await held.release(name);
    await launcher.over;
    const programs = () =>
      readFileSync(trace, 'utf8')
        .split('\n')
        .filter((line) => line.includes('execve(') && line.endsWith('= 0'))
        .map((line) => /execve\("([^"]+)"/.exec(line)?.[1]?.split('/').at(-1));
    expect(programs().slice(1).sort()).toEqual(['cat', 'cat', 'mkfifo']);
    await start(traced, { environment: { ...CLI, CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' } }).over;
    expect(programs().slice(1)).toEqual(['cat']);
  });
});

it('waits on while the daemon starts again', async () => {
  const launcher = start(['/bin/sh']);
  const name = await waiting(launcher);
  writeFileSync(join(home, 'pid'), '999999999\n');
  const another = heldHooks(join(home, 'ask'));
  expect(another.names()).toEqual([name]);
  expect(await another.answer(name, '{}')).toBe('written');
  expect(await launcher.over).toEqual({ ...SILENT, out: '{}' });
  expect(existsSync(join(home, 'ask', name))).toBe(false);
});

/** The process that waits at the fifo for this launcher; `null`: not yet. */
function readerOf(pid: number): number | null {
  const child = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() || Number.NaN);
  if (Number.isNaN(child) || processState(pid) !== 'S') return null;
  return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('/ask/') ? child : null;
}
