// The intake of hooks: who may deliver, what is refused and how, and that nothing of it is ever logged.

import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namesUs } from './hook-gate.ts';
import { HOOK_TOKEN, type OpenServer, openServer } from './testing/open-server.ts';

let open: OpenServer;
beforeEach(async () => {
  open = await openServer();
});
afterEach(() => open.close());

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Buffer;
}
/** Sends to the intake; a header that is `undefined` is left out. */
function send({ method = 'POST', path = '/hook', headers = {}, body = '{}' }: Sent = {}): Promise<number> {
  const { port } = new URL(open.server.hookUrl ?? '');
  const all = { 'content-type': 'application/json', authorization: `Bearer ${HOOK_TOKEN}`, ...headers };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, host: '127.0.0.1', method, path, headers: given as Record<string, string> });
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
const logged = () => open.logged.filter((line) => line.includes('hook')).length;

it('who has the token delivers a hook, and may name the pid', async () => {
  expect(await send({ body: 'Stop', headers: { 'x-tallymux-pid': '77', 'x-tallymux-uptime': '5' } })).toBe(204);
  expect(open.daemon.hooks).toMatchObject([{ event: 'Stop', claimedPid: 77, uptime: null }]);
  expect(logged()).toBe(0);
});

describe('what is refused reaches nobody and is one line in the log', () => {
  it.each<[string, number, Sent]>([
    ['no token', 401, { headers: { authorization: undefined } }],
    ['a wrong token', 401, { headers: { authorization: 'Bearer SECRET' } }],
    ['the token without its scheme', 401, { headers: { authorization: HOOK_TOKEN } }],
    ['a page’s origin', 403, { headers: { origin: 'http://127.0.0.1:3000' } }],
    ['a name that is not ours', 403, { headers: { host: 'evil.example:3119' } }],
    ['no JSON by its type', 415, { headers: { 'content-type': 'text/plain' } }],
    ['no type', 415, { headers: { 'content-type': undefined } }],
    ['a GET', 405, { method: 'GET' }],
    ['what is no hook', 400, { body: 'bad SECRET' }],
  ])('%s', async (_what, status, sent) => {
    expect(await send(sent)).toBe(status);
    expect(await send(sent)).toBe(status);
    expect(open.daemon.hooks).toEqual([]);
    expect(logged()).toBe(1);
    expect(open.logged.join()).not.toContain('SECRET');
  });
});

it('there is nothing else at this port', async () => {
  expect(await send({ path: '/api/list' })).toBe(404);
  expect(await send({ path: '/' })).toBe(404);
});

it('20 MB are taken, more is 413', async () => {
  const most = 20 * 1024 * 1024;
  expect(await send({ body: Buffer.alloc(most, 'x') })).toBe(204);
  expect(await send({ body: Buffer.alloc(most + 1, 'x') })).toBe(413);
  expect(open.daemon.hooks).toHaveLength(1);
  expect(logged()).toBe(1);
});

it('the panel’s port takes no hooks, whoever has the token', async () => {
  const response = await fetch(`${open.server.url}/hook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${HOOK_TOKEN}` },
    body: 'Stop',
  });
  expect(response.status).toBe(404);
  expect(open.daemon.hooks).toEqual([]);
});

it('the Unix socket takes hooks without a token, with all that `tallymux hook` tells', async () => {
  const headers = {
    'content-type': 'application/json',
    'x-tallymux-pid': '77',
    'x-tallymux-parent': '78',
    'x-tallymux-uptime': '12',
  };
  const status = await new Promise((resolve, reject) => {
    const sent = httpRequest({ socketPath: open.socketPath, method: 'POST', path: '/hook', headers });
    sent.on('response', (response) => resolve(response.resume().statusCode));
    sent.on('error', reject);
    sent.end('Stop');
  });
  expect(status).toBe(204);
  expect(open.daemon.hooks).toMatchObject([{ event: 'Stop', claimedPid: 77, parentPid: 78, uptime: 12 }]);
});

it('a taken port is a warning and no failed start', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const hooks = { read: () => ({ fault: 'none' }), bind: '127.0.0.1', port, token: HOOK_TOKEN };
  const second = await openServer({ hooks });
  expect(second.server.hookUrl).toBeNull();
  expect(second.server.warnings).toMatchObject([{ name: 'hook-port', severity: 'amber' }]);
  expect(second.server.warnings[0]?.text).toContain(`Port ${port}`);
  await second.close();
  other.close();
});

it.each([
  ['127.0.0.1:3119', true],
  ['172.17.0.1:3119', true],
  ['[::1]:3119', true],
  ['localhost:3119', true],
  ['127.0.0.1:3118', false],
  ['127.0.0.1', false],
  ['localhost.evil.example:3119', false],
  ['evil.example:3119', false],
  ['[evil]:3119', false],
  ['', false],
])('the host %j is ours: %j', (host, ours) => expect(namesUs(host, 3119)).toBe(ours));
