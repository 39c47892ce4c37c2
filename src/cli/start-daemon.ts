// Starts the daemon in a session of its own and waits until it answers. It must never leave a half-started daemon
// unnoticed: whatever it says when it fails reaches the person.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockOwner } from '../home/lock.ts';
import type { HomePaths } from '../home/paths.ts';
import { ensureHome } from '../home/private-directory.ts';
import { command } from '../home/socket-client.ts';
import { daemonEnvironment } from './daemon-environment.ts';
import { EXIT, Failure } from './failure.ts';

/** How long a start may take, in milliseconds. */
const PATIENCE_MS = 10_000;

/** The daemon's program, beside this one. */
export function daemonProgram(): string {
  return join(__dirname, 'daemon.mjs');
}

/**
 * Starts the daemon in the background.
 * @throws Failure with the daemon's own words when it does not come up.
 */
export async function startDaemon(paths: HomePaths, environment: NodeJS.ProcessEnv): Promise<void> {
  ensureHome(paths);
  const errors = join(paths.log, 'start.log');
  const descriptor = openSync(errors, 'w', 0o600);
  let child: ChildProcess;
  try {
    child = spawn(process.execPath, [daemonProgram()], {
      cwd: '/',
      detached: true,
      env: { ...daemonEnvironment(environment), TALLYMUX_READY_FD: '3' },
      stdio: ['ignore', 'ignore', descriptor, 'pipe'],
    });
  } finally {
    closeSync(descriptor);
  }
  child.unref();
  const outcome = await readiness(child);
  if (outcome === 'ready') return;
  // Someone else may have started it at the same moment; then that one is as good.
  if (await rivalAnswers(paths)) return;
  throw new Failure(EXIT.failed, outcome ?? startFailure(errors));
}

/** Runs the daemon in this terminal until it ends. @returns its exit code. */
export async function runDaemon(paths: HomePaths, environment: NodeJS.ProcessEnv): Promise<number> {
  ensureHome(paths);
  const child = spawn(process.execPath, [daemonProgram()], { env: daemonEnvironment(environment), stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** The daemon's one line: `ready`, its own words for why not, or `null` when it said nothing in time. */
function readiness(child: ChildProcess): Promise<'ready' | string | null> {
  return new Promise((resolve) => {
    const pipe = child.stdio[3] as NodeJS.ReadableStream & { destroy(): void };
    let text = '';
    const finish = (outcome: string | null): void => {
      clearTimeout(patience);
      pipe.destroy();
      resolve(outcome);
    };
    const patience = setTimeout(() => finish(null), PATIENCE_MS);
    child.on('error', (error) => finish(`The daemon cannot be run: ${error.message}.`));
    pipe.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const end = text.indexOf('\n');
      if (end >= 0) finish(understand(text.slice(0, end)));
    });
    pipe.on('end', () => finish(null));
    pipe.on('error', () => finish(null));
  });
}

function understand(line: string): string | null {
  try {
    const said = JSON.parse(line) as { ready?: unknown; text?: unknown };
    if (said.ready === true) return 'ready';
    return typeof said.text === 'string' ? said.text : null;
  } catch {
    return null;
  }
}

async function rivalAnswers(paths: HomePaths): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS / 2;
  for (let rival = lockOwner(paths); rival !== null && performance.now() < until; rival = lockOwner(paths)) {
    try {
      await command(rival.socket, 'status', {}, 2_000);
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return false;
}

function startFailure(errors: string): string {
  const said = readFileSync(errors, 'utf8').trim().split('\n').slice(-3).join('\n');
  const what = said === '' ? 'The daemon did not come up within 10 s.' : `The daemon did not come up:\n${said}`;
  return `${what}\n\`tallymux start --foreground\` shows what it does, \`tallymux log\` what it did.`;
}
