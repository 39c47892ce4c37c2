// The command line and the daemon's life: away, killed, restarted, older, newer, unable to start.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CONTRACT } from '../../src/contract/commands.ts';
import { type CommandLine, commandLine } from '../lab/command-line.ts';
import { startStandIns } from '../lab/stand-ins.ts';
import { until } from '../lab/until.ts';

let at: CommandLine;
const ends: (() => unknown)[] = [];

beforeEach(() => {
  at = commandLine();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await at.dispose();
});

const status = async () => JSON.parse((await at.run(['status', '--json'])).out) as { pid: number; contract: number };

test.each([
  [['--no-start', 'list'], {}],
  [['list', '--no-start'], {}],
  [['status'], {}],
  [['list'], { CLAUDECODE: '1' }],
])('%j with %o starts nothing, ends with 3 and says how to start', async (words, extra) => {
  const ran = await at.run(words, extra);
  expect(ran).toMatchObject({ code: 3, out: '' });
  expect(ran.err).toMatch(/No daemon runs.*`tallymux start`/);
  expect((await at.run(['status'])).code).toBe(3);
});

test('a command starts the daemon by itself; stop ends it, and again does no harm', async () => {
  expect(await at.run(['list'])).toMatchObject({ code: 0, out: '' });
  const { pid } = await status();
  expect((await at.run(['stop'])).err).toContain(`Stopped: pid ${pid}`);
  expect((await at.run(['status'])).code).toBe(3);
  expect(await at.run(['stop'])).toMatchObject({ code: 0 });
});

test('four commands at once start one daemon', async () => {
  const ran = await Promise.all([1, 2, 3, 4].map(() => at.run(['list'])));
  expect(ran.map((one) => [one.code, one.err.includes('did not')])).toEqual(ran.map(() => [0, false]));
  expect((await at.run(['start'])).err).toContain('A daemon runs already');
}, 40_000);

test('D01: after SIGKILL the next command starts a new daemon over the socket and lock that were left', async () => {
  await at.run(['start']);
  const { pid } = await status();
  process.kill(pid, 'SIGKILL');
  await until('it is gone', async () => (await at.run(['status'])).code === 3);
  expect((await at.run(['list'])).code).toBe(0);
  expect((await status()).pid).not.toBe(pid);
});

test('C15: labels persist over a restart', async () => {
  const claudes = startStandIns(at.home);
  ends.push(() => claudes.stop());
  const cwd = join(at.home, 'shop');
  mkdirSync(cwd);
  await at.run(['start']);
  await claudes.perform('one', { do: 'start', cwd, name: 'shop' });
  await claudes.perform('one', { do: 'prompt', text: 'go' });
  const found = () => at.run(['label', 'shop', 'My', 'label']);
  await until('the session is listed', async () => (await found()).code === 0);
  const before = JSON.parse((await at.run(['show', 'shop', '--json'])).out);
  await at.run(['stop']);
  await at.run(['start']);
  const after = JSON.parse((await at.run(['show', 'My label', '--json'])).out);
  expect(after).toMatchObject({ id: before.id, label: 'My label' });
});

test('watch, piped, goes on through a restart of the daemon and says so', async () => {
  await at.run(['start']);
  const child = at.begin(['watch', '--json']);
  ends.push(() => child.kill());
  const heard = createInterface({ input: child.stderr as Readable });
  const lines = createInterface({ input: child.stdout as Readable });
  const [first] = await once(lines, 'line');
  const away = once(heard, 'line');
  await at.run(['stop']);
  expect((await away)[0]).toMatch(/Waiting for it to come back/);
  const [back, again] = [once(heard, 'line'), once(lines, 'line')];
  await at.run(['start']);
  expect((await back)[0]).toBe('The daemon is back.');
  const snapshot = JSON.parse((await again)[0]);
  expect(snapshot.frame).toBe('snapshot');
  expect(snapshot.epoch).not.toBe(JSON.parse(first).epoch);
});

