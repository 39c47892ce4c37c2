// The daemon where the machine is against it: full and read-only disks, damaged state, stale and stolen sockets, taken
// ports, no HOME, no database. One clear message, nothing lost, nothing of others' removed.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '../../src/contract/commands.ts';
import { command } from '../../src/home/socket-client.ts';
import { type FakeLab, makeFakeLab } from '../lab/fake-lab.ts';
import { pause, until } from '../lab/until.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/daemon.mjs', import.meta.url));
const root = process.getuid?.() === 0;

let lab: FakeLab;
const children: ChildProcess[] = [];
const servers: Server[] = [];

beforeEach(() => {
  lab = makeFakeLab('hard');
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child);
  for (const server of servers.splice(0)) server.close();
  await lab.close();
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

interface Run {
  readonly child: ChildProcess;
  /** Its exit code and all it wrote. */
  readonly ended: Promise<{ code: number | null; text: string }>;
}

const environment = (more: Readonly<Record<string, string>> = {}) => ({
  HOME: lab.home,
  PATH: '/usr/local/bin:/usr/bin:/bin',
  TALLYMUX_HOME: lab.state,
  TALLYMUX_PORT: '0',
  TALLYMUX_CLAUDE_DIRS: lab.claude,
  ...more,
});

/** Runs a daemon by hand, where the start itself is what is tested. */
function run(env: Readonly<Record<string, string>>, program = PROGRAM, before: readonly string[] = []): Run {
  const [executable = '', ...words] = [...before, process.execPath, program];
  const child = spawn(executable, words, { env, stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, text }));
  return { child, ended };
}

async function answers(home = lab.state): Promise<ReplyOf<'status'>> {
  return until('the daemon answers', async () => {
    const reply = await command(join(home, 'sock'), 'status', {}).catch(() => null);
    return reply as ReplyOf<'status'> | null;
  });
}

function listen(port = 0, host = '127.0.0.1'): Promise<number> {
  const server = createServer();
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(port, host, () => resolve((server.address() as { port: number }).port));
  });
}

describe('D01: a socket path', () => {
  it('left by a daemon that was killed is taken over, and so is its lock', async () => {
    await lab.open();
    await lab.daemon.kill();
    expect(existsSync(join(lab.state, 'sock'))).toBe(true);
    expect(existsSync(join(lab.state, 'lock'))).toBe(true);
    await lab.open();
    expect((await answers()).pid).toBe(lab.daemon.pid());
  });

  it.each(['file', 'directory'])('that is a %s is never removed; the start says what to do', async (what) => {
    mkdirSync(lab.state, { mode: 0o700 });
    const path = join(lab.state, 'sock');
    if (what === 'file') writeFileSync(path, 'mine');
    else mkdirSync(path);
    const { code, text } = await run(environment()).ended;
    expect(code).toBe(1);
    expect(text).toMatch(/^tallymux: .*sock is not a socket and is left alone\. Move it away, then start again\.\n$/);
    expect(statSync(path).isDirectory()).toBe(what === 'directory');
    // Nor does what that start left behind hold up the next one.
    rmSync(path, { recursive: true });
    await lab.open();
  });
});

describe('D03: a second daemon', () => {
  it('says where the first is, and leaves it alone', async () => {
    await lab.open();
    const { url } = await answers();
    const { code, text } = await run(environment()).ended;
    expect(code).toBe(1);
    expect(text).toContain(`A daemon runs already: pid ${lab.daemon.pid()}`);
    expect(text).toContain(url);
    expect((await answers()).pid).toBe(lab.daemon.pid());
  });

  it('started by force keeps its socket when the older one ends', async () => {
    const older = run(environment());
    const first = await answers();
    for (const name of ['lock', 'sock']) rmSync(join(lab.state, name));
    run(environment());
    const second = await answers();
    expect(second.pid).not.toBe(first.pid);
    older.child.kill('SIGTERM');
    expect((await older.ended).code).toBe(0);
    expect((await answers()).pid).toBe(second.pid);
    expect(JSON.parse(readFileSync(join(lab.state, 'lock'), 'utf8')).pid).toBe(second.pid);
  });
});

