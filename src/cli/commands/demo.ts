// `tallymux demo`: six made-up sessions in a throw-away home, shown by a daemon of their own, until Ctrl-C. It must
// never read or touch the person's own home, daemon or sessions; the program that it starts sees to that.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { ReplyOf } from '../../contract/commands.ts';
import { homePaths } from '../../home/paths.ts';
import { command } from '../../home/socket-client.ts';
import { EXIT, Failure } from '../failure.ts';

/** What the person may choose. */
export interface DemoOptions {
  /** Port of the demo's panel; 0 is any free one. */
  readonly port: number;
  /** 1 is for people; 10 is ten times as fast. */
  readonly speed: number;
}

/** How often it is looked whether whoever started us still lives, in milliseconds. */
const PARENT_CHECK = 1000;

/**
 * Runs the demo until Ctrl-C, TERM, a closed terminal or the end of the process that started us.
 * @returns the exit code: 0 when it was ended, 1 when it could not start or broke.
 * @throws Failure when the port cannot be had.
 */
export async function demo({ port, speed }: DemoOptions): Promise<number> {
  if (await isTaken(port))
    throw new Failure(
      EXIT.failed,
      `Port ${port} is taken by another program, or not yours to use. Give another one with --port, or none for any free one.`,
    );
  const program = join(dirname(realpathSync(process.argv[1] ?? '')), 'demo.mjs');
  const child = spawn(process.execPath, [program, 'show', String(port), String(speed)], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR },
    // A group of its own: Ctrl-C reaches us alone, and we end it in order.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // It ends itself when this pipe closes, also when we are killed.
  let asked = false;
  const end = () => {
    asked = true;
    child.stdin.end();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && end(), PARENT_CHECK);
  try {
    const gone = once(child, 'exit');
    const state = await stateDirectory(child);
    if (state !== null && !asked) await tell(state);
    await gone;
    return asked ? 0 : 1;
  } finally {
    clearInterval(watch);
    end();
  }
}

/** The demo daemon's directory, once everything runs; `null` when it ended before. */
async function stateDirectory(child: ChildProcess): Promise<string | null> {
  for await (const line of createInterface({ input: child.stdout as Readable })) {
    return (JSON.parse(line) as { state: string }).state;
  }
  return null;
}

async function tell(state: string): Promise<void> {
  const { socket } = homePaths({ TALLYMUX_HOME: state });
  const { url } = (await command(socket, 'pair', {})) as ReplyOf<'pair'>;
  console.log(url);
  console.error(
    'Six made-up sessions live through every state there. Open the link in a browser; Ctrl-C ends the demo.\n' +
      'In another terminal, the same for commands such as `tallymux list`, `watch` and `explain`:\n' +
      `  export TALLYMUX_HOME=${shellWord(state)}`,
  );
}

/** Whether nobody may listen there now. */
function isTaken(port: number): Promise<boolean> {
  if (port === 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(true));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(false)));
  });
}

/** A word as a shell takes it. */
function shellWord(text: string): string {
  return /^[\w/.:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
