// Starts a real server for a test, in a throw-away directory and on a free port, and speaks to both its doors.
// Never part of the program.

import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PairReply } from '../../contract/frames.ts';
import type { StoredDevice } from '../../daemon/ports.ts';
import type { DeviceStore } from '../auth/devices.ts';
import type { Random } from '../auth/hash.ts';
import type { Role } from '../auth/pairing.ts';
import type { HookReader, RunningServer, ServerOptions } from '../options.ts';
import { startServer } from '../server.ts';
import { type MemoryDaemon, memoryDaemon } from './memory-daemon.ts';

/** A clock that stands until it is moved. */
export interface HandClock {
  steady(): number;
  wall(): number;
  advance(ms: number): void;
}

/** Both halves of a device, as a browser holds them. */
export interface Credential {
  readonly device: string;
  readonly cookie: string;
  readonly secret: string;
}

/** A clock at some moment of 2026. */
export function handClock(): HandClock {
  let passed = 0;
  return {
    steady: () => 1000 + passed,
    wall: () => Date.UTC(2026, 0, 1) + passed,
    advance: (ms) => {
      passed += ms;
    },
  };
}

/** Bytes that differ at every call and are the same in every run. */
export function countedRandom(): Random {
  let calls = 0;
  return (bytes) => {
    calls += 1;
    return createHash('sha256').update(String(calls)).digest().subarray(0, bytes);
  };
}

/** Devices in memory; `writes` counts how often one was saved. */
export function memoryStore(): DeviceStore & { writes: number } {
  const kept = new Map<string, StoredDevice>();
  return {
    writes: 0,
    devices: () => [...kept.values()],
    saveDevice(device) {
      this.writes += 1;
      kept.set(device.id, device);
    },
    removeDevice: (id) => void kept.delete(id),
  };
}

/** A directory of our own with mode 0700. */
export function privateDirectory(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'tmx-'));
  chmodSync(path, 0o700);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Writes files by their path below `directory`. */
export function writeTree(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = join(directory, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** A running server and the means to talk to it. */
export interface OpenServer {
  readonly server: RunningServer;
  readonly daemon: MemoryDaemon;
  readonly clock: HandClock;
  readonly directory: string;
  readonly socketPath: string;
  /** Every line that was logged, as JSON. */
  readonly logged: string[];
  /** Sends a command over the Unix socket. */
  local(name: string, body: unknown): Promise<{ status: number; body: unknown }>;
  /** Opens a path over the Unix socket and leaves it open. */
  localStream(path: string): Promise<IncomingMessage>;
  /** Sends a request over TCP, with both halves when given. */
  post(path: string, body: unknown, credential?: Credential): Promise<{ status: number; body: unknown }>;
  pair(role?: Role): Promise<Credential>;
  close(): Promise<void>;
}

/** The token of the hook intake. */
export const HOOK_TOKEN = 'token-of-the-tests';

/** A reader that keeps the payload's text as the event, and takes a text that begins with `bad` for none. */
const readAsText: HookReader = (payload, { pid, parent, uptime }) => {
  const event = Buffer.from(payload).toString();
  if (event.startsWith('bad')) return { fault: 'a hook that is bad' };
  const numberOf = (text: string | undefined) => (text === undefined ? null : Number(text));
  return {
    key: event,
    event,
    conversation: 'c',
    turn: null,
    agent: null,
    transcriptPath: null,
    cwd: null,
    claimedPid: numberOf(pid),
    parentPid: numberOf(parent),
    uptime: numberOf(uptime),
    fact: { kind: 'other', event },
    question: null,
  };
};

/** Starts one. */
export async function openServer(more: Partial<ServerOptions> = {}): Promise<OpenServer> {
  const home = privateDirectory();
  const socketPath = join(home.path, 'sock');
  const daemon = memoryDaemon();
  const clock = handClock();
  const logged: string[] = [];
  const server = await startServer({
    daemon,
    store: memoryStore(),
    hooks: { read: readAsText, bind: '127.0.0.1', port: 0, token: HOOK_TOKEN },
    socketPath,
    bind: '127.0.0.1',
    port: 0,
    portConfigured: true,
    publicUrls: [],
    allowPlainHttp: false,
    webRoot: join(home.path, 'web'),
    version: '1.2.3',
    clock,
    random: countedRandom(),
    log: (level, fields, text) => void logged.push(JSON.stringify({ level, ...fields, text })),
    ...more,
  });
  const local: OpenServer['local'] = (name, body) =>
    new Promise((resolve, reject) => {
      const sent = request({ socketPath, method: 'POST', path: `/api/${name}` }, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
  const post: OpenServer['post'] = async (path, body, credential) => {
    const halves = credential ? { cookie: credential.cookie, 'x-tallymux-secret': credential.secret } : {};
    const headers = { 'content-type': 'application/json', ...halves };
    const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
  return {
    server,
    daemon,
    clock,
    directory: home.path,
    socketPath,
    logged,
    local,
    localStream: (path) =>
      new Promise((resolve, reject) => {
        const sent = request({ socketPath, path, agent: false }, resolve);
        sent.on('error', reject);
        sent.end();
      }),
    post,
    async pair(role = 'full') {
      const { code } = (await local('pair', { role })).body as { code: string };
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ code, name: 'a browser' });
      const response = await fetch(`${server.url}/pair`, { method: 'POST', headers, body });
      const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
      const { device, secret } = (await response.json()) as PairReply;
      return { device, cookie, secret };
    },
    async close() {
      await server.close();
      home.remove();
    },
  };
}