describe('a port that is taken', () => {
  it('and was chosen ends the start with what to do', async () => {
    const port = await listen();
    const { code, text } = await run(environment({ TALLYMUX_PORT: String(port) })).ended;
    expect(code).toBe(1);
    expect(text).toMatch(new RegExp(`^tallymux: Port ${port} is taken by another program\\..*TALLYMUX_PORT`));
    await lab.open();
  });

  it('and was chosen by nobody gives way to the next free one', async () => {
    // Somebody else may have it already, which is as good.
    await new Promise<void>((resolve) => {
      const server = createServer().once('error', () => resolve());
      servers.push(server);
      server.listen(8022, '127.0.0.1', () => resolve());
    });
    const { TALLYMUX_PORT, ...rest } = environment();
    run(rest);
    const { url } = await answers();
    expect(Number(new URL(url).port)).toBeGreaterThan(8022);
    expect(Number(new URL(url).port)).toBeLessThan(8022 + 21);
  });
});

describe('a start', () => {
  it('without any HOME says what to set', async () => {
    const { code, text } = await run({ PATH: '/usr/bin:/bin', TALLYMUX_PORT: '0' }).ended;
    expect(code).toBe(1);
    expect(text).toMatch(/^tallymux: [^\n]*HOME[^\n]*\n$/);
  });

  it('with settings that cannot be read says where they are wrong, and starts nothing', async () => {
    mkdirSync(lab.state, { mode: 0o700 });
    writeFileSync(join(lab.state, 'config.jsonc'), '{\n  "port": 80,,\n}\n');
    const { code, text } = await run(environment()).ended;
    expect(code).toBe(1);
    expect(text).toMatch(/^tallymux: [^\n]*config\.jsonc[^\n]*2[^\n]*\n$/);
    expect(existsSync(join(lab.state, 'sock'))).toBe(false);
    expect(readFileSync(join(lab.state, 'config.jsonc'), 'utf8')).toContain(',,');
  });

  it.runIf(root)('in a home that may not be written says so', async () => {
    const home = mkdtempSync(join(tmpdir(), 'tallymux-read-only-'));
    mkdirSync(join(home, 'tally'));
    chmodSync(home, 0o755);
    chmodSync(join(home, 'tally'), 0o555);
    const program = copyOfDaemon(home);
    const unprivileged = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const env = environment({ HOME: home, TALLYMUX_HOME: join(home, 'tally') });
    const { code, text } = await run(env, program, unprivileged).ended;
    rmSync(home, { recursive: true });
    expect(code).toBe(1);
    expect(text).toMatch(/^tallymux: [^\n]*tally[^\n]*\n$/);
  });
});

