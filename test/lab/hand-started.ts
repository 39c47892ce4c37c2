// Daemons started by hand, where the start itself, or what it is started with, is what a test is about.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Status } from '../../src/contract/commands.ts';
import { command } from '../../src/home/socket-client.ts';
import { until } from './until.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/daemon.mjs', import.meta.url));

/** A daemon that was started, or tried to. */
export interface Run {
  readonly child: ChildProcess;
  /** Its exit code and all it wrote. */
  readonly ended: Promise<{ readonly code: number | null; readonly text: string }>;
}

/** Starts daemons and ends them all. */
export interface HandStarter {
  /** @param before a command that runs it, such as `setpriv`. */
  run(environment: Readonly<Record<string, string>>, program?: string, before?: readonly string[]): Run;
  endAll(): Promise<void>;
}

/** Makes a starter. */
export function makeHandStarter(): HandStarter {
  const children: ChildProcess[] = [];
  return {
    run(environment, program = PROGRAM, before = []) {
      const [executable = '', ...words] = [...before, process.execPath, program];
      const child = spawn(executable, words, { env: environment, stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' });
      children.push(child);
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk) => {
          text += chunk;
        });
      return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, text })) };
    },
    async endAll() {
      for (const child of children.splice(0)) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      }
    },
  };
}

/** Waits until the daemon of a TALLYMUX_HOME answers. */
export function daemonAnswers(home: string): Promise<Status> {
  return until(
    'the daemon answers',
    () => command(join(home, 'sock'), 'status', {}).catch(() => null) as Promise<Status | null>,
  );
}

/** The bundle alone, in a directory without node_modules above it. @returns the program's path. */
export function copyOfDaemon(directory: string): string {
  const copy = join(directory, 'dist', 'daemon.mjs');
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(PROGRAM, copy);
  symlinkSync(join(dirname(PROGRAM), 'web'), join(dirname(copy), 'web'));
  return realpathSync(copy);
}
