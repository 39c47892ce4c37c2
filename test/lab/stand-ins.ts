// Stand-ins for Claude out of the built demo, for tests that need sessions whose every step is chosen, or many of them.
// They live below a throw-away HOME and end with the test.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Outcome } from '../../src/demo/screen/face.ts';
import type { Reply, Step } from '../../src/demo/steps.ts';

/** What a step came to. */
export interface Performed {
  readonly pid: number;
  readonly conversation: string;
  /** What a step that waits has waited for. */
  readonly result: Outcome | string | null;
}

/** A running driver. */
export interface StandIns {
  /** Plays one step of one session; resolves when everything of it is written, rejects when it cannot be. */
  perform(session: string, step: Step): Promise<Performed>;
  /** Ends all sessions; their files stay. */
  stop(): Promise<void>;
  /** Ends the driver by SIGKILL, at once. */
  kill(): void;
}

/** Starts a driver that writes below `<home>/.claude`. */
export function startStandIns(home: string): StandIns {
  const program = join(import.meta.dirname, '..', '..', 'dist', 'demo.mjs');
  const child = spawn(process.execPath, [program, 'driver'], {
    env: { HOME: home, PATH: process.env.PATH, LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  let last = 0;
  let ended: string | null = null;
  child.once('close', (code, signal) => {
    ended = `the driver has ended (${signal ?? code})`;
    for (const [id, tell] of waiting) tell({ session: '', id, failed: ended });
    waiting.clear();
  });
  // What cannot be written any more is told by its end.
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const reply = JSON.parse(line) as Reply;
    waiting.get(reply.id ?? 0)?.(reply);
    waiting.delete(reply.id ?? 0);
  });
  return {
    perform: (session, step) =>
      new Promise((resolve, reject) => {
        if (ended !== null) return reject(new Error(`${session}, ${step.do}: ${ended}`));
        last += 1;
        waiting.set(last, (reply) => {
          if ('failed' in reply) reject(new Error(`${session}, ${step.do}: ${reply.failed}`));
          else resolve({ pid: reply.pid ?? 0, conversation: reply.conversation ?? '', result: reply.result ?? null });
        });
        child.stdin.write(`${JSON.stringify({ session, id: last, ...step })}\n`);
      }),
    stop: () => end(child),
    kill: () => void child.kill('SIGKILL'),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.stdin?.end();
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(late);
}