describe('D04: a database', () => {
  const spoil: Readonly<Record<string, (path: string) => void>> = {
    'of 0 bytes': (path) => writeFileSync(path, ''),
    'cut in half': (path) => writeFileSync(path, readFileSync(path).subarray(0, statSync(path).size / 2)),
    'of rubbish': (path) => writeFileSync(path, 'not a database '.repeat(1000)),
  };

  it.each(Object.entries(spoil))('%s stops nothing: sessions are found again, and it is said', async (what, damage) => {
    await lab.open();
    const pid = await lab.start('one');
    const { id } = await lab.turns(pid, 'idle');
    await lab.daemon.command('label', { session: id, label: 'kept' });
    // Ended politely, so that everything lies in the one file.
    await lab.daemon.stop();
    damage(join(lab.state, 'state.db'));
    await lab.open();
    await lab.turns(pid, 'idle');
    const { warnings, store } = await answers();
    expect(store).not.toBe('memory');
    if (what !== 'of 0 bytes') {
      expect(warnings.map(({ name }) => name)).toContain('database-rebuilt');
      expect(readdirSync(lab.state).some((name) => name.startsWith('state.db.damaged-'))).toBe(true);
    }
  });

  it('of a newer version is left alone; everything goes on from memory, said in red', async () => {
    await lab.open();
    await lab.daemon.stop();
    const path = join(lab.state, 'state.db');
    const bytes = readFileSync(path);
    // The schema's number, `user_version`, lies at byte 60 of the file's head.
    bytes.writeUInt32BE(9999, 60);
    writeFileSync(path, bytes);
    const pid = await lab.start('one');
    await lab.open();
    await lab.turns(pid, 'idle');
    const { warnings, store } = await answers();
    expect(store).toBe('memory');
    expect(warnings).toContainEqual(expect.objectContaining({ name: 'newer-database', severity: 'red' }));
    expect(readFileSync(path).readUInt32BE(60)).toBe(9999);
  });

  it('that no driver can open: from memory, said in red with what to install', async () => {
    const place = mkdtempSync(join(tmpdir(), 'tallymux-no-driver-'));
    const pid = await lab.start('one');
    run(environment(), copyOfDaemon(place));
    const status = await answers();
    rmSync(place, { recursive: true, force: true });
    if (process.getBuiltinModule?.('node:sqlite')) return expect(status.store).toBe('node:sqlite');
    expect(status.store).toBe('memory');
    expect(status.warnings).toContainEqual(expect.objectContaining({ name: 'no-database', severity: 'red' }));
    const { sessions } = (await command(join(lab.state, 'sock'), 'list', {})) as ReplyOf<'list'>;
    expect(sessions.map((session) => session.pid)).toContain(pid);
  });

  it.runIf(root)('on a full disk: goes on, says so in red, and writes what waited once there is room', async () => {
    const disk = join(lab.directory, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'tmpfs', disk]);
    try {
      const pid = await lab.start('one');
      const state = join(disk, 'tally');
      const { child } = run(environment({ TALLYMUX_HOME: state, TALLYMUX_LOG: 'error' }));
      await answers(state);
      const ask = (name: 'list' | 'label', body: object) => command(join(state, 'sock'), name, body as never);
      const session = await until('it is listed', async () => {
        const { sessions } = (await ask('list', {})) as ReplyOf<'list'>;
        return sessions.find((each) => each.pid === pid) ?? null;
      });
      fill(disk);
      const red = async () =>
        (await answers(state)).warnings.some(({ name, severity }) => name === 'disk-full' && severity === 'red');
      let label = '';
      await until('the disk is full for the database too', async () => {
        label = `written later ${'x'.repeat(60)} ${label.length}`;
        await ask('label', { session: session.id, label });
        return red();
      });
      const shown = (await ask('list', {})) as ReplyOf<'list'>;
      expect(shown.sessions.find(({ id }) => id === session.id)?.label).toBe(label);
      for (const name of readdirSync(disk)) if (name.startsWith('ballast')) rmSync(join(disk, name));
      await until('it says that it is over', async () => !(await red()));
      child.kill('SIGKILL');
      await once(child, 'exit');
      run(environment({ TALLYMUX_HOME: state }));
      await answers(state);
      const after = await until('it is listed again', async () => {
        const { sessions } = (await ask('list', {})) as ReplyOf<'list'>;
        return sessions.find((each) => each.pid === pid) ?? null;
      });
      expect(after).toMatchObject({ id: session.id, label });
    } finally {
      for (const child of children.splice(0)) await end(child);
      execFileSync('umount', ['-l', disk]);
    }
  });

  it('loses no acknowledged label and no transition, killed at random moments twenty times', async () => {
    await lab.open();
    const pid = await lab.start('one');
    const { id } = await lab.turns(pid, 'idle');
    for (let round = 0; round < 20; round++) {
      const label = `label ${round}`;
      await lab.play('one', { do: 'prompt', text: 'go' });
      await lab.turns(pid, 'busy');
      await lab.daemon.command('label', { session: id, label });
      await lab.play('one', { do: 'finish', text: `Done ${round}.` });
      const { stateChange } = await lab.turns(pid, 'review');
      if (round % 2 === 0) await lab.daemon.command('seen', { session: id, change: stateChange });
      await pause(Math.random() * 50);
      await lab.daemon.kill();
      await lab.open();
      const session = await lab.turns(pid, round % 2 === 0 ? 'idle' : 'review');
      expect(session).toMatchObject({ id, label, lastText: `Done ${round}.` });
      expect(lab.announced(id)).toEqual([]);
    }
  }, 120_000);
});

/** The bundle alone, in a directory without node_modules above it. */
function copyOfDaemon(directory: string): string {
  const copy = join(directory, 'dist', 'daemon.mjs');
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(PROGRAM, copy);
  symlinkSync(join(dirname(PROGRAM), 'web'), join(dirname(copy), 'web'));
  return realpathSync(copy);
}

function fill(disk: string): void {
  for (let size = 512 * 1024; size >= 512; size /= 2) {
    for (let part = 0; part < 50; part++) {
      try {
        writeFileSync(join(disk, `ballast-${size}-${part}`), Buffer.alloc(size));
      } catch {
        break;
      }
    }
  }
}
