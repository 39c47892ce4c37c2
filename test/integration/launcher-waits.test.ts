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
import { linkOf } from '../../src/adapters/claude/hook-events.ts';
import { installLauncher } from '../../src/adapters/claude/launcher.ts';
import { PRINT_MODE_MARKER, WATCH_TICK } from '../../src/adapters/claude/launcher-script.ts';
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
  /** By which name it is run, if not by the one of settings that this Tallymux writes. */
  readonly link?: string;
  readonly payload?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts it as Claude does: in a process group of its own. */
function start(
  by: readonly string[],
  { event = 'PermissionRequest', link, payload = PAYLOAD, environment = CLI }: Options = {},
) {
  const [program = '', ...words] = [...by, join(home, 'hooks', link ?? linkOf(event))];
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

  it.each(['PermissionRequest', 'Elicitation'])('never waits for %s where settings of before run it', async (link) => {
    expect(await start(by, { link }).over).toEqual(SILENT);
    const [name = ''] = files();
    expect(readFileSync(join(home, 'spool', name), 'utf8')).toContain(`event ${link}\n`);
    expect([header(name), readdirSync(join(home, 'ask'))]).toEqual(['', []]);
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

  it('starts four processes besides itself where it waits, of which one stays, and one where it does not', async () => {
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
    expect(programs().slice(1).sort()).toEqual(['cat', 'cat', 'grep', 'mkfifo']);
    await start(traced, { environment: { ...CLI, CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' } }).over;
    expect(programs().slice(1)).toEqual(['cat']);
  });
});

describe.each(SHELLS.map((by) => [by]))('run by %j, while Claude shows nothing', (by) => {
  const AGENT = `{"session_id":"abc","agent_id":"a1","tool_name":"Bash","tool_input":{"command":"${'x'.repeat(300_000)}"}}\n`;
  const SAYS_IT = '{"session_id":"abc","tool_name":"Bash","tool_input":{"command":"echo \\"agent_id\\""}}\n';
  const FORM = { event: 'Elicitation' };
  let daemon: ChildProcess;
  beforeEach(() => {
    daemon = spawn('sleep', ['600']);
    started.push(daemon);
    writeFileSync(join(home, 'pid'), `${daemon.pid}\n`);
    // The same script with a quicker pulse.
    const script = readFileSync(join(home, 'hook'), 'utf8');
    expect(script).toContain(`sleep ${WATCH_TICK} `);
    writeFileSync(join(home, 'hook'), script.replace(`sleep ${WATCH_TICK} `, 'sleep 0.1 '));
  });
  /** Waits until it waits at its fifo; as the daemon does, its file is taken away. */
  const waits = async (options: Options) => {
    const launcher = start(by, options);
    const name = await waiting(launcher);
    rmSync(join(home, 'spool', name));
    const reader = await until('it waits', () => readersOf(launcher.pid)[0] ?? null);
    return { ...launcher, name, reader };
  };

  it.each([
    ['a form', FORM],
    ['a background agent', { payload: AGENT }],
    ['print mode', { environment: { ...CLI, CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' } }],
  ] satisfies [string, Options][])(
    '%s: a daemon that dies before it opened the fifo keeps nobody',
    async (_, options) => {
      writeFileSync(join(home, PRINT_MODE_MARKER), '');
      const launcher = await waits(options);
      daemon.kill('SIGKILL');
      expect(await launcher.over).toEqual(SILENT);
      await until('nothing of it is left', () => processState(launcher.reader) === null);
      expect(files()).toEqual([]);
    },
  );

  it('nor does one that is stopped, whether it opened the fifo or not', async () => {
    const [first, second] = [await waits(FORM), await waits({ payload: AGENT })];
    const letGo = await held.hold(second.name);
    daemon.kill('SIGSTOP');
    expect([await first.over, await second.over]).toEqual([SILENT, SILENT]);
    letGo?.();
  });

  it('nor one that hangs: it never holds anything hidden for so long', async () => {
    const launcher = await waits(FORM);
    const letGo = await held.hold(launcher.name);
    expect(await launcher.over).toEqual(SILENT);
    letGo?.();
  });

  it('a daemon that starts again is waited for as the one before', async () => {
    const launcher = await waits(FORM);
    const next = spawn('sleep', ['600']);
    started.push(next);
    writeFileSync(join(home, 'pid'), `${next.pid}\n`);
    daemon.kill('SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await held.answer(launcher.name, '{}')).toBe('written');
    expect(await launcher.over).toEqual({ ...SILENT, out: '{}' });
  });

  it.each([
    ['of the main conversation', {}],
    ['that only speaks of agents', { payload: SAYS_IT }],
    [
      'of an agent in the foreground',
      { payload: AGENT, environment: { ...CLI, CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: 'True' } },
    ],
  ] satisfies [string, Options][])(
    'a question %s waits for the next daemon, for its dialog stands',
    async (_, options) => {
      const launcher = await waits(options);
      daemon.kill('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(readersOf(launcher.pid)).toEqual([launcher.reader]);
      await held.release(launcher.name);
      expect(await launcher.over).toEqual(SILENT);
    },
  );

  it('what looked after the daemon is gone with it, however it ends', async () => {
    for (const end of [
      async ({ name }: { readonly name: string }) => void (await held.answer(name, '{}')),
      async ({ pid }: { readonly pid: number }) => kill(pid, 'SIGTERM'),
      async ({ pid }: { readonly pid: number }) => kill(-pid, 'SIGTERM'),
    ]) {
      const launcher = await waits(FORM);
      await until('it is looked after', () => childrenOf(launcher.pid).length === 2);
      const children = childrenOf(launcher.pid);
      await end(launcher);
      expect(await launcher.over).toMatchObject({ code: 0, err: '' });
      await until('nothing of it is left', () => children.every((pid) => processState(pid) === null));
    }
  });
});

it('ends within seconds of the daemon’s death', async () => {
  const daemon = spawn('sleep', ['600']);
  started.push(daemon);
  writeFileSync(join(home, 'pid'), `${daemon.pid}\n`);
  const launcher = start(['/bin/sh'], { event: 'Elicitation' });
  await waiting(launcher);
  const began = performance.now();
  daemon.kill('SIGKILL');
  expect(await launcher.over).toEqual(SILENT);
  expect(performance.now() - began).toBeLessThan(2_000 * WATCH_TICK + 3_000);
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
  return processState(pid) === 'S' ? (readersOf(pid)[0] ?? null) : null;
}

/** Children of this launcher that read its fifo. */
function readersOf(pid: number): number[] {
  return childrenOf(pid).filter((child) => commandOf(child).includes('/ask/'));
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
