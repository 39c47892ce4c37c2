import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../../test/lab/until.ts';
import { CONTRACT } from '../contract/commands.ts';
import { CLOSE, type ServerFrame } from '../contract/frames.ts';
import { sessionOf } from './testing/memory-daemon.ts';
import { type Credential, memoryStore, type OpenServer, openServer } from './testing/open-server.ts';

let open: OpenServer;
let sockets: WebSocket[];

beforeEach(async () => {
  sockets = [];
  open = await openServer();
});
afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  await open.close();
});

/** A client that keeps what it was sent. */
function client(headers: Record<string, string>, url = open.server.url) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers });
  sockets.push(socket);
  const frames: ServerFrame[] = [];
  const waiters = new Set<() => void>();
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)));
    for (const waiter of waiters) waiter();
  });
  socket.on('error', () => {});
  return {
    socket,
    frames,
    opened: new Promise<void>((resolve) => socket.once('open', () => resolve())),
    closed: new Promise<number>((resolve) => socket.once('close', resolve)),
    refused: new Promise<number>((resolve) => {
      socket.once('unexpected-response', (request, response) => {
        resolve(response.statusCode ?? 0);
        request.destroy();
      });
    }),
    say: (frame: unknown) => socket.send(JSON.stringify(frame)),
    /** Resolves as soon as the frames fulfil the condition. */
    until: (condition: (frames: readonly ServerFrame[]) => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!condition(frames)) return;
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      }),
  };
}

/** A client that was let in and has its snapshot. */
async function greeted(credential: Credential) {
  const one = client({ cookie: credential.cookie });
  await one.opened;
  one.say({ frame: 'hello', contract: CONTRACT, secret: credential.secret });
  await one.until((frames) => frames.length >= 2);
  return one;
}

describe('before the upgrade', () => {
  test.each([
    ['a foreign Origin', 'https://evil.example', true, 403],
    ['the Origin null', 'null', true, 403],
    ['another port of this machine', 'http://localhost:1', true, 403],
    ['no Origin and no cookie', undefined, false, 401],
    ['our Origin and no cookie', 'ours', false, 401],
  ] as [string, string | undefined, boolean, number][])('%s is refused', async (_name, origin, withCookie, status) => {
    const { cookie } = await open.pair();
    const headers: Record<string, string> = withCookie ? { cookie } : {};
    if (origin !== undefined) headers.origin = origin === 'ours' ? open.server.url : origin;
    expect(await client(headers).refused).toBe(status);
  });

  test('a foreign Host is refused', async () => {
    const { cookie } = await open.pair();
    expect(await client({ cookie, host: 'evil.example' }).refused).toBe(403);
  });

  test('a cookie of our name that another port has set does not lock the device out', async () => {
    const { cookie } = await open.pair();
    const [name] = cookie.split('=');
    await client({ cookie: `${name}=abc.def; ${cookie}` }).opened;
  });

  test('a cookie of a revoked device is refused', async () => {
    const { cookie, device } = await open.pair();
    await open.local('revoke-device', { device });
    expect(await client({ cookie }).refused).toBe(401);
  });

  test('one device cannot open sockets without end', async () => {
    const { cookie } = await open.pair();
    const first = Array.from({ length: 32 }, () => client({ cookie }));
    await Promise.all(first.map((one) => one.opened));
    expect(await client({ cookie }).refused).toBe(429);
  });
});

