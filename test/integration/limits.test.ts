// The daemon beside thousands of old sessions, huge transcripts and a kernel that refuses to watch: only what is live is
// watched, and reading is bounded by bytes.

import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ReplyOf } from '../../src/contract/commands.ts';
import { command } from '../../src/home/socket-client.ts';
import { type FakeLab, makeFakeLab } from '../lab/fake-lab.ts';
import { kill } from '../lab/lab-processes.ts';
import { until } from '../lab/until.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/daemon.mjs', import.meta.url));
const MB = 1024 * 1024;
const ended: (() => unknown)[] = [];

let lab: FakeLab;
beforeEach(() => {
  lab = makeFakeLab('limits');
});
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
  await lab.close();
});

const projectOf = (cwd: string) => join(lab.claude, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

/** Kernel watches that a process holds. */
function watchesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fdinfo`)
    .map((name) => readFileSync(`/proc/${pid}/fdinfo/${name}`, 'utf8'))
    .reduce((sum, text) => sum + (text.match(/^inotify wd:/gm)?.length ?? 0), 0);
}

/** Bytes that a process has read since it began, from files and from /proc. */
function bytesReadBy(pid: number): number {
  return Number(/rchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

/** A file that takes no room on the disk. */
function sparse(path: string, size: number, end = ''): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  truncateSync(path, size);
  appendFileSync(path, end);
}

it('T12: beside 20,000 old projects only what is live is watched', async () => {
  // In memory: removing so many from a disk takes longer than the test.
  const projects = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tallymux-projects-'));
  ended.push(() => rmSync(projects, { recursive: true, force: true }));
  for (let at = 0; at < 20_000; at++) mkdirSync(join(projects, `-old-${at}`));
  mkdirSync(lab.claude);
  symlinkSync(projects, join(lab.claude, 'projects'));
  await lab.open();
  const pids = [await lab.start('one'), await lab.start('two'), await lab.start('three')];
  for (const [at, name] of ['one', 'two', 'three'].entries()) {
    await lab.play(name, { do: 'prompt', text: 'go' }, { do: 'finish', text: 'Done.' });
    await lab.turns(pids[at] ?? 0, 'review');
  }
  // The registry, the spool and three projects; each session's end gives its own back.
  const watches = () => watchesOf(lab.daemon.pid());
  await until('five watches', () => watches() === 5, { seen: () => String(watches()) });
  await lab.play('one', { do: 'exit' });
  await lab.turns(pids[0] ?? 0, 'ended');
  await until('four watches', () => watches() === 4, { seen: () => String(watches()) });
}, 60_000);

it('T12: where the kernel refuses every watch, it is said once and everything is polled', async () => {
  mkdirSync(join(lab.claude, 'sessions'), { recursive: true });
  const script = `echo 0 > /proc/sys/user/max_inotify_watches && exec ${process.execPath} ${PROGRAM}`;
  const daemon = spawn('unshare', ['--user', '--map-root-user', 'sh', '-c', script], {
    stdio: 'ignore',
    env: {
      HOME: lab.home,
      PATH: '/usr/local/bin:/usr/bin:/bin',
      TALLYMUX_HOME: lab.state,
      TALLYMUX_PORT: '0',
      TALLYMUX_CLAUDE_DIRS: lab.claude,
    },
  });
  ended.push(() => kill(daemon.pid ?? 0, 'SIGKILL'));
  const socket = join(lab.state, 'sock');
  await until('it answers', () => command(socket, 'status', {}).catch(() => null));
  // Sessions of another domain need no look at any process, which that user namespace would refuse.
  for (const pid of [101, 102, 103]) {
    const entry = { pid, cwd: `/elsewhere/${pid}`, procStart: '1', pidDomain: 'linux:other:pid:[1]', status: 'busy' };
    writeFileSync(join(lab.claude, 'sessions', `${pid}.json`), JSON.stringify(entry));
    await until(`${pid} is listed`, async () => {
      const { sessions } = (await command(socket, 'list', {})) as ReplyOf<'list'>;
      return sessions.some((session) => session.cwd === `/elsewhere/${pid}`);
    });
  }
  expect(watchesOf(daemon.pid ?? 0)).toBe(0);
  expect(lab.log().match(/the kernel refuses to watch/g)).toHaveLength(1);
});

it('T13: a start beside 2,000 transcripts of 5 MB reads none of them', async () => {
  for (let at = 0; at < 2_000; at++) sparse(join(projectOf(`/old/${at % 50}`), `${idOf(at)}.jsonl`), 5 * MB);
  const cwd = lab.project('live');
  const conversation = idOf(99_999);
  const line = {
    type: 'user',
    sessionId: conversation,
    timestamp: new Date().toISOString(),
    message: { content: 'go' },
  };
  sparse(join(projectOf(cwd), `${conversation}.jsonl`), 5 * MB, `\n${JSON.stringify(line)}\n`);
  const pid = await lab.start('live', { cwd, conversation });
  await lab.open();
  await lab.turns(pid, 'idle');
  expect(bytesReadBy(lab.daemon.pid())).toBeLessThan(30 * MB);
}, 60_000);

it('T01: a live transcript of 300 MB that ends in two images of 12 MB is followed at once, in bounded memory', async () => {
  const cwd = lab.project('huge');
  const conversation = idOf(300);
  const path = join(projectOf(cwd), `${conversation}.jsonl`);
  const image = JSON.stringify({ type: 'user', message: { content: [{ type: 'image', data: 'A'.repeat(12 * MB) }] } });
  sparse(path, 300 * MB, `\n${image}\n${image}\n`);
  const pid = await lab.start('huge', { cwd, conversation });
  await lab.open();
  await lab.turns(pid, 'idle');
  expect(bytesReadBy(lab.daemon.pid())).toBeLessThan(60 * MB);
  await lab.play('huge', { do: 'prompt', text: 'go' }, { do: 'finish', text: 'Seen at once.' });
  expect(await lab.turns(pid, 'review')).toMatchObject({ lastText: 'Seen at once.' });
  const status = readFileSync(`/proc/${lab.daemon.pid()}/status`, 'utf8');
  expect(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1])).toBeLessThan(300 * 1024);
});

it.each([
  ['nothing', ''],
  ['one newline', '\n'],
  ['NUL bytes', '\0'.repeat(4096)],
  ['broken letters', Buffer.from([0xff, 0xfe, 0x0a, 0xc3, 0x28, 0x0a])],
])('T14: a transcript of %s is listed, and goes on', async (_what, content) => {
  const cwd = lab.project('odd');
  const conversation = idOf(14);
  const path = join(projectOf(cwd), `${conversation}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  await lab.open();
  const pid = await lab.start('odd', { cwd, conversation });
  await lab.turns(pid, 'idle');
  await lab.play('odd', { do: 'prompt', text: 'go' }, { do: 'finish', text: 'Went on 桌面 🚀\u2028.' });
  expect(await lab.turns(pid, 'review')).toMatchObject({ lastText: 'Went on 桌面 🚀 .' });
});
