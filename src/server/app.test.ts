import { join } from 'node:path';
import type { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tcpApp } from './app.ts';
import { devices } from './auth/devices.ts';
import { CODE_LIFE_MS, pairingCodes } from './auth/pairing.ts';
import { namesOf } from './gate.ts';
import { panelFiles } from './panel-files.ts';
import { memoryDaemon, sessionOf } from './testing/memory-daemon.ts';
import {
  countedRandom,
  type HandClock,
  handClock,
  memoryStore,
  privateDirectory,
  writeTree,
} from './testing/open-server.ts';

const LOOPBACK = { host: '127.0.0.1:8022' };
const JSON_TYPE = { 'content-type': 'application/json' };

let home: ReturnType<typeof privateDirectory>;
let clock: HandClock;
let store: ReturnType<typeof memoryStore>;
let daemon: ReturnType<typeof memoryDaemon>;
let codes: ReturnType<typeof pairingCodes>;
let logged: string[];
let app: Pick<Hono, 'request'>;

beforeEach(() => {
  home = privateDirectory();
  writeTree(home.path, {
    'secret.txt': 'outside',
    'web/index.html': '<title>Tallymux</title>',
    'web/assets/app-1a2b.js': 'let a;',
    'web/assets/app-1a2b.js.br': 'compressed',
  });
  clock = handClock();
  store = memoryStore();
  daemon = memoryDaemon();
  daemon.put(sessionOf('k3f'));
  codes = pairingCodes(clock, countedRandom());
  logged = [];
  const log = (level: string, fields: object, text: string) =>
    void logged.push(JSON.stringify({ level, ...fields, text }));
  app = tcpApp({
    commands: {
      daemon,
      devices: devices(store, clock, countedRandom(), () => {}),
      codes,
      disconnect: () => {},
      panelUrl: () => 'http://127.0.0.1:8022',
      log,
    },
    names: namesOf(8022, ['https://panel.example']),
    port: 8022,
    files: panelFiles(join(home.path, 'web'), () => clock.steady()),
    steady: () => clock.steady(),
  }) as unknown as Pick<Hono, 'request'>;
});
afterEach(() => home.remove());

function get(path: string, headers: Record<string, string> = {}) {
  return app.request(path, { headers: { ...LOOPBACK, accept: 'text/html', ...headers } });
}

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return app.request(path, { method: 'POST', headers: { ...LOOPBACK, ...JSON_TYPE, ...headers }, body: text });
}

/** Pairs and returns the headers that carry both halves. */
async function paired(role: 'full' | 'read-only' = 'full', headers: Record<string, string> = {}) {
  const response = await post('/pair', { code: codes.mint(role).code, name: 'a browser' }, headers);
  const { secret } = (await response.json()) as { secret: string };
  const setCookie = response.headers.get('set-cookie') ?? '';
  return { setCookie, halves: { cookie: setCookie.split(';')[0] ?? '', 'x-tallymux-secret': secret } };
}

async function problemOf(response: Response) {
  return ((await response.json()) as { problem: string }).problem;
}

describe('the gate stands before every route', () => {
  test.each(['/', '/assets/app-1a2b.js', '/some/page', '/nothing.txt', '/ws', '/api/status'])(
    'a foreign Host gets nothing from %s',
    async (path) => {
      const response = await get(path, { host: 'evil.example:8022' });
      expect(response.status).toBe(403);
      expect(await problemOf(response)).toBe('forbidden');
    },
  );

  test('names in forwarding headers are not believed', async () => {
    const forwarded = { 'x-forwarded-host': '127.0.0.1:8022', forwarded: 'host=127.0.0.1:8022' };
    expect((await get('/', { host: 'evil.example', ...forwarded })).status).toBe(403);
  });

  test.each([
    ['another Host', { host: 'evil.example' }],
    ['another Origin', { origin: 'https://evil.example' }],
    ['the Origin null', { origin: 'null' }],
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
  ] as [string, Record<string, string>][])('a paired device with %s changes nothing', async (_name, headers) => {
    const { halves } = await paired();
    const response = await post('/api/label', { session: 'k3f', label: 'x' }, { ...halves, ...headers });
    expect(response.status).toBe(403);
    expect(daemon.snapshot().sessions[0]?.label).toBeNull();
  });

  test('a code is not used up by a request that the gate refuses', async () => {
    const { code } = codes.mint('full');
    await post('/pair', { code, name: 'x' }, { origin: 'https://evil.example' });
    expect((await post('/pair', { code, name: 'x' })).status).toBe(200);
  });
});

