import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../test/lab/until.ts';
import { sessionOf } from './testing/memory-daemon.ts';
import { type OpenServer, openServer, privateDirectory } from './testing/open-server.ts';

let open: OpenServer;

beforeEach(async () => {
  open = await openServer({ timing: { headersMs: 100, requestMs: 200, pulseMs: 50 } });
});
afterEach(() => open.close());

/** Sends bytes over TCP and resolves with everything that came back once the server has closed. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(open.server.port, '127.0.0.1');
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    socket.write(bytes);
  });
}

describe('the Unix socket', () => {
  test('carries commands without a credential', async () => {
    open.daemon.put(sessionOf('k3f'));
    expect(await open.local('label', { session: 'k3f', label: 'mine' })).toMatchObject({
      status: 200,
      body: { session: { id: 'k3f', label: 'mine' }, previous: null },
    });
  });

  test('lists and revokes devices', async () => {
    const { device } = await open.pair();
    expect(await open.local('devices', {})).toMatchObject({ body: { devices: [{ id: device, current: false }] } });
    expect(await open.local('revoke-device', { device })).toMatchObject({
      status: 200,
      body: { device: { id: device } },
    });
    expect(await open.local('revoke-device', { device })).toMatchObject({ status: 404 });
    expect(await open.local('devices', {})).toMatchObject({ body: { devices: [] } });
  });

  test('stops the daemon', async () => {
    expect(await open.local('stop', {})).toMatchObject({ status: 200 });
    expect(open.daemon.stopped()).toBe(true);
  });

  test('validates as strictly as the other door', async () => {
    expect(await open.local('label', { session: 'k3f' })).toMatchObject({
      status: 400,
      body: { problem: 'bad-request' },
    });
    expect(await open.local('launch', {})).toMatchObject({ status: 404, body: { problem: 'not-found' } });
  });

  test('streams hello, snapshot, changes and pulses, one object a line', async () => {
    const stream = await open.localStream('/changes');
    const lines: { frame: string }[] = [];
    for await (const line of createInterface(stream)) {
      lines.push(JSON.parse(line));
      if (lines.length === 2) open.daemon.put(sessionOf('k3f'));
      // A crowded machine lets the first pulse pass before the change.
      if (['change', 'pulse'].every((frame) => lines.some((line) => line.frame === frame))) break;
    }
    stream.destroy();
    const frames = lines.map((line) => line.frame);
    expect(frames.slice(0, 2)).toEqual(['hello', 'snapshot']);
    expect(frames.filter((frame) => frame === 'change')).toHaveLength(1);
    expect(new Set(frames.slice(2))).toEqual(new Set(['change', 'pulse']));
  });

  test('looks for a person only where the stream says so', async () => {
    const script = await open.localStream('/changes');
    expect([open.daemon.listeners(), open.daemon.looking()]).toEqual([1, 0]);
    const list = await open.localStream('/changes?looking');
    expect([open.daemon.listeners(), open.daemon.looking()]).toEqual([2, 1]);
    list.destroy();
    await until('it has left', () => open.daemon.looking() === 0);
    script.destroy();
  });

  test('brings a stream that was not read up to date', async () => {
    const stream = await open.localStream('/changes');
    const text = 'x'.repeat(10_000);
    for (let i = 0; i < 2000; i++) open.daemon.put(sessionOf('k3f', { lastText: `${i} ${text}` }));
    const { number } = open.daemon.snapshot();
    let changes = 0;
    for await (const line of createInterface(stream)) {
      const frame = JSON.parse(line);
      if (frame.frame === 'change') changes += 1;
      if (frame.frame === 'snapshot' && frame.number === number) break;
    }
    stream.destroy();
    expect(changes).toBeLessThan(1000);
  });
});

describe('TCP is bounded', () => {
  test('a peer that never ends its headers is cut off', async () => {
    expect(await raw(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${open.server.port}\r\nx-slow: `)).toContain('408');
  });

  test('a peer that never ends its body is cut off', async () => {
    const head = `POST /api/list HTTP/1.1\r\nhost: 127.0.0.1:${open.server.port}\r\ncontent-type: application/json\r\n`;
    const answer = await raw(`${head}content-length: 100\r\n\r\n{`);
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d/);
  });

  test('headers without end are refused', async () => {
    const huge = 'x'.repeat(20_000);
    expect(await raw(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${open.server.port}\r\nx: ${huge}\r\n\r\n`)).toContain('431');
  });

  test('an upgrade to anything but /ws is refused', async () => {
    const answer = await raw(
      `GET /api/list HTTP/1.1\r\nhost: 127.0.0.1:${open.server.port}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    );
    expect(answer).toContain('404');
  });

  test('an absolute address does not get past the gate', async () => {
    const answer = await raw(
      `GET http://127.0.0.1:${open.server.port}/ HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toContain('403');
  });

  test('both halves work over a real connection and one does not', async () => {
    const credential = await open.pair();
    expect((await open.post('/api/list', {}, credential)).status).toBe(200);
    expect((await open.post('/api/list', {}, { ...credential, secret: 'x' })).status).toBe(401);
    expect((await open.post('/api/list', {}, { ...credential, cookie: 'x=y' })).status).toBe(401);
  });
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

describe('the address that is told', () => {
  test.each([
    ['127.0.0.5', '127.0.0.5'],
    ['::1', '[::1]'],
  ])('is answered with bind at %s', async (bind, host) => {
    // Only Linux has all of 127/8, and not every machine has IPv6.
    if (bind === '::1' ? !hasIpv6 : process.platform !== 'linux') return;
    const other = await openServer({ bind });
    expect(other.server.url).toBe(`http://${host}:${other.server.port}`);
    expect(await other.post('/api/list', {}, await other.pair())).toMatchObject({ status: 200 });
    await other.close();
  });
});

describe('starting and ending', () => {
  test('a taken port leaves no socket behind', async () => {
    const home = privateDirectory();
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as { port: number };
    const socketPath = join(home.path, 'sock');
    await expect(openServer({ port, socketPath })).rejects.toThrow(`Port ${port} is taken`);
    expect(existsSync(socketPath)).toBe(false);
    holder.close();
    home.remove();
  });

  test('closing ends streams and takes the socket away', async () => {
    const other = await openServer();
    const stream = await other.localStream('/changes');
    stream.resume();
    const ended = new Promise((resolve) => stream.once('close', resolve));
    await other.server.close();
    await ended;
    expect(existsSync(other.socketPath)).toBe(false);
    expect(other.daemon.listeners()).toBe(0);
  });
});
