// Launchers that wait at real fifos, as `cat`: who gets what, once and whole, and that nobody is waited for.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../../../test/lab/until.ts';
import { type Held, heldHooks } from './held-hooks.ts';

/** Of a launcher that lives; a test that wants a dead one takes `DEAD`. */
const NAME = `${process.pid}.7`;
const DEAD = `${2 ** 22 + 1}.7`;

let ask: string;
let held: Held;
let readers: ChildProcess[];

beforeEach(() => {
  ask = join(mkdtempSync(join(tmpdir(), 'tallymux-held-')), 'ask');
  mkdirSync(ask);
  held = heldHooks(ask);
  readers = [];
});
afterEach(() => {
  for (const reader of readers) reader.kill('SIGKILL');
  rmSync(join(ask, '..'), { recursive: true, force: true });
});

const fifo = (name = NAME) => execFileSync('mkfifo', [join(ask, name)]);
/** Waits as a launcher does. @param before what it does until then. */
const waits = (name = NAME, before = '') => {
  const reader = spawn('sh', ['-c', `${before} exec cat "$1"`, 'sh', join(ask, name)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  readers.push(reader);
  return { reader, printed: text(reader.stdout), ended: once(reader, 'exit') };
};

it('hands a decision to the launcher that waits, and takes its fifo away', async () => {
  fifo();
  const { printed, ended } = waits();
  expect(await held.answer(NAME, '{"a":1}\n')).toBe('written');
  expect(await printed).toBe('{"a":1}\n');
  expect((await ended)[0]).toBe(0);
  expect(existsSync(join(ask, NAME))).toBe(false);
  expect(await held.answer(NAME, '{"a":2}\n')).toBe('nobody');
});

it('H12: a decision of 5 MB arrives whole', async () => {
  fifo();
  const decision = JSON.stringify({ plan: 'é"\u2028😀'.repeat(500_000) });
  const { printed } = waits();
  expect(await held.answer(NAME, decision)).toBe('written');
  expect((await printed) === decision).toBe(true);
});

it('of two answers at once one is written', async () => {
  fifo();
  const { printed } = waits();
  const results = await Promise.all([held.answer(NAME, 'one'), held.answer(NAME, 'two')]);
  expect(results.sort()).toEqual(['nobody', 'written']);
  expect(['one', 'two']).toContain(await printed);
});

it('waits for one that is on its way to its fifo', async () => {
  fifo();
  const { reader, printed } = waits(NAME, 'read -r go;');
  const answered = held.answer(NAME, 'late');
  await new Promise((resolve) => setImmediate(resolve));
  reader.stdin?.write('go\n');
  expect(await answered).toBe('written');
  expect(await printed).toBe('late');
});

it('nobody is there: no fifo, or one whose launcher is gone, and that at once', async () => {
  fifo(DEAD);
  const began = performance.now();
  expect(await held.answer(NAME, 'x')).toBe('nobody');
  expect(await held.answer(DEAD, 'x')).toBe('nobody');
  expect(await held.hold(DEAD)).toBeNull();
  await held.release(DEAD);
  // Any one that waits for a launcher waits for two seconds.
  expect(performance.now() - began).toBeLessThan(1900);
  expect(held.writerLives(NAME)).toBe(true);
  expect(held.writerLives(DEAD)).toBe(false);
});

it('releases a launcher without a word', async () => {
  fifo();
  const { printed, ended } = waits();
  await held.release(NAME);
  expect([await printed, (await ended)[0]]).toEqual(['', 0]);
});

it('keeps a launcher until it is let go, or answered', async () => {
  fifo();
  const first = waits();
  const letGo = await held.hold(NAME);
  letGo?.();
  letGo?.();
  expect([await first.printed, (await first.ended)[0]]).toEqual(['', 0]);
  fifo();
  const second = waits();
  const dispose = await held.hold(NAME);
  expect(second.reader.exitCode).toBeNull();
  expect(await held.answer(NAME, 'kept')).toBe('written');
  expect(await second.printed).toBe('kept');
  dispose?.();
});

it('a daemon that is killed lets go what it kept', async () => {
  fifo();
  const { printed, ended } = waits();
  const keeper = spawn('sh', ['-c', 'exec 3>"$1"; echo open; exec cat', 'sh', join(ask, NAME)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  readers.push(keeper);
  await once(keeper.stdout, 'data');
  keeper.kill('SIGKILL');
  expect([await printed, (await ended)[0]]).toEqual(['', 0]);
});

it('a launcher that was killed meanwhile, or takes nothing more, is nobody', async () => {
  held = heldHooks(ask, { stalled: 100 });
  fifo();
  const { reader, ended } = waits();
  const dispose = await held.hold(NAME);
  reader.kill('SIGKILL');
  await ended;
  expect(await held.answer(NAME, 'x')).toBe('nobody');
  dispose?.();
  fifo();
  const stopped = waits();
  await held.hold(NAME);
  stopped.reader.kill('SIGSTOP');
  expect(await held.answer(NAME, 'x'.repeat(300_000))).toBe('nobody');
});

it('knows the fifos that launchers made, and nothing else', async () => {
  fifo();
  fifo('not-ours');
  writeFileSync(join(ask, '8.7'), 'a file');
  symlinkSync(join(ask, NAME), join(ask, '9.7'));
  expect(held.names()).toEqual([NAME]);
  for (const name of ['8.7', '9.7', 'not-ours', '../ask/not-ours', '']) {
    expect(await held.answer(name, 'x')).toBe('nobody');
    held.remove(name);
  }
  held.remove(NAME);
  held.remove(NAME);
  expect(held.names()).toEqual([]);
  expect(['8.7', '9.7', 'not-ours'].map((name) => existsSync(join(ask, name)))).toEqual([true, false, true]);
  expect(heldHooks(join(ask, 'missing')).names()).toEqual([]);
});

it('never opens another user’s', async () => {
  fifo();
  const { reader } = waits();
  const others = heldHooks(ask, { uid: (process.getuid?.() ?? 0) + 1 });
  expect(await others.answer(NAME, 'x')).toBe('nobody');
  await until('it ends', () => reader.exitCode !== null);
});