describe('a device needs both halves', () => {
  test('with both it may', async () => {
    const { halves } = await paired();
    const response = await post('/api/label', { session: 'k3f', label: 'mine' }, halves);
    expect(response.status).toBe(200);
    expect(daemon.snapshot().sessions[0]?.label).toBe('mine');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test.each(['cookie', 'x-tallymux-secret'] as const)('without its %s it may not', async (missing) => {
    const { halves } = await paired();
    const { [missing]: _, ...half } = halves;
    const response = await post('/api/list', {}, half);
    expect(response.status).toBe(401);
    expect(await problemOf(response)).toBe('not-paired');
  });

  test('the halves of two devices do not make one', async () => {
    const one = await paired();
    const two = await paired();
    expect((await post('/api/list', {}, { ...one.halves, cookie: two.halves.cookie })).status).toBe(401);
  });

  test('only hashes are kept', async () => {
    const { halves } = await paired();
    const kept = JSON.stringify(store.devices());
    expect(kept).not.toContain(halves['x-tallymux-secret']);
    expect(kept).not.toContain(halves.cookie.split('.')[1]);
  });

  test('after revocation it may not', async () => {
    const { halves } = await paired();
    const [device] = store.devices();
    expect((await post('/api/revoke-device', { device: device?.id }, halves)).status).toBe(200);
    expect((await post('/api/list', {}, halves)).status).toBe(401);
  });

  test('a read-only device may look and do nothing else', async () => {
    const { halves } = await paired('read-only');
    expect((await post('/api/status', {}, halves)).status).toBe(200);
    expect((await post('/api/list', {}, halves)).status).toBe(200);
    expect((await post('/api/explain', { session: 'k3f' }, halves)).status).toBe(200);
    const requests = {
      label: { session: 'k3f', label: 'x' },
      mute: { session: 'k3f', until: null },
      seen: { session: 'k3f', change: 1 },
      unseen: { session: 'k3f' },
      pair: {},
      devices: {},
      'revoke-device': { device: 'x' },
    };
    for (const [name, request] of Object.entries(requests)) {
      const response = await post(`/api/${name}`, request, halves);
      expect([name, response.status, await problemOf(response)]).toEqual([name, 403, 'read-only']);
    }
  });

  test('no device may stop the daemon', async () => {
    const { halves } = await paired();
    expect((await post('/api/stop', {}, halves)).status).toBe(403);
    expect(daemon.stopped()).toBe(false);
  });

  test('its last use is written once a minute at most', async () => {
    const { halves } = await paired();
    await post('/api/list', {}, halves);
    const written = store.writes;
    for (let i = 0; i < 10; i++) await post('/api/list', {}, halves);
    expect(store.writes).toBe(written);
    clock.advance(60_000);
    await post('/api/list', {}, halves);
    expect(store.writes).toBe(written + 1);
  });

  test('one device that asks too fast is slowed down, another is not', async () => {
    const fast = await paired();
    const calm = await paired();
    const statuses = [];
    for (let i = 0; i < 201; i++) statuses.push((await post('/api/list', {}, fast.halves)).status);
    expect(statuses.lastIndexOf(200)).toBe(199);
    expect(statuses[200]).toBe(429);
    expect((await post('/api/list', {}, calm.halves)).status).toBe(200);
  });
});

describe('pairing', () => {
  test('a code works once', async () => {
    const { code } = codes.mint('full');
    expect((await post('/pair', { code, name: 'x' })).status).toBe(200);
    const again = await post('/pair', { code, name: 'x' });
    expect(again.status).toBe(401);
    expect(await problemOf(again)).toBe('not-paired');
    expect(store.devices()).toHaveLength(1);
  });

  test('a code works for five minutes', async () => {
    const young = codes.mint('full').code;
    clock.advance(CODE_LIFE_MS - 1);
    const old = codes.mint('full').code;
    expect((await post('/pair', { code: young, name: 'x' })).status).toBe(200);
    clock.advance(CODE_LIFE_MS);
    expect((await post('/pair', { code: old, name: 'x' })).status).toBe(401);
  });

  test('a thousand guesses are bounded and lock no paired device out', async () => {
    const { halves } = await paired();
    const statuses: number[] = [];
    for (let i = 0; i < 1000; i++) statuses.push((await post('/pair', { code: `guess-${i}`, name: 'x' })).status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect((await post('/api/list', {}, halves)).status).toBe(200);
    clock.advance(60_000);
    expect((await post('/pair', { code: codes.mint('full').code, name: 'x' })).status).toBe(200);
  });

  test('the cookie cannot be read by pages or sent by other sites, and is Secure where there is HTTPS', async () => {
    const here = await paired();
    expect(here.setCookie).toMatch(/^tallymux-8022=/);
    expect(here.setCookie).toMatch(/; HttpOnly; SameSite=Strict$/);
    const there = await paired('full', { host: 'panel.example', origin: 'https://panel.example' });
    expect(there.setCookie).toMatch(/^__Host-tallymux=.*; Path=\/;.*; Secure$/);
    expect(there.setCookie).not.toContain('Domain');
    expect((await post('/api/list', {}, { ...there.halves, host: 'panel.example' })).status).toBe(200);
  });

  test('a full device mints a link with the code in the fragment', async () => {
    const { halves } = await paired();
    const reply = (await (await post('/api/pair', { role: 'read-only' }, halves)).json()) as Record<string, string>;
    expect(reply.url).toBe(`http://127.0.0.1:8022/#pair=${reply.code}`);
    expect(reply.code).toMatch(/^[\w-]{22}$/);
    expect(reply.expiresAt).toBe(new Date(clock.wall() + CODE_LIFE_MS).toISOString());
    await post('/pair', { code: reply.code, name: 'phone' });
    expect(store.devices().map((device) => device.role)).toEqual(['full', 'read-only']);
  });

  test('a device that names itself with control characters is shown without them', async () => {
    await post('/pair', { code: codes.mint('full').code, name: 'a\u001b[2Jb\u202ec' });
    expect(store.devices()[0]?.name).toBe('a[2Jbc');
  });

  test('no secret, code or cookie is logged', async () => {
    const { code } = codes.mint('full');
    const response = await post('/pair', { code, name: 'x' });
    const { secret } = (await response.json()) as { secret: string };
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    await post('/api/list', {}, { cookie, 'x-tallymux-secret': secret });
    await post('/api/list', {}, { cookie });
    expect(logged.length).toBeGreaterThan(0);
    for (const hidden of [code, secret, cookie.split('.')[1] ?? '']) expect(logged.join('\n')).not.toContain(hidden);
  });
});

describe('bad requests', () => {
  test.each([
    ['an unknown command', '/api/launch', {}, 404],
    ['a command by an inherited name', '/api/constructor', {}, 404],
    ['an unknown route', '/elsewhere', {}, 404],
    ['no JSON', '/api/list', '{', 400],
    ['a list instead of an object', '/api/list', [], 400],
    ['an unknown field', '/api/list', { '<img>': 1 }, 400],
    ['a missing field', '/api/label', { session: 'k3f' }, 400],
    ['a label without end', '/api/label', { session: 'k3f', label: 'x'.repeat(121) }, 400],
    ['an unknown session', '/api/explain', { session: '../../etc/<passwd>' }, 404],
    ['an encoded path as command', '/api/..%2f..%2fx', {}, 404],
    ['a megabyte and a bit', '/api/list', JSON.stringify('x'.repeat(1024 * 1024)), 413],
  ] as [string, string, unknown, number][])('%s', async (_name, path, body, status) => {
    const { halves } = await paired();
    const response = await post(path, body, halves);
    const text = await response.text();
    expect(response.status).toBe(status);
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(['problem', 'text']);
    expect(text).not.toMatch(/<img>|passwd|launch|constructor|2f/);
  });
});

describe('the panel', () => {
  test('every answer carries the headers that keep strangers out', async () => {
    for (const response of [
      await get('/'),
      await get('/nothing.txt'),
      await get('/', { host: 'evil.example' }),
      await post('/api/list', {}),
    ]) {
      const policy = response.headers.get('content-security-policy');
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('pages are asked for each time, hashed files never again', async () => {
    for (const path of ['/', '/some/page']) {
      const page = await get(path);
      expect(await page.text()).toBe('<title>Tallymux</title>');
      expect(page.headers.get('cache-control')).toBe('no-cache');
    }
    const script = await get('/assets/app-1a2b.js');
    expect(await script.text()).toBe('let a;');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  test('a browser that takes brotli gets it', async () => {
    const script = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' });
    expect(script.headers.get('content-encoding')).toBe('br');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await script.text()).toBe('compressed');
  });

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/%00.txt',
    '//secret.txt',
  ])('%s leads nowhere', async (path) => {
    const response = await get(path, { accept: '*/*' });
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('outside');
  });

  test('without a build the page says what to run', async () => {
    home.remove();
    clock.advance(1000);
    const page = await get('/');
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('npm start');
  });

  test('a build that appears later is found', async () => {
    expect((await get('/assets/new-3c4d.js')).status).toBe(404);
    writeTree(home.path, { 'web/assets/new-3c4d.js': 'let b;' });
    clock.advance(1000);
    expect(await (await get('/assets/new-3c4d.js')).text()).toBe('let b;');
  });
});
