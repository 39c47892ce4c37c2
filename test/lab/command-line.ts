// The built command line in a throw-away home, as a shell would run it. Its daemon sees nothing but that home.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The program under test. */
export const CLI = join(import.meta.dirname, '..', '..', 'dist', 'cli.cjs');

/** How a command ended. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A home with its command line. */
export interface CommandLine {
  /** HOME; Claude's directory is `.claude` in it. */
  readonly home: string;
  /** TALLYMUX_HOME. */
  readonly state: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Runs one command to its end. `extra` goes into its environment. */
  run(words: readonly string[], extra?: Readonly<Record<string, string>>): Promise<Ran>;
  /** Starts one command; whoever starts it ends it. */
  begin(words: readonly string[]): ChildProcess;
  /** Stops the daemon and removes the home. */
  dispose(): Promise<void>;
}

/** Makes a home. Nothing runs in it yet. */
export function commandLine(): CommandLine {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'tmx-')));
  const state = join(home, 'state');
  for (const name of ['sessions', 'projects']) mkdirSync(join(home, '.claude', name), { recursive: true });
  const environment = {
    PATH: process.env.PATH ?? '',
    LANG: 'C.UTF-8',
    HOME: home,
    TALLYMUX_HOME: state,
    TALLYMUX_CLAUDE_DIRS: join(home, '.claude'),
    TALLYMUX_PORT: '0',
    TALLYMUX_HOOK_PORT: '0',
  };
  const run: CommandLine['run'] = (words, extra = {}) =>
    new Promise((resolve, reject) => {
      const env = { ...environment, ...extra };
      const child = spawn(process.execPath, [CLI, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let [out, err] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text) => {
        out += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text) => {
        err += text;
      });
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, out, err }));
    });
  return {
    home,
    state,
    environment,
    run,
    begin: (words) => spawn(process.execPath, [CLI, ...words], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] }),
    async dispose() {
      await run(['stop']);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
