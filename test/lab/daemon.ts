// Runs the built daemon (dist/daemon.mjs) in the foreground with a home, ports and an environment of its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandName, ReplyOf, RequestOf, Status } from '../../src/contract/commands.ts';
import { until } from './until.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/daemon.mjs', import.meta.url));

/** Milliseconds a start may take on a crowded machine. */
const PATIENCE = 30_000;

/** A daemon under test. */
export interface LabDaemon {
  readonly home: string;
  readonly socket: string;
  /** The environment it runs in; the command line under test needs the same. */
  readonly environment: Readonly<Record<string, string>>;
  /** What it wrote so far. */
  output(): string;
  pid(): number;
  /** Starts it anew, and waits until it answers; one that still runs is ended first, for a test that is tried again. */
  start(): Promise<Status>;
  /** Ends it politely and waits. */
  stop(): Promise<void>;
  /** Ends it by SIGKILL and waits. */
  kill(): Promise<void>;
  /** Sends one command over the Unix socket. Throws with the problem's text. */
  command<N extends CommandName>(name: N, body: RequestOf<N>): Promise<ReplyOf<N>>;
}

/** How a daemon under test is set up. */
export interface DaemonOptions {
  /** HOME of the person. */
  readonly personHome: string;
  /** TALLYMUX_HOME. */
  readonly home: string;
  readonly claudeDirectories: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts a daemon and waits until it answers. */
export async function startDaemon(options: DaemonOptions): Promise<LabDaemon> {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: run \`npm run build\``);
  const socket = join(options.home, 'sock');
  const environment = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    HOME: options.personHome,
    SHELL: '/bin/sh',
    TALLYMUX_HOME: options.home,
    TALLYMUX_PORT: '0',
    TALLYMUX_HOOK_PORT: '0',
    TALLYMUX_CLAUDE_DIRS: options.claudeDirectories.join(':'),
    ...options.environment,
  };
  let child: ChildProcess | null = null;
  let output = '';
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    child = null;
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
    const exited = once(ending, 'exit');
    ending.kill(signal);
    await exited;
  };
  const daemon: LabDaemon = {
    home: options.home,
    socket,
    environment,
    output: () => output,
    pid: () => child?.pid ?? 0,
    async start() {
      await end('SIGTERM');
      mkdirSync(options.home, { recursive: true, mode: 0o700 });
      const starting = spawn(process.execPath, [PROGRAM], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
      child = starting;
      const listen = (chunk: Buffer) => {
        output += chunk.toString();
      };
      starting.stdout?.on('data', listen);
      starting.stderr?.on('data', listen);
      return until(
        'the daemon answers',
        async () => {
          if (starting.exitCode !== null) throw new Error(`the daemon ended with ${starting.exitCode}:\n${output}`);
          const status = await daemon.command('status', {}).catch(() => null);
          return status?.pid === starting.pid && status;
        },
        { within: PATIENCE, seen: () => output },
      ).catch(async (error) => {
        await end('SIGKILL');
        throw error;
      });
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    command: (name, body) => post(socket, `/api/${name}`, body) as never,
  };
  await daemon.start();
  return daemon;
}

function post(socketPath: string, path: string, body: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const call = request({ socketPath, path, method: 'POST', headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk: string) => {
        text += chunk;
      });
      reply.on('end', () => {
        const ok = reply.statusCode === 200;
        if (ok) resolve(JSON.parse(text));
        else reject(new Error(`${path}: ${reply.statusCode} ${text}`));
      });
    });
    call.on('error', reject);
    call.end(JSON.stringify(body));
  });
}