describe('a store that cannot be read', () => {
  let broken: boolean;
  let ill: OpenServer;
  beforeEach(async () => {
    broken = false;
    const store = memoryStore();
    const devices = () => {
      if (broken) throw new Error('disk I/O error');
      return store.devices();
    };
    const saveDevice: typeof store.saveDevice = (device) => store.saveDevice(device);
    ill = await openServer({ store: { ...store, devices, saveDevice }, timing: { pulseMs: 20 } });
  });
  afterEach(async () => {
    expect(ill.logged.join()).toContain('"err"');
    broken = false;
    expect((await ill.local('devices', {})).status).toBe(200);
    await ill.close();
  });

  test('refuses an upgrade for now', async () => {
    const { cookie } = await ill.pair();
    broken = true;
    expect(await client({ cookie }, ill.server.url).refused).toBe(503);
  });

  test('ends a socket at its first frame or at the next pulse', async () => {
    const { cookie, secret } = await ill.pair();
    const early = client({ cookie }, ill.server.url);
    const late = client({ cookie }, ill.server.url);
    await Promise.all([early.opened, late.opened]);
    late.say({ frame: 'hello', contract: CONTRACT, secret });
    await late.until((frames) => frames.length >= 2);
    broken = true;
    early.say({ frame: 'hello', contract: CONTRACT, secret });
    expect(await Promise.all([early.closed, late.closed])).toEqual([1011, 1011]);
    expect(ill.daemon.listeners()).toBe(0);
  });
});

describe('the first frame', () => {
  test.each([
    ['a wrong secret', { frame: 'hello', contract: CONTRACT, secret: 'x'.repeat(43) }, CLOSE.notPaired],
    ['no secret', { frame: 'hello', contract: CONTRACT }, CLOSE.notPaired],
    ['something else', { frame: 'resync' }, CLOSE.notPaired],
    ['another contract', { frame: 'hello', contract: CONTRACT + 1, secret: 'x' }, CLOSE.contractMismatch],
    [
      'another contract with fields of its own',
      { frame: 'hello', contract: CONTRACT + 1, more: 1 },
      CLOSE.contractMismatch,
    ],
  ])('with %s tells nothing and closes', async (_name, frame, code) => {
    const { cookie } = await open.pair();
    const one = client({ cookie });
    await one.opened;
    one.say(frame);
    expect(await one.closed).toBe(code);
    expect(one.frames).toEqual([]);
  });

  test('must be text', async () => {
    const one = client({ cookie: (await open.pair()).cookie });
    await one.opened;
    one.socket.send(Buffer.from('{}'));
    expect(await one.closed).toBe(1003);
  });

  test('must be short', async () => {
    const one = client({ cookie: (await open.pair()).cookie });
    await one.opened;
    one.say({ frame: 'hello', contract: CONTRACT, secret: 'x'.repeat(65 * 1024) });
    expect(await one.closed).toBe(1009);
  });

  test('of another device does not fit the cookie', async () => {
    const mine = await open.pair();
    const other = await open.pair();
    const one = client({ cookie: mine.cookie });
    await one.opened;
    one.say({ frame: 'hello', contract: CONTRACT, secret: other.secret });
    expect(await one.closed).toBe(CLOSE.notPaired);
  });

  test('must come soon', async () => {
    const hasty = await openServer({ timing: { helloMs: 30 } });
    const { cookie } = await hasty.pair();
    const one = client({ cookie }, hasty.server.url);
    expect(await one.closed).toBe(CLOSE.notPaired);
    expect(one.frames).toEqual([]);
    await hasty.close();
  });
});

