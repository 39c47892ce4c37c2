// The demo as people start it: every state is seen, and whatever ends it, nothing of it is left.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import type { ReplyOf } from '../../src/contract/commands.ts';
import type { Prompt } from '../../src/core/prompt.ts';
import { homePaths } from '../../src/home/paths.ts';
import { command } from '../../src/home/socket-client.ts';
import { startStandIns } from '../lab/stand-ins.ts';
import { until } from '../lab/until.ts';

const program = join(import.meta.dirname, '..', '..', 'dist', 'demo.mjs');
const ends: (() => Promise<unknown> | undefined)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface Shown {
  readonly child: ChildProcess;
  readonly home: string;
  readonly socket: string;
  readonly list: () => Promise<ReplyOf<'list'>>;
  /** Every process of it that others could see. */
  readonly pids: () => Promise<readonly number[]>;
}

async function showDemo(speed: number): Promise<Shown> {
  const child = spawn(process.execPath, [program, 'show', '0', String(speed)], {
    env: { PATH: process.env.PATH, HOME: '/nowhere' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  ends.push(async () => {
    child.stdin?.end();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const [line] = await once(createInterface({ input: child.stdout as Readable }), 'line');
  const { state } = JSON.parse(line) as { state: string };
  const { socket } = homePaths({ TALLYMUX_HOME: state });
  const list = async () => (await command(socket, 'list', {})) as ReplyOf<'list'>;
  return {
    child,
    home: dirname(state),
    socket,
    list,
    pids: async () => {
      const { pid } = (await command(socket, 'status', {})) as ReplyOf<'status'>;
      const { sessions } = await list();
      return [pid, ...sessions.flatMap((session) => (session.state === 'ended' ? [] : (session.pid ?? [])))];
    },
  };
}

function alive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

function homeOf(pid: string): string | undefined {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return environment.find((each) => each.startsWith('HOME='))?.slice(5);
  } catch {
    return undefined;
  }
}

it('shows all six states, and a failed review, with six sessions', { timeout: 45_000 }, async () => {
  const { list } = await showDemo(6);
  const seen = new Set<string>();
  await until(
    'every state',
    async () => {
      const { sessions } = await list();
      for (const { state, failure } of sessions) seen.add(failure ? `failed ${state}` : state);
      return ['idle', 'busy', 'needs-input', 'review', 'failed review', 'unknown', 'ended'].every((s) => seen.has(s));
    },
    { within: 40_000, seen: () => [...seen].join(', ') },
  );
  // The one that ended is begun again a moment later.
  const living = await until('six that live', async () => {
    const { sessions } = await list();
    const all = sessions.filter(({ state }) => state !== 'ended');
    return all.length === 6 && all;
  });
  expect(new Set(living.map(({ kind }) => kind))).toEqual(new Set(['terminal']));
  expect(living.every(({ branch, name }) => branch !== '' && name !== null)).toBe(true);
});

it('is set up as a person would do it: its sessions speak by hooks, also of errors', { timeout: 45_000 }, async () => {
  const { list, socket } = await showDemo(6);
  const told = new Set<string>();
  await until(
    'a hook of every kind of end',
    async () => {
      for (const { id } of (await list()).sessions) {
        const { evidence } = (await command(socket, 'explain', { session: id })) as ReplyOf<'explain'>;
        for (const { source, text } of evidence) if (source === 'hook') told.add(text);
      }
      const all = [...told].join('\n');
      return [/the session started/, /a prompt/, /the turn stopped/, /asks for Bash/, /in an error: rate_limit/].every(
        (each) => each.test(all),
      );
    },
    { within: 40_000, seen: () => [...told].join('\n') },
  );
});

/** Waits for an open prompt of a kind that a hook waits for. */
async function held(socket: string, kind: string): Promise<Prompt> {
  const prompts = async () => ((await command(socket, 'prompts', {})) as ReplyOf<'prompts'>).prompts;
  return until(
    `a ${kind} that can be answered`,
    async () => (await prompts()).find((each) => each.kind === kind && each.answerableBy.includes('hook')) ?? null,
    { within: 30_000, seen: async () => JSON.stringify(await prompts()) },
  );
}

it.each([
  ['permission', 'allow', null, null, /41 tests pass/],
  ['question', 'choose', null, 'Both', /For both, then/],
  ['plan', 'deny', 'Use SQLite', null, /You said: “Use SQLite”/],
] as const)(
  'asks a %s that is answered from anywhere, and goes on as it was told',
  { timeout: 60_000 },
  async (kind, meaning, text, label, says) => {
    const { list, socket } = await showDemo(1);
    const prompt = await held(socket, kind);
    const option = prompt.options.find((each) => each.meaning === meaning && (label === null || each.label === label));
    if (!option) throw new Error(`no ${meaning}: ${JSON.stringify(prompt.options)}`);
    const { n } = option;
    const chosen = { n, label: option.label, meaning };
    const answer = { prompt: prompt.id, option: chosen, text, input: null, answers: null, content: null };
    const { receipt } = (await command(socket, 'answer', answer)) as ReplyOf<'answer'>;
    expect(receipt).not.toBeNull();
    const session = async () => (await list()).sessions.find(({ id }) => id === prompt.session);
    await until('it says what was chosen', async () => says.test(JSON.stringify(await session())), {
      within: 15_000,
      seen: async () => JSON.stringify(await session()),
    });
  },
);

it('leaves no process and no directory when its holder closes the pipe', async () => {
  const { child, home, list, pids } = await showDemo(1);
  await until('six sessions', async () => (await list()).sessions.length >= 6);
  const all = await pids();
  const gone = once(child, 'exit');
  child.stdin?.end();
  await gone;
  expect(all.filter(alive)).toEqual([]);
  expect(existsSync(home)).toBe(false);
});

it.each([
  ['Ctrl-C', 'SIGINT', 0],
  ['kill -9', 'SIGKILL', null],
] as const)(
  'tallymux demo prints a link and leaves nothing after %s',
  { timeout: 40_000 },
  async (_how, signal, code) => {
    const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'tallymux-cli-')));
    ends.push(async () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
    const child = spawn(process.execPath, [join(dirname(program), 'cli.cjs'), 'demo', '--speed', '10'], {
      env: { PATH: process.env.PATH, HOME: '/nowhere', TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    ends.unshift(async () => {
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    });
    const [link] = await once(createInterface({ input: child.stdout }), 'line');
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#pair=[\w-]{22}$/);
    expect((await fetch(link)).status).toBe(200);
    const [home = ''] = readdirSync(temporary);
    const ours = () => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && homeOf(pid) === join(temporary, home));
    // The daemon, and the sessions.
    const pids = await until('every process', () => ours().length > 6 && ours(), { within: 20_000 });
    const gone = once(child, 'exit');
    child.kill(signal);
    expect((await gone)[0]).toBe(code);
    await until('the home is removed', () => readdirSync(temporary).length === 0);
    expect(pids.map(Number).filter(alive)).toEqual([]);
  },
);

it('ends its sessions when a driver is killed', async () => {
  const home = mkdtempSync(join(tmpdir(), 'tallymux-driver-'));
  ends.push(async () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const standIns = startStandIns(home);
  ends.unshift(() => standIns.stop());
  const started = await Promise.all(['a', 'b'].map((name) => standIns.perform(name, { do: 'start', cwd: home })));
  expect(started.map(({ pid }) => pid).filter(alive)).toHaveLength(2);
  standIns.kill();
  await until('both gone', () => started.every(({ pid }) => !alive(pid)));
  expect(readdirSync(join(home, '.claude', 'sessions')).filter((name) => name.endsWith('.json'))).toHaveLength(2);
});
