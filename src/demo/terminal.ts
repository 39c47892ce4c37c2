// Gives a process of ours a terminal of its own, so that the sessions it starts have one, as Claude has. Node cannot
// make a pseudo-terminal by itself; `script` is on every Linux and macOS. Nothing that passes through the terminal is
// read: steps and replies travel on descriptors 3 and 4.

import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

const STEPS = 3;
const REPLIES = 4;
/** Where its complaints go, which the terminal would swallow. */
const ERRORS = 5;

/**
 * Runs `arguments_` as a Node process in a new terminal, with this process's stdin and stdout as its descriptors 3
 * and 4. Resolves with its exit code; rejects where there is no `script`.
 */
export async function runInTerminal(arguments_: readonly string[]): Promise<number> {
  const words = [process.execPath, ...arguments_];
  const inside =
    process.platform === 'darwin'
      ? ['-q', '/dev/null', ...words]
      : ['-q', '-e', '-c', `exec ${words.map(quote).join(' ')} 2>&${ERRORS}`, '/dev/null'];
  // The first pipe stays open and silent: when this process dies, the terminal ends, and all in it.
  const host = spawn('script', inside, {
    env: { ...process.env, SHELL: '/bin/sh' },
    stdio: ['pipe', 'ignore', 'inherit', 0, 1, 2],
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => host.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    host.once('error', reject);
    host.once('exit', (code) => resolve(code ?? 1));
  });
}

/** The streams of a process that `runInTerminal` started. `input` also ends when the terminal does. */
export function streamsInTerminal(): { readonly input: Readable; readonly output: Writable } {
  const input = fstatSync(STEPS).isFile() ? createReadStream('', { fd: STEPS }) : new Socket({ fd: STEPS });
  const output = createWriteStream('', { fd: REPLIES });
  const end = () => input.push(null);
  process.stdin.once('end', end).once('error', end).resume();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, end);
  return { input, output };
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
