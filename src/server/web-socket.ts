// The WebSocket `/ws`. Gate and cookie are judged synchronously before the upgrade, the second half of the credential by
// the first frame; only then anything is told. A revoked device's sockets close at once. Nobody catches what is thrown
// in the handlers of sockets and timers: a store that cannot be read must end that one socket and not the daemon.

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { CONTRACT } from '../contract/commands.ts';
import { CLOSE } from '../contract/frames.ts';
import { ANY_HELLO, CLIENT_FRAME } from '../contract/schemas/frames.ts';
import type { Daemon } from '../daemon/doors.ts';
import type { Clock, StoredDevice } from '../daemon/ports.ts';
import { notPaired } from './app.ts';
import { cookieName, readCookies } from './auth/cookie.ts';
import type { Devices } from './auth/devices.ts';
import { type Feed, openFeed } from './change-feed.ts';
import { gate, type Names } from './gate.ts';
import type { Log, Timing } from './options.ts';
import { type Outcome, problem } from './problem.ts';

/** Longest frame from a client, in bytes. */
const MOST_FRAME_BYTES = 64 * 1024;
/** Open sockets of one device: tabs of one browser. */
const MOST_PER_DEVICE = 32;
/** At most one snapshot in this many milliseconds for a client that asks again and again. */
const RESYNC_MS = 1000;

/** What the WebSocket needs. */
export interface WebSocketParts {
  readonly daemon: Daemon;
  readonly devices: Devices;
  readonly names: Names;
  readonly port: number;
  readonly version: string;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly log: Log;
}

/** The open sockets. */
export interface WebSockets {
  /** Closes those of a revoked device. */
  disconnect(device: string): void;
  close(): void;
}

interface Client {
  readonly device: string;
  readonly socket: WebSocket;
  feed: Feed | null;
  /** Its page is visible, as far as it said. */
  looking: boolean;
  /** Answered our last ping. */
  alive: boolean;
}

/** Takes the upgrades of `server`. */
export function webSockets(server: Server, parts: WebSocketParts): WebSockets {
  const { devices, timing, log } = parts;
  const clients = new Set<Client>();
  const acceptor = new WebSocketServer({ noServer: true, maxPayload: MOST_FRAME_BYTES, perMessageDeflate: false });

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    let judged: ReturnType<typeof judge>;
    try {
      judged = judge(request, parts);
    } catch (error) {
      log('error', { err: error }, 'the devices could not be read for an upgrade');
      return refuse(socket, {
        ...problem('internal', 'The daemon cannot read its store. `tallymux log` shows why.'),
        status: 503,
      });
    }
    if ('refusal' in judged) return refuse(socket, judged.refusal);
    const { device } = judged;
    if ([...clients].filter((client) => client.device === device.id).length >= MOST_PER_DEVICE) {
      return refuse(socket, problem('too-many', 'This device has too many pages open. Close some.'));
    }
    acceptor.handleUpgrade(request, socket, head, (ws) => {
      const client: Client = { device: device.id, socket: ws, feed: null, looking: false, alive: true };
      clients.add(client);
      serve(client, parts, () => clients.delete(client));
    });
  });

  const beat = (client: Client) => {
    if (!client.alive) client.socket.terminate();
    else if (devices.current(client.device) === null) end(client);
    else {
      client.alive = false;
      client.socket.ping();
      client.feed?.pulse(parts.clock.wall());
    }
  };
  const heart = setInterval(() => {
    for (const client of clients) {
      try {
        beat(client);
      } catch (error) {
        fail(client, error, log);
      }
    }
  }, timing.pulseMs);

  return {
    disconnect(device) {
      for (const client of clients) if (client.device === device) end(client);
    },
    close() {
      clearInterval(heart);
      for (const client of clients) {
        client.socket.close(1001, 'The daemon stops.');
        client.feed?.close();
      }
      acceptor.close();
      // Whoever does not answer the close in time is cut off.
      setTimeout(() => {
        for (const client of clients) client.socket.terminate();
      }, 500).unref();
    },
  };
}