describe('a paired client', () => {
  test('is greeted, shown everything, and told each change in order', async () => {
    open.daemon.put(sessionOf('k3f'));
    const one = await greeted(await open.pair('read-only'));
    expect(one.frames[0]).toMatchObject({ frame: 'hello', contract: CONTRACT, version: '1.2.3', role: 'read-only' });
    expect(one.frames[1]).toMatchObject({ frame: 'snapshot', number: 1, sessions: [{ id: 'k3f' }] });
    for (let i = 0; i < 50; i++) open.daemon.put(sessionOf('k3f', { lastText: String(i) }));
    await one.until((frames) => frames.length === 52);
    expect(one.frames.slice(2).map((frame) => frame.frame === 'change' && frame.number)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 2),
    );
  });

  test('gets a snapshot when it asks, and one for many questions', async () => {
    const one = await greeted(await open.pair());
    for (let i = 0; i < 20; i++) one.say({ frame: 'resync' });
    await one.until((frames) => frames.length === 3);
    open.daemon.put(sessionOf('k3f'));
    await one.until((frames) => frames.at(-1)?.frame === 'change');
    expect(one.frames.filter((frame) => frame.frame === 'snapshot')).toHaveLength(2);
  });

  test('looks only while it says that its page is visible', async () => {
    const one = await greeted(await open.pair());
    expect([open.daemon.listeners(), open.daemon.looking()]).toEqual([1, 0]);
    for (const looking of [true, false, true]) {
      one.say({ frame: 'looking', looking });
      await until('it was heard', () => open.daemon.looking() === (looking ? 1 : 0));
    }
    one.socket.close();
    await until('it has left', () => open.daemon.looking() === 0);
  });

  test('that may only read looks for nobody: it could not answer', async () => {
    const one = await greeted(await open.pair('read-only'));
    one.say({ frame: 'looking', looking: true });
    one.say({ frame: 'resync' });
    await one.until((frames) => frames.length === 3);
    expect(open.daemon.looking()).toBe(0);
  });

  test('that says what the contract does not know is closed', async () => {
    const one = await greeted(await open.pair());
    one.say({ frame: 'launch' });
    expect(await one.closed).toBe(1008);
  });

  test('is closed at once when it is revoked, and others are not', async () => {
    const credential = await open.pair();
    const one = await greeted(credential);
    const other = await greeted(await open.pair());
    await open.local('revoke-device', { device: credential.device });
    expect(await one.closed).toBe(CLOSE.notPaired);
    open.daemon.put(sessionOf('k3f'));
    await other.until((frames) => frames.at(-1)?.frame === 'change');
    expect(one.frames.filter((frame) => frame.frame === 'change')).toEqual([]);
    expect(open.daemon.listeners()).toBe(1);
  });

  test('that does not read is brought up to date when it reads again', async () => {
    const one = await greeted(await open.pair());
    one.socket.pause();
    const text = 'x'.repeat(10_000);
    for (let i = 0; i < 3000; i++) open.daemon.put(sessionOf('k3f', { lastText: `${i} ${text}` }));
    one.socket.resume();
    const { number } = open.daemon.snapshot();
    await one.until((frames) => frames.some((frame) => frame.frame === 'snapshot' && frame.number === number));
    expect(one.frames.length).toBeLessThan(1500);
  });

  test('leaves no listener behind', async () => {
    const one = await greeted(await open.pair());
    expect(open.daemon.listeners()).toBe(1);
    const left = new Promise<void>((resolve) => {
      const subscribed = open.daemon.listeners;
      const look = () => (subscribed() === 0 ? resolve() : setImmediate(look));
      one.socket.once('close', look);
    });
    one.socket.close();
    await left;
    expect(open.daemon.listeners()).toBe(0);
  });
});

describe('the pulse', () => {
  test('comes by itself, and a peer that answers stays', async () => {
    const quick = await openServer({ timing: { pulseMs: 20 } });
    const { cookie, secret } = await quick.pair();
    const one = client({ cookie }, quick.server.url);
    await one.opened;
    one.say({ frame: 'hello', contract: CONTRACT, secret });
    await one.until((frames) => frames.filter((frame) => frame.frame === 'pulse').length >= 5);
    expect(one.socket.readyState).toBe(WebSocket.OPEN);
    await quick.close();
  });

  test('finds a peer that has gone without a word', async () => {
    const quick = await openServer({ timing: { pulseMs: 20 } });
    const { cookie } = await quick.pair();
    const port = quick.server.port;
    const peer = connect(port, '127.0.0.1');
    const closed = new Promise<void>((resolve) => peer.once('close', () => resolve()));
    peer.on('error', () => {});
    peer.resume();
    peer.write(
      `GET /ws HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nupgrade: websocket\r\nconnection: upgrade\r\ncookie: ${cookie}\r\n` +
        'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    await closed;
    await quick.close();
  });
});
