// The process that stands for a Claude: what others find in the process table. A shell that sleeps, with the terminal of
// the process that made it. It never outlives that process.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { identify } from './machine.ts';
import type { ProcessIdentity } from './registry-entry.ts';

/** A process that looks like Claude. */
export interface Body {
  readonly identity: ProcessIdentity;
  /** The environment it has, which its children inherit. */
  readonly environment: NodeJS.ProcessEnv;
  /** Ends as a Claude that was asked to. */
  readonly end: () => Promise<void>;
  readonly signal: (name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => Promise<void>;
}

/** Where a body lives. */
export interface Place {
  readonly home: string;
  /** `CLAUDE_CONFIG_DIR`, where it is not `<home>/.claude`. */
  readonly configDirectory: string | null;
  /** What else its environment has. */
  readonly more?: Readonly<Record<string, string>>;
}

/**
 * A shell that reads from a pipe nobody writes to: argv[0] is `claude`, it costs under 1 MB, and it ends by itself when
 * the pipe closes, so also when its maker is killed.
 */
export async function sleepingBody(place: Place, cwd: string): Promise<Body> {
  const environment = environmentOf(place);
  const child = spawn('/bin/sh', [], {
    argv0: 'claude',
    cwd,
    env: environment,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.on('error', () => undefined);
  await once(child, 'spawn');
  const identity = identify(child.pid ?? 0);
  return {
    identity,
    environment,
    end: async () => {
      // A stopped process would not notice that its pipe closed.
      child.kill('SIGCONT');
      child.stdin.end();
      await ended(child);
    },
    signal: async (name) => {
      child.kill(name);
      if (name === 'SIGKILL') await ended(child);
    },
  };
}

/** What a Claude there has in its environment: nothing of ours. */
export function environmentOf(place: Place): NodeJS.ProcessEnv {
  const config = place.configDirectory === null ? {} : { CLAUDE_CONFIG_DIR: place.configDirectory };
  return {
    HOME: place.home,
    PATH: '/usr/local/bin:/usr/bin:/bin',
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    ...config,
    ...place.more,
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
