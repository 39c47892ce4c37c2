import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSocketServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseResponse } from './http-message.ts';
import { lineCutter } from './lines.ts';
import { changes, command, DaemonUnreachable, type ProblemError } from './socket-client.ts';

let root: string;
let socket: string;
let server: Server | undefined;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tmx-'));
  socket = join(root, 'sock');
});
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((done) => (server ? server.close(done) : done(null)));
  server = undefined;
  rmSync(root, { recursive: true, force: true });
});

async function serve(listener: RequestListener): Promise<void> {
  server = createServer(listener);
  await new Promise<void>((done) => server?.listen(socket, done));
}

function follow(onFrame: (frame: unknown) => void = () => {}) {
  let ended: (reason: DaemonUnreachable | ProblemError) => void = () => {};
  const end = new Promise<DaemonUnreachable | ProblemError>((resolve) => {
    ended = resolve;
  });
  return { following: changes(socket, { onFrame, onEnd: ended }), end };
}

test('a command is a POST of JSON and resolves to the reply', async () => {
  await serve((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () =>
      response.end(
        JSON.stringify({ method: request.method, url: request.url, type: request.headers['content-type'], body }),
      ),
    );
  });
  expect(await command(socket, 'label', { session: 'k3f', label: 'é' })).toEqual({
    method: 'POST',
    url: '/api/label',
    type: 'application/json',
    body: '{"session":"k3f","label":"é"}',
  });
});

test('a refusal carries the daemon’s own words', async () => {
  await serve((_request, response) => {
    response.statusCode = 404;
    response.end('{"problem":"not-found","text":"No session k3f."}');
  });
  await expect(command(socket, 'explain', {})).rejects.toMatchObject({
    name: 'ProblemError',
    status: 404,
    problem: 'not-found',
    message: 'No session k3f.',
  });
});

test('nothing at the path, a file at the path and a socket that nobody listens on are all "no daemon"', async () => {
  await expect(command(socket, 'status', {})).rejects.toMatchObject({ kind: 'none' });
  writeFileSync(socket, '');
  await expect(command(socket, 'status', {})).rejects.toMatchObject({ kind: 'none' });
  rmSync(socket);
  const left = createSocketServer();
  await new Promise<void>((done) => left.listen(socket, done));
  // Closing removes the node; what a killed daemon leaves behind is made by hand with a second name.
  const { linkSync } = await import('node:fs');
  linkSync(socket, `${socket}2`);
  await new Promise((done) => left.close(done));
  await expect(command(`${socket}2`, 'status', {})).rejects.toMatchObject({ kind: 'none' });
  expect((await follow().end).message).toBe('No daemon runs.');
});

test('a directory at the path is not "no daemon" that a start could mend, nor a crash', async () => {
  mkdirSync(socket);
  await expect(command(socket, 'status', {})).rejects.toBeInstanceOf(DaemonUnreachable);
});

test('a daemon that does not answer is silent, not absent', async () => {
  await serve(() => {});
  await expect(command(socket, 'status', {}, 50)).rejects.toMatchObject({ kind: 'silent' });
});

test('a daemon that hangs up in the middle is lost', async () => {
  await serve((request) => (request.socket as Socket).destroy());
  await expect(command(socket, 'status', {})).rejects.toMatchObject({ kind: 'lost' });
});

test('another program on the socket is told by what it answers', async () => {
  await serve((_request, response) => response.end('<html>'));
  await expect(command(socket, 'status', {})).rejects.toMatchObject({ kind: 'broken' });
});

test('the stream is cut at newlines however it arrives, and its end is told once', async () => {
  const lines = Buffer.from('{"n":1,"t":"é☃"}\n\n{"n":2}\n');
  await serve((_request, response) => {
    const send = (at: number): void => {
      if (at >= lines.length) return void response.end();
      response.write(lines.subarray(at, at + 1), () => send(at + 1));
    };
    send(0);
  });
  const frames: unknown[] = [];
  const { end } = follow((frame) => frames.push(frame));
  expect(await end).toMatchObject({ kind: 'lost' });
  expect(frames).toEqual([{ n: 1, t: 'é☃' }, { n: 2 }]);
});

test('a stream that falls silent is given up after the time that was promised', async () => {
  await serve((_request, response) => response.write('{"pulse":20}\n'));
  const { following, end } = follow(() => following.expectWithin(30));
  expect(await end).toMatchObject({ kind: 'silent' });
});

test('a stream that is refused says why', async () => {
  await serve((_request, response) => {
    response.statusCode = 403;
    response.end('{"problem":"forbidden","text":"Not here."}');
  });
  expect(await follow().end).toMatchObject({ name: 'ProblemError', message: 'Not here.' });
});

test('garbage in the stream ends it', async () => {
  await serve((_request, response) => response.write('{"n":1}\nnot json\n{"n":2}\n'));
  const frames: unknown[] = [];
  expect(await follow((frame) => frames.push(frame)).end).toMatchObject({ kind: 'broken' });
  expect(frames).toEqual([{ n: 1 }]);
});

test('after close nothing is called any more, and the daemon sees the end', async () => {
  let closed: (() => void) | undefined;
  const gone = new Promise<void>((done) => {
    closed = done;
  });
  await serve((_request, response) => {
    response.on('close', () => closed?.());
    response.write('{"n":1}\n{"n":2}\n');
  });
  const frames: unknown[] = [];
  const { following } = follow((frame) => {
    frames.push(frame);
    following.close();
  });
  await gone;
  expect(frames).toEqual([{ n: 1 }]);
});

test.each([
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', { status: 200, body: '{}' }],
  ['neither', 'HTTP/1.1 404 Not Found\r\n\r\nx', { status: 404, body: 'x' }],
  [
    'chunks',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n4;x\r\n":1}\r\n0\r\n\r\n',
    { status: 200, body: '{"a":1}' },
  ],
  ['a length that was not reached', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}', null],
  ['chunks cut short', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n4', null],
  ['a head cut short', 'HTTP/1.1 200 OK\r\nContent-', null],
  ['another language', 'SSH-2.0-x\r\n\r\n', null],
])('a response with %s', (_what, text, expected) => {
  expect(parseResponse(Buffer.from(text))).toEqual(expected);
});

test('any chunking gives the same lines', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.integer({ min: 1, max: 9 })), (texts, sizes) => {
      const lines = texts.map((text) => text.replaceAll('\n', '¶'));
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      const cut = lineCutter();
      const got: string[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 4;
        got.push(...cut(bytes.subarray(at, at + size)));
        at += size;
      }
      expect(got).toEqual(lines);
    }),
  );
});
