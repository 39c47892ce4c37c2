// The whole demo as one process tree: a throw-away home with our hooks set up in it, a daemon of its own that sees
// nothing but that home, and the tour. Whoever starts it holds its stdin; when that closes, or on a signal, everything ends and the home is removed. It
// must never touch the person's own home, daemon or Claude.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { CLAUDE_VERSION } from './registry-entry.ts';

/** What the demo is shown with. */
export interface Show {
  /** Built programs: the daemon's, the command line's and this one's. */
  readonly daemon: string;
  readonly commandLine: string;
  readonly self: string;
  /** 0 is any free port. */
  readonly port: number;
  readonly speed: number;
  /** Ends the demo when it ends. */
  readonly input: Readable;
  /** Called once everything runs. `state` is the daemon's own directory. */
  readonly onReady: (ready: { readonly url: string; readonly state: string }) => void;
}

/** How long the daemon may take to start, and each process to end, in milliseconds. */
const PATIENCE = 30_000;

/** Resolves when the demo was ended and nothing of it is left. Rejects, leaving nothing, when it cannot start. */
export async function show({ daemon, commandLine, self, port, speed, input, onReady }: Show): Promise<void> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'tallymux-demo-')));
  const children: ChildProcess[] = [];
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve());
    input.once('end', resolve).once('close', resolve).resume();
  });
  try {
    for (const name of ['sessions', 'projects']) mkdirSync(join(home, '.claude', name), { recursive: true });
    installClaude(home);
    const state = join(home, '.tallymux');
    const environment = { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: home };
    const ours = { ...environment, TALLYMUX_HOME: state, TALLYMUX_CLAUDE_DIRS: join(home, '.claude') };
    // Without hooks, should it fail, the demo still shows what the other sources tell.
    const setup = spawn(process.execPath, [commandLine, 'setup', '--inside-only'], {
      cwd: home,
      // No Claude of the person's is looked for.
      env: { ...ours, PATH: '/usr/bin:/bin' },
      stdio: 'ignore',
    });
    children.push(setup);
    await Promise.race([once(setup, 'exit'), ended]);
    const running = spawn(process.execPath, [daemon], {
      cwd: home,
      env: {
        ...ours,
        TALLYMUX_PORT: String(port),
        TALLYMUX_HOOK_PORT: '0',
        TALLYMUX_READY_FD: '3',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    });
    children.push(running);
    const url = await Promise.race([readiness(running), ended.then(() => null)]);
    if (url === null) return;
    const tour = spawn(process.execPath, [self, 'tour', String(speed)], {
      cwd: home,
      env: environment,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    // First in, first out: the sessions end before the daemon that shows them.
    children.unshift(tour);
    onReady({ url, state });
    await Promise.race([ended, once(running, 'exit'), once(tour, 'exit')]);
  } finally {
    for (const child of children) await end(child);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Leaves what the native installer leaves, so that `setup` registers what the stand-ins' version knows. */
function installClaude(home: string): void {
  const versions = join(home, '.local', 'share', 'claude', 'versions');
  mkdirSync(versions, { recursive: true });
  writeFileSync(join(versions, CLAUDE_VERSION), '');
}

/** The daemon's address once it listens. */
async function readiness(daemon: ChildProcess): Promise<string> {
  const lines = createInterface({ input: daemon.stdio[3] as Readable });
  const late = setTimeout(() => daemon.kill('SIGKILL'), PATIENCE);
  try {
    for await (const line of lines) {
      const told = JSON.parse(line) as { ready: boolean; url?: string; text?: string };
      if (told.ready && told.url !== undefined) return told.url;
      throw new Error(told.text ?? 'The demo’s daemon did not start.');
    }
    throw new Error('The demo’s daemon ended while it started.');
  } finally {
    clearTimeout(late);
    lines.close();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  if (child.stdin) child.stdin.end();
  else child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE / 6);
  await gone;
  clearTimeout(late);
}
