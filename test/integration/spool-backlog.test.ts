// An hour in which no daemon lived: two thousand hooks wait in the spool. The daemon that starts then takes all of them,
// in the order in which they ran, and is there almost as soon as without them. The launcher keeps no more than that.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installLauncher } from '../../src/adapters/claude/launcher.ts';
import type { State } from '../../src/core/session.ts';
import { type FakeLab, makeFakeLab } from '../lab/fake-lab.ts';
import { until } from '../lab/until.ts';

const FILES = 2000;
const SESSIONS = 8;
/** What a start may take longer for them, beyond its usual time once more, in milliseconds; alone they take a quarter. */
const LONGER = 2000;

/** The last hook of each session, and the state that it leaves. */
const ENDS: readonly (readonly [string, State, object])[] = [
  ['UserPromptSubmit', 'busy', { prompt: 'the last one' }],
  ['PermissionRequest', 'needs-input', { tool_name: 'Bash', tool_input: { command: 'last' } }],
  ['Stop', 'review', { last_assistant_message: 'Done.' }],
  ['StopFailure', 'review', { error: 'rate_limit' }],
];

interface Claude {
  readonly pid: number;
  readonly conversation: string;
  readonly cwd: string;
}

let lab: FakeLab;
let claudes: Claude[];
beforeAll(async () => {
  lab = makeFakeLab('backlog');
  claudes = [];
  for (let at = 0; at < SESSIONS; at += 1) {
    const cwd = lab.project(`p${at}`);
    const told = await lab.standIns.perform(`s${at}`, { do: 'start', cwd });
    claudes.push({ ...told, cwd });
    // Of a version that tells no status: only its hooks know.
    lab.registry.change(told.pid, { status: undefined, statusUpdatedAt: undefined, version: '2.1.112' });
  }
}, 60_000);
afterAll(() => lab.close(), 30_000);

const spool = () => join(lab.state, 'spool');
const waiting = () => readdirSync(spool()).length;

test('two thousand hooks are taken in order, and the daemon is there almost as soon as without them', async () => {
  await lab.open();
  await lab.daemon.stop();
  const usual = await startedIn();
  for (const { pid } of claudes) expect(lab.view(pid)).toBeDefined();
  await lab.daemon.stop();

  const written = fill();
  expect(waiting()).toBe(FILES);
  expect(await startedIn()).toBeLessThan(2 * usual + LONGER);
  for (const [at, { pid }] of claudes.entries()) await lab.turns(pid, endOf(at)[1]);
  await until('an empty spool', () => waiting() === 0);
  for (const [at, { pid }] of claudes.entries()) {
    const { evidence } = await lab.daemon.command('explain', { session: lab.view(pid)?.id ?? '' });
    const heard = evidence.flatMap(({ text }) => /Bash · (.*)/.exec(text)?.[1] ?? []);
    // Of each session the newest pieces of evidence are kept.
    expect(heard.length).toBeGreaterThan(50);
    expect(heard).toEqual(written[at]?.slice(-heard.length));
    expect(lab.announced(lab.view(pid)?.id ?? '')).toEqual([]);
  }
}, 60_000);

test('with two thousand in the spool the launcher keeps no more, unless a daemon lives', async () => {
  await lab.daemon.stop();
  rmSync(lab.state, { recursive: true, force: true });
  installLauncher(lab.state);
  const run = () => {
    const [one] = claudes;
    const { status, stdout, stderr } = spawnSync(join(lab.state, 'hooks', 'Stop'), {
      input: `${JSON.stringify(payloadOf('Stop', one ?? fail(), {}))}\n`,
      env: { CLAUDE_PID: String(one?.pid) },
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  };
  for (let at = 0; at < FILES - 1; at += 1) writeFileSync(join(spool(), `${at}`), '');
  run();
  expect(waiting()).toBe(FILES);
  run();
  expect(waiting()).toBe(FILES);
  writeFileSync(join(lab.state, 'pid'), `${process.pid}\n`);
  run();
  expect(waiting()).toBe(FILES + 1);
});

/** Milliseconds from starting the daemon until a client has its first snapshot. */
async function startedIn(): Promise<number> {
  const began = performance.now();
  await lab.open();
  return performance.now() - began;
}

/**
 * Fills the spool as the launcher would have. No order of names or of births is the one in which the hooks ran.
 * @returns for each session what it asked for, in order.
 */
function fill(): readonly string[][] {
  const each = FILES / SESSIONS;
  const up = uptime();
  const asked: string[][] = claudes.map(() => []);
  const files: { readonly name: string; readonly text: string }[] = [];
  for (const [at, claude] of claudes.entries()) {
    const from = startOf(claude.pid) + 0.2;
    for (let step = 0; step < each; step += 1) {
      const turn = Math.floor(step / 3);
      const last = step === each - 1;
      const [event, , lastly] = endOf(at);
      const kind = last ? event : (['UserPromptSubmit', 'PermissionRequest', 'Stop'][step % 3] ?? '');
      const command = `echo ${at} ${step}`;
      const more = last ? lastly : { prompt: 'go on', tool_name: 'Bash', tool_input: { command } };
      if (kind === 'PermissionRequest') asked[at]?.push(last ? 'last' : command);
      const payload = payloadOf(kind, claude, { ...more, prompt_id: `turn-${at}-${turn}` });
      const ran = (from + ((up - from) * step) / each).toFixed(2);
      files.push({ name: `${(step * 7919) % 10007}.${claude.pid}`, text: fileOf(kind, claude.pid, ran, payload) });
    }
  }
  for (const { name, text } of files.sort((a, b) => (a.name < b.name ? -1 : 1)))
    writeFileSync(join(spool(), name), text);
  return asked;
}

function endOf(at: number): (typeof ENDS)[number] {
  return ENDS[at % ENDS.length] ?? fail();
}

function payloadOf(event: string, { conversation, cwd }: Claude, more: object): object {
  const transcript_path = join(lab.claude, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'), `${conversation}.jsonl`);
  return { session_id: conversation, transcript_path, cwd, ...more, hook_event_name: event };
}

function fileOf(event: string, pid: number, ran: string, payload: object): string {
  const header = ['event', 'pid', 'ppid', 'entrypoint', 'tmux', 'pane', 'ask', 'background', 'uptime'];
  const values = [event, pid, pid, 'cli', '', '', '', '', ran];
  return `${header.map((name, at) => `${name} ${values[at]}\n`).join('')}\n${JSON.stringify(payload)}\n`;
}

/** Seconds since boot. */
function uptime(): number {
  return Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
}

/** When a process began, in seconds since boot. */
function startOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]) / 100;
}

function fail(): never {
  throw new Error('no such session');
}
