import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { acquireLock, alreadyRunning, lockOwner } from './lock.ts';
import { homePaths } from './paths.ts';
import { isAlive, ownIdentity } from './process-alive.ts';

const here = dirname(fileURLToPath(import.meta.url));
let tools: string;
let root: string;
const children = new Set<ChildProcess>();

/** A second process that takes the lock, says so, and holds it until its standard input ends. */
const HOLDER = `
import { acquireLock } from ${JSON.stringify(join(here, 'lock.ts'))};
import { homePaths } from ${JSON.stringify(join(here, 'paths.ts'))};
const result = await acquireLock(homePaths(process.env), '9.9.9');
console.log(JSON.stringify(result.kind === 'held' ? { held: process.pid } : { taken: result.by.pid }));
process.stdin.on('end', () => { if (result.kind === 'held') result.lock.release(); process.exit(0); });
process.stdin.resume();
`;

beforeAll(async () => {
  tools = mkdtempSync(join(tmpdir(), 'tmx-'));
  writeFileSync(join(tools, 'holder.mts'), HOLDER);
  const build = await rolldown({ input: join(tools, 'holder.mts'), platform: 'node', external: /^node:/ });
  await build.write({ file: join(tools, 'holder.mjs'), format: 'esm', codeSplitting: false });
  await build.close();
});
afterAll(() => rmSync(tools, { recursive: true, force: true }));
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tmx-'));
});
afterEach(async () => {
  for (const child of children) {
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    child.kill('SIGKILL');
    await gone;
  }
  children.clear();
  rmSync(root, { recursive: true, force: true });
});

const home = () => homePaths({ TALLYMUX_HOME: root });