/** Everything that can be judged before the upgrade, without waiting for anything. */
function judge(request: IncomingMessage, parts: WebSocketParts): { device: StoredDevice } | { refusal: Outcome } {
  const verdict = gate(
    {
      method: request.method ?? '',
      host: request.headers.host ?? null,
      origin: request.headers.origin ?? null,
      contentType: null,
      fetchSite: null,
    },
    parts.names,
  );
  if (!verdict.pass) return { refusal: problem('forbidden', verdict.text) };
  if (request.url !== '/ws') return { refusal: problem('not-found', 'There is nothing at this address.') };
  const device = parts.devices.byCookie(readCookies(request.headers.cookie, cookieName(parts.port, verdict.https)));
  return device === null ? { refusal: notPaired() } : { device };
}

/** Waits for the first frame, then feeds the client until it leaves. */
function serve(client: Client, parts: WebSocketParts, left: () => void): void {
  const { daemon, devices, version, clock, timing, log } = parts;
  const { socket } = client;
  const late = setTimeout(() => socket.close(CLOSE.notPaired, 'No hello came.'), timing.helloMs);
  let again: NodeJS.Timeout | null = null;
  let resyncedAt = Number.NEGATIVE_INFINITY;

  const greet = (text: string) => {
    clearTimeout(late);
    const value = parse(text);
    const hello = ANY_HELLO.safeParse(value);
    if (hello.success && hello.data.contract !== CONTRACT) {
      return socket.close(CLOSE.contractMismatch, 'The page is older or newer than the daemon: reload.');
    }
    const frame = CLIENT_FRAME.safeParse(value);
    const device = devices.current(client.device);
    const paired =
      frame.success && frame.data.frame === 'hello' && device && devices.hasSecret(device, frame.data.secret);
    if (!paired) return socket.close(CLOSE.notPaired, 'Pair this browser again.');
    devices.used(device);
    const sink = {
      send: (message: string, written: () => void) => socket.send(message, written),
      waiting: () => socket.bufferedAmount,
    };
    // What only such a device shows is hidden from the one place where it can be answered.
    const mayAnswer = device.role === 'full';
    const greeting = { version, role: device.role, pulseMs: timing.pulseMs };
    client.feed = openFeed(daemon, sink, greeting, () => mayAnswer && client.looking);
  };
  const resync = (feed: Feed) => {
    if (again !== null) return;
    again = setTimeout(
      () => {
        again = null;
        resyncedAt = clock.steady();
        feed.resync();
      },
      Math.max(0, resyncedAt + RESYNC_MS - clock.steady()),
    );
  };

  socket.on('message', (data: RawData, isBinary: boolean) => {
    client.alive = true;
    if (socket.readyState !== socket.OPEN) return;
    if (isBinary) return socket.close(1003, 'Text frames only.');
    if (client.feed === null) {
      try {
        return greet(String(data));
      } catch (error) {
        return fail(client, error, log);
      }
    }
    const frame = CLIENT_FRAME.safeParse(parse(String(data)));
    if (!frame.success || frame.data.frame === 'hello') return socket.close(1008, 'Not a frame of this contract.');
    if (frame.data.frame === 'looking') client.looking = frame.data.looking;
    else resync(client.feed);
  });
  socket.on('pong', () => {
    client.alive = true;
  });
  // Broken frames and resets end in `close`, which is all there is to do about them.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearTimeout(late);
    if (again !== null) clearTimeout(again);
    client.feed?.close();
    left();
  });
}

/** Ends a socket that could not be served; the page comes again by itself. */
function fail(client: Client, error: unknown, log: Log): void {
  log('error', { err: error }, 'a socket could not be served');
  client.feed?.close();
  client.socket.close(1011, 'The daemon cannot read its store.');
}

function end(client: Client): void {
  client.feed?.close();
  client.socket.close(CLOSE.notPaired, 'This device was revoked.');
}

function refuse(socket: Duplex, { status, body }: Outcome): void {
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncache-control: no-store\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
