// Whose a hook is where an old Claude runs below a newer one, by the header that the launcher writes there.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  CLAUDE_DIRECTORY,
  claudeProcess,
  type FakePorts,
  fakePorts,
  registryEntry,
} from '../../test/lab/fake-ports.ts';
import { until } from '../../test/lab/until.ts';
import { installLauncher } from '../adapters/claude/launcher.ts';
import { parseSpoolFile } from '../adapters/claude/spool-file.ts';
import type { HookArrival } from '../core/hook.ts';
import type { RunningDaemon } from './daemon.ts';

/** The newer Claude, which told its pid to everything below it. */
const OUTER = 70;
/** The old one is whoever starts the shell that runs the launcher: we. */
const INNER = process.pid;

let ports: FakePorts;
let daemon: RunningDaemon;
let home: string;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'tallymux-owner-'));
  installLauncher(home);
  ports = fakePorts();
  ports.entries.set(OUTER, registryEntry(OUTER, 'c'));
  ports.processes.set(OUTER, claudeProcess(OUTER));
  daemon = await ports.start();
  await until('the newer one is seen', () => ports.session(OUTER)?.state === 'idle');
});
afterEach(async () => {
  await daemon.dispose();
  rmSync(home, { recursive: true, force: true });
});

/** What the launcher hands over when the inner Claude runs it through a shell that stays. */
async function told(event: string, more: object): Promise<HookArrival> {
  const payload = {
    session_id: 'd',
    hook_event_name: event,
    transcript_path: `${CLAUDE_DIRECTORY}/projects/-home-dev-shop/d.jsonl`,
    cwd: '/home/dev/shop',
    ...more,
  };
  const child = spawn('/bin/sh', ['-c', '"$0"; exit $?', join(home, 'hooks', event)], {
    env: { CLAUDE_PID: String(OUTER), PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(`${JSON.stringify(payload)}\n`);
  await once(child, 'close');
  const [name = ''] = readdirSync(join(home, 'spool'));
  const file = parseSpoolFile(readFileSync(join(home, 'spool', name)), name);
  rmSync(join(home, 'spool', name));
  if (file.kind !== 'arrival') throw new Error(`the launcher wrote: ${file.kind}`);
  return { ...file.arrival, uptime: ports.uptime };
}
const passedOver = (key: string) =>
  ports.taken.includes(key) && ports.logged.some((line) => line.includes('passed over'));

it('the older Claude inside of a newer one gets its own hooks, from the first on', async () => {
  ports.processes.set(INNER, claudeProcess(INNER, { ancestors: [OUTER] }));
  ports.ring(await told('SessionStart', { source: 'startup' }));
  await until('it is met', () => ports.session(INNER)?.conversation === 'd');
  ports.ring(await told('UserPromptSubmit', { prompt: 'go' }));
  await until('it works', () => ports.session(INNER)?.state === 'busy');
  expect(ports.session(OUTER)).toMatchObject({ conversation: 'c', state: 'idle' });
});

it('a pid that is only claimed gives nobody a conversation that the registry does not name', async () => {
  // Where the launcher cannot look above its shell, that is gone when we look.
  const start = { ...(await told('SessionStart', { source: 'startup' })), parentPid: 90 };
  ports.ring(start);
  await until('it is passed over', () => passedOver(start.key));
  const prompt = { ...(await told('UserPromptSubmit', { prompt: 'go' })), parentPid: 91 };
  ports.ring(prompt);
  await until('so is the next', () => ports.taken.includes(prompt.key));
  expect(ports.session(OUTER)).toMatchObject({ conversation: 'c', state: 'idle' });
});

it.each([
  ['the Claude that ran the launcher', OUTER],
  ['the Claude above the shell that ran it', 90],
])('%s is believed before its registry file tells', async (_who, parentPid) => {
  ports.parents.set(90, OUTER);
  const start = { ...(await told('SessionStart', { source: 'clear' })), parentPid };
  ports.ring(start);
  await until('it is taken', () => ports.taken.includes(start.key));
  expect(ports.logged.join()).not.toContain('passed over');
});