function start(): { child: ChildProcess; said: Promise<{ held?: number; taken?: number }> } {
  const child = spawn(process.execPath, [join(tools, 'holder.mjs')], {
    env: { PATH: process.env.PATH, TALLYMUX_HOME: root },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.add(child);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  return { child, said: once(lines, 'line').then(([line]) => JSON.parse(String(line))) };
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

test('the first start holds the lock and writes its pid and a newline, both for its user only', async () => {
  const result = await acquireLock(home(), '1.2.3');
  expect(result.kind).toBe('held');
  expect(readFileSync(home().pid, 'utf8')).toBe(`${process.pid}\n`);
  expect(JSON.parse(readFileSync(home().lock, 'utf8'))).toEqual({
    ...ownIdentity(),
    url: null,
    version: '1.2.3',
    socket: home().socket,
  });
  expect([home().lock, home().pid].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
});

test('a second start is told where the first is', async () => {
  const first = start();
  await first.said;
  const second = await acquireLock(home(), '1.2.3');
  expect(second.kind).toBe('taken');
  if (second.kind !== 'taken') return;
  expect(second.by.pid).toBe(first.child.pid);
  expect(alreadyRunning(second.by)).toMatch(new RegExp(`pid ${first.child.pid}, version 9.9.9; it is still starting`));
  expect(alreadyRunning({ ...second.by, url: 'http://127.0.0.1:1' })).toContain('its panel is http://127.0.0.1:1');
});

test('the lock of a daemon killed with SIGKILL is taken over', async () => {
  const first = start();
  await first.said;
  await killed(first.child);
  expect(lockOwner(home())).toBeNull();
  expect((await acquireLock(home(), '1')).kind).toBe('held');
  expect(lockOwner(home())?.pid).toBe(process.pid);
});

test('a living process that merely has the number of the dead owner does not keep the lock', async () => {
  const dead = { ...ownIdentity(), startTicks: '1', url: null, version: '1', socket: home().socket };
  writeFileSync(home().lock, JSON.stringify(dead));
  expect(lockOwner(home())).toBeNull();
  expect((await acquireLock(home(), '2')).kind).toBe('held');
});

test.each(['', '{"pid": 1', 'null', '{"pid":"x"}'])('a lock that holds %j is nobody’s', async (content) => {
  writeFileSync(home().lock, content);
  expect((await acquireLock(home(), '1')).kind).toBe('held');
});

test('of eight that start at once over a dead owner, exactly one wins and the others name it', async () => {
  writeFileSync(home().lock, JSON.stringify({ pid: 2 ** 22 + 1, startTicks: '1', version: '1', socket: 's' }));
  const said = await Promise.all(Array.from({ length: 8 }, start).map((one) => one.said));
  const winners = said.flatMap((one) => (one.held === undefined ? [] : [one.held]));
  expect(winners).toHaveLength(1);
  expect(new Set(said.flatMap((one) => (one.taken === undefined ? [] : [one.taken])))).toEqual(new Set(winners));
  expect(lockOwner(home())?.pid).toBe(winners[0]);
  expect(readdirSync(root).sort()).toEqual(['lock', 'pid']);
}, 30_000);

test('a start that died in the middle of taking over does not block the next', async () => {
  const dead = JSON.stringify({ pid: 2 ** 22 + 1, startTicks: '1', version: '1', socket: 's' });
  writeFileSync(home().lock, dead);
  const { ino, mtimeNs } = statSync(home().lock, { bigint: true });
  writeFileSync(`${home().lock}.${ino}-${mtimeNs}`, dead);
  expect((await acquireLock(home(), '1')).kind).toBe('held');
  expect(readdirSync(root).sort()).toEqual(['lock', 'pid']);
});

test('releasing removes only what is one’s own', async () => {
  const result = await acquireLock(home(), '1');
  if (result.kind !== 'held') throw new Error('not held');
  writeFileSync(home().lock, JSON.stringify({ pid: 1, startTicks: '7', version: '2', socket: 's' }));
  writeFileSync(home().pid, '1\n');
  result.lock.announce('http://127.0.0.1:9');
  result.lock.release();
  expect(readFileSync(home().pid, 'utf8')).toBe('1\n');
  expect(JSON.parse(readFileSync(home().lock, 'utf8')).pid).toBe(1);
});

test('releasing removes lock and pid file, twice without harm, and leaves nothing else behind', async () => {
  const result = await acquireLock(home(), '1');
  if (result.kind !== 'held') throw new Error('not held');
  result.lock.announce('http://127.0.0.1:9');
  expect(lockOwner(home())?.url).toBe('http://127.0.0.1:9');
  result.lock.release();
  result.lock.release();
  expect(existsSync(root) && readdirSync(root)).toEqual([]);
});

test('a link waiting in the place of the lock is refused and what it points to is not written', async () => {
  writeFileSync(join(root, 'precious'), 'mine');
  symlinkSync(join(root, 'precious'), home().lock);
  await expect(acquireLock(home(), '1')).rejects.toThrow(/symbolic link.*remove it/);
  expect(readFileSync(join(root, 'precious'), 'utf8')).toBe('mine');
});

test('a link waiting in the place of the pid file is replaced, not written through', async () => {
  writeFileSync(join(root, 'precious'), 'mine');
  symlinkSync(join(root, 'precious'), home().pid);
  await acquireLock(home(), '1');
  expect(readFileSync(join(root, 'precious'), 'utf8')).toBe('mine');
  expect(readFileSync(home().pid, 'utf8')).toBe(`${process.pid}\n`);
});

test('a directory in the place of the lock is told and left alone', async () => {
  mkdirSync(home().lock);
  await expect(acquireLock(home(), '1')).rejects.toThrow(/not a file: move it away/);
});

test('a state directory that is not there is told with what to do', async () => {
  await expect(acquireLock(homePaths({ TALLYMUX_HOME: join(root, 'none') }), '1')).rejects.toThrow(/make .* writable/);
});

test('a process is told from a reused pid, a zombie and nothing', async () => {
  expect(isAlive(ownIdentity())).toBe(true);
  expect(isAlive({ pid: process.pid, startTicks: '1' })).toBe(false);
  expect(isAlive({ pid: process.pid, startTicks: null })).toBe(true);
  expect(isAlive({ pid: 0, startTicks: null })).toBe(false);
  expect(isAlive({ pid: 2 ** 22 + 1, startTicks: null })).toBe(false);
});
