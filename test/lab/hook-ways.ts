// The three ways by which a hook reaches the daemon: the launcher's file in the spool, HTTP with the token, and
// `tallymux hook`. Each takes the same payload of the same Claude.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installLauncher } from '../../src/adapters/claude/launcher.ts';
import { CLI } from './command-line.ts';
import type { FakeLab } from './fake-lab.ts';

/** A payload, as Claude writes it. */
export type Payload = Readonly<Record<string, unknown>> & { readonly hook_event_name: string };

/** One way: hands a payload over in the name of a Claude's pid; resolves when the sender is done. */
export type Way = (lab: FakeLab, pid: number, payload: Payload) => Promise<void>;

/** The three ways by name. */
export const WAYS: Readonly<Record<'spool' | 'HTTP' | 'tallymux hook', Way>> = {
  spool: (lab, pid, payload) => {
    installLauncher(lab.state);
    return run(join(lab.state, 'hooks', payload.hook_event_name), [], pid, payload, {});
  },
  HTTP: async (lab, pid, payload) => {
    const reply = await postHook(lab, JSON.stringify(payload), { 'x-tallymux-pid': String(pid) });
    if (reply.status !== 204) throw new Error(`the intake answered ${reply.status}`);
  },
  'tallymux hook': (lab, pid, payload) => run(process.execPath, [CLI, 'hook'], pid, payload, lab.daemon.environment),
};

/** The intake's address. */
export async function hookUrl(lab: FakeLab): Promise<string> {
  return (await lab.daemon.command('status', {})).hookUrl ?? '';
}

/** The token as a client reads it. */
export function tokenOf(lab: FakeLab): string {
  return readFileSync(join(lab.state, 'hook-token'), 'utf8').trim();
}

/** Posts any body to the intake; headers replace those of a good request. */
export async function postHook(
  lab: FakeLab,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(await hookUrl(lab), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(lab)}`, ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });
}

/** Runs a hook command as Claude does. It must say nothing and end with 0. */
async function run(
  program: string,
  words: readonly string[],
  pid: number,
  payload: Payload,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn(program, words, {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...environment, CLAUDE_PID: String(pid), CLAUDECODE: '1' },
    stdio: 'pipe',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  child.stdin.end(`${JSON.stringify(payload)}\n`);
  const [code] = await once(child, 'close');
  if (code !== 0 || said !== '') throw new Error(`${program} ended with ${code} and said ${JSON.stringify(said)}`);
}
