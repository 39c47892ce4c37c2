// `hook`: takes one hook event of Claude's on standard input to the daemon, else into the spool, as the launcher does.
// For settings that were written by hand. It must never print to Claude, never fail, never start a daemon, never make
// Claude wait for longer than a second.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SPOOL_LIMIT, SPOOL_LIMIT_WITH_DAEMON, STATE_BEARING } from '../../adapters/claude/launcher-script.ts';
import { errorCode } from '../../home/home-error.ts';
import { type HookSender, sendHook } from '../../home/hook-client.ts';
import { uptimeText } from '../../home/machine.ts';
import { type HomePaths, homePaths } from '../../home/paths.ts';
import { socketOf } from '../connection.ts';
import { tell } from '../output.ts';

/** How long the daemon may take, in milliseconds. */
const PATIENCE = 700;
/** The largest payload that is passed on, in bytes: more than that the daemon reads in no way. */
const LARGEST = 20 * 1024 * 1024;

/** Passes the hook on. Whatever happens, it resolves. */
export async function hook(environment: NodeJS.ProcessEnv): Promise<void> {
  if (process.stdin.isTTY) return tell('`tallymux hook` is for the hooks of Claude Code, which write to it.');
  const sender = { pid: environment.CLAUDE_PID ?? '', parent: parent(), uptime: uptimeText() };
  const payload = await wholeInput();
  if (payload === null) return;
  try {
    const paths = homePaths(environment);
    const delivery = await sendHook(socketOf(paths), payload, sender, PATIENCE);
    if (delivery !== 'delivered') spool(paths, payload, sender, delivery === 'none');
  } catch {
    // Nobody who could be told: Claude must not hear of it.
  }
}

/** All of standard input, read to its end whatever its size; `null` when it is more than is ever passed on. */
async function wholeInput(): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= LARGEST) chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return size > LARGEST ? null : Buffer.concat(chunks);
}

/** Writes the file that the launcher would have written. Without a daemon only what can move a state is kept. */
function spool(
  { spool: directory, directory: home }: HomePaths,
  payload: Buffer,
  sender: HookSender,
  alone: boolean,
): void {
  const event = eventOf(payload);
  if (event === null) return;
  if (alone && !STATE_BEARING.split(' | ').includes(event)) return;
  // Where there is no home nobody will ever read it.
  readdirSync(home);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (readdirSync(directory).length >= (alone ? SPOOL_LIMIT : SPOOL_LIMIT_WITH_DAEMON)) return;
  const header = [
    `event ${event}`,
    `pid ${/^\d+$/.test(sender.pid) ? sender.pid : ''}`,
    `ppid ${sender.parent}`,
    `uptime ${sender.uptime}`,
  ];
  const path = join(directory, `${process.pid}.${process.hrtime.bigint()}`);
  try {
    const file = Buffer.concat([Buffer.from(`${header.join('\n')}\n\n`), payload, Buffer.from('\n')]);
    writeFileSync(path, file, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // A full disk leaves half a file, which nobody will finish.
    if (errorCode(error) !== 'EEXIST') rmSync(path, { force: true });
  }
}

/** `null` for what is no hook. */
function eventOf(payload: Buffer): string | null {
  const { hook_event_name: event } = (JSON.parse(payload.toString('utf8')) ?? {}) as { hook_event_name?: unknown };
  return typeof event === 'string' && /^[A-Za-z]{1,64}$/.test(event) ? event : null;
}

/** Who ran this; where that is a shell, who ran the shell, as the launcher tells it. */
function parent(): string {
  try {
    const [, name = '', above] =
      /^\d+ \((.*)\) \S+ (\d+) /s.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8')) ?? [];
    if (above !== undefined && name.endsWith('sh')) return above;
  } catch {
    // Not Linux, or the shell is gone already.
  }
  return String(process.ppid);
}
