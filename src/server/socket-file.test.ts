import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CannotListen } from './options.ts';
import { listenAtPath } from './socket-file.ts';
import { privateDirectory } from './testing/open-server.ts';

let home: ReturnType<typeof privateDirectory>;
let path: string;
let servers: Server[];

beforeEach(() => {
  home = privateDirectory();
  path = join(home.path, 'sock');
  servers = [];
});
afterEach(() => {
  for (const server of servers) server.close();
  home.remove();
});

/** A server that says its name to whoever connects. */
function named(name: string): Server {
  const server = createServer((socket) => socket.on('error', () => {}).end(name));
  servers.push(server);
  return server;
}

/** Who answers at the path. */
function whoAnswers(): Promise<string> {
  return new Promise((resolve, reject) => {
    let name = '';
    connect(path)
      .on('data', (data) => {
        name += data;
      })
      .on('end', () => resolve(name))
      .on('error', reject);
  });
}

/** Leaves a socket behind as a killed process does. */
function leaveDeadSocket(): void {
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', script], { env: {} });
  expect(lstatSync(path).isSocket()).toBe(true);
}

/** The same without a process: a second name of a socket outlives its server. */
async function leaveUnansweredSocket(): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(`${path}.gone`, resolve));
  linkSync(`${path}.gone`, path);
  await new Promise((resolve) => server.close(resolve));
  expect(lstatSync(path).isSocket()).toBe(true);
}

test('the socket is only for its owner, whatever the umask, and nothing else is left beside it', async () => {
  const before = process.umask(0);
  try {
    await listenAtPath(named('one'), path);
  } finally {
    process.umask(before);
  }
  expect(lstatSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(home.path)).toEqual(['sock']);
  expect(await whoAnswers()).toBe('one');
});

test('a socket that a killed daemon left is replaced', async () => {
  leaveDeadSocket();
  await listenAtPath(named('new'), path);
  expect(await whoAnswers()).toBe('new');
  expect(readdirSync(home.path)).toEqual(['sock']);
});

test('a socket on which somebody answers is left alone', async () => {
  await listenAtPath(named('first'), path);
  await expect(listenAtPath(named('second'), path)).rejects.toThrow(CannotListen);
  expect(await whoAnswers()).toBe('first');
});

test('a file or a directory at the path is never removed', async () => {
  writeFileSync(path, 'precious');
  await expect(listenAtPath(named('one'), path)).rejects.toThrow('is not a socket');
  expect(readFileSync(path, 'utf8')).toBe('precious');
  renameSync(path, `${path}.away`);
  mkdirSync(path);
  await expect(listenAtPath(named('two'), path)).rejects.toThrow('is not a socket');
  expect(lstatSync(path).isDirectory()).toBe(true);
});

test('a directory that others may enter is refused', async () => {
  chmodSync(home.path, 0o755);
  await expect(listenAtPath(named('one'), path)).rejects.toThrow('chmod 700');
});

test('of many servers that find the same dead socket exactly one wins', async () => {
  for (let round = 0; round < 20; round++) {
    await leaveUnansweredSocket();
    const names = ['a', 'b', 'c', 'd'];
    const outcomes = await Promise.allSettled(names.map((name) => listenAtPath(named(name), path)));
    const winners = names.filter((_, i) => outcomes[i]?.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    expect(await whoAnswers()).toBe(winners[0]);
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') outcome.value();
    expect(existsSync(path)).toBe(false);
  }
});

test('a displaced server that ends leaves the socket of the new one', async () => {
  const old = named('old');
  const removeOld = await listenAtPath(old, path);
  renameSync(path, `${path}.displaced`);
  await listenAtPath(named('new'), path);
  removeOld();
  await new Promise((resolve) => old.close(resolve));
  expect(await whoAnswers()).toBe('new');
});

test('a server that ends takes its own socket away', async () => {
  const remove = await listenAtPath(named('one'), path);
  remove();
  expect(existsSync(path)).toBe(false);
  remove();
});
