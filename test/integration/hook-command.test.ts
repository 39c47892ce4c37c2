// `tallymux hook` without a daemon: it writes the file that the launcher would have written.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CLI, type CommandLine, commandLine } from '../lab/command-line.ts';

let at: CommandLine;
let spool: string;
beforeEach(() => {
  at = commandLine();
  spool = join(at.state, 'spool');
  mkdirSync(spool, { recursive: true, mode: 0o700 });
});
afterEach(() => at.dispose());

/** Runs it as Claude would, by these words before it. It says nothing and ends with 0. */
async function hook(event: string, by: readonly string[] = []): Promise<void> {
  const [program = '', ...words] = [...by, process.execPath, CLI, 'hook'];
  const child = spawn(program, words, { env: { ...at.environment, CLAUDE_PID: '4711' }, stdio: 'pipe' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  child.stdin.end(`${JSON.stringify({ session_id: 'c', hook_event_name: event })}\n`);
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(said).toBe('');
}
const headers = () => readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8').split('\n\n', 1)[0]);

it.each([
  ['Claude itself', []],
  ['a shell of Claude’s', ['/bin/sh', '-c', '"$@"; exit $?', 'sh']],
])('run by %s it names Claude as its parent', async (_who, by) => {
  await hook('Stop', by);
  expect(headers()).toEqual([expect.stringContaining(`event Stop\npid 4711\nppid ${process.pid}\nuptime `)]);
});

it('keeps nothing more once the spool holds 2,000 files', async () => {
  for (let i = 0; i < 1_999; i += 1) writeFileSync(join(spool, `f${i}`), '');
  await hook('Stop');
  await hook('Stop');
  expect(readdirSync(spool)).toHaveLength(2_000);
});

it('keeps nothing more once it holds 10,000, where a daemon is there that takes nothing', async () => {
  for (let i = 0; i < 9_999; i += 1) writeFileSync(join(spool, `f${i}`), '');
  const hung = createServer().listen(join(at.state, 'sock'));
  await once(hung, 'listening');
  await hook('PostToolUse');
  await hook('PostToolUse');
  hung.close();
  expect(readdirSync(spool)).toHaveLength(10_000);
});