test('a port that is taken is told in the daemon’s own words', async () => {
  const taken = createTcpServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  ends.push(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const ran = await at.run(['start'], { TALLYMUX_PORT: String(port) });
  expect(ran).toMatchObject({ code: 1, out: '' });
  expect(ran.err).toContain(String(port));
  expect((await at.run(['status'])).code).toBe(3);
});

test('malformed settings are told by line and column, and stay as they are', async () => {
  mkdirSync(at.state);
  writeFileSync(join(at.state, 'config.jsonc'), '{\n  "port": 80 22\n}');
  const ran = await at.run(['start']);
  expect(ran).toMatchObject({ code: 1, out: '' });
  expect(ran.err).toMatch(/config\.jsonc, line 2, column 14.*Correct it/);
  const examined = await at.run(['doctor']);
  expect(examined.code).toBe(1);
  expect(examined.out).toMatch(/✗ .*config\.jsonc, line 2, column 14/);
});

test('doctor says what to run when others could read the home', async () => {
  mkdirSync(at.state);
  chmodSync(at.state, 0o755);
  const { code, out } = await at.run(['doctor']);
  expect(code).toBe(1);
  expect(out).toContain(`chmod 700 ${at.state}`);
});

test('without HOME and TALLYMUX_HOME it says which to set', async () => {
  const ran = await at.run(['list'], { HOME: '', TALLYMUX_HOME: '' });
  expect(ran).toMatchObject({ code: 1, out: '' });
  expect(ran.err).toMatch(/HOME is not set.*set HOME, or TALLYMUX_HOME/);
});

test('allowFromClaude lets a Claude pair', async () => {
  mkdirSync(at.state);
  writeFileSync(join(at.state, 'config.jsonc'), '{ "allowFromClaude": true, }');
  await at.run(['start']);
  expect(await at.run(['pair'], { CLAUDECODE: '1' })).toMatchObject({ code: 0 });
});

/** Answers as a daemon with another contract would. */
const OTHER_DAEMON = `
const { createServer } = require('node:http');
const { readFileSync, writeFileSync, rmSync } = require('node:fs');
const [home, contract] = process.argv.slice(1);
const stat = readFileSync('/proc/self/stat', 'utf8');
const startTicks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
const socket = home + '/sock';
createServer((request, response) => {
  const status = { pid: process.pid, version: '0.0.1', contract: Number(contract), url: 'http://127.0.0.1:1' };
  response.end(JSON.stringify(request.url === '/api/list' ? { sessions: [], warnings: [], claudeInstalled: true } : status));
  if (request.url === '/api/stop') { rmSync(home + '/lock'); setTimeout(() => process.exit(0), 20); }
}).listen(socket, () => {
  writeFileSync(home + '/lock', JSON.stringify({ pid: process.pid, startTicks, url: null, version: '0.0.1', socket }));
  console.log('ready');
});`;

async function otherDaemon(contract: number): Promise<number> {
  mkdirSync(at.state, { mode: 0o700 });
  const child = spawn(process.execPath, ['-e', OTHER_DAEMON, at.state, String(contract)], {
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  ends.push(() => child.kill('SIGKILL'));
  await once(child.stdout as Readable, 'data');
  return child.pid ?? 0;
}

test('D07: a daemon with an older contract is restarted', async () => {
  const old = await otherDaemon(CONTRACT - 1);
  const ran = await at.run(['list']);
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.err).toMatch(/\(0\.0\.1\) is older than this tallymux: restarting it/);
  expect(await status()).toMatchObject({ contract: CONTRACT });
  expect((await status()).pid).not.toBe(old);
});

test('an older daemon stays where nothing may be started, and that is said', async () => {
  const old = await otherDaemon(CONTRACT - 1);
  expect((await at.run(['--no-start', 'list'])).err).toMatch(/older than this tallymux: restart it/);
  expect((await status()).pid).toBe(old);
});

test('a newer daemon is left alone, and that is said', async () => {
  await otherDaemon(CONTRACT + 1);
  const ran = await at.run(['list']);
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.err).toContain('This tallymux is older than the running daemon: update it.');
});

test('something else on the socket is no daemon, and is neither removed nor waited for', async () => {
  mkdirSync(at.state, { mode: 0o700 });
  const other = createServer((_request, response) => response.end('<html>')).listen(join(at.state, 'sock'));
  await once(other, 'listening');
  ends.push(() => other.close());
  const ran = await at.run(['list']);
  expect(ran).toMatchObject({ code: 1, out: '' });
  expect(ran.err).toMatch(/cannot be asked.*tallymux stop/);
});
