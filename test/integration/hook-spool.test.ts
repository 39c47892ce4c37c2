// No transition is lost: a spool that filled while the daemon was away, and one whose daemon is killed while it reads.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { State } from '../../src/core/session.ts';
import { startFakeClaude, startOf } from '../lab/fake-claude.ts';
import { type FakeLab, makeFakeLab } from '../lab/fake-lab.ts';
import { until } from '../lab/until.ts';

let lab: FakeLab;
const spool = () => join(lab.state, 'spool');
let written = 0;
beforeEach(() => {
  lab = makeFakeLab('hook-spool');
  mkdirSync(spool(), { recursive: true, mode: 0o700 });
});
afterEach(() => lab.close());

const uptime = () => Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);

/** Writes a file as the launcher does, named so that names tell nothing about the order. */
function put(pid: number, event: string, more: object, ran = String(uptime())): void {
  written += 1;
  const payload = { session_id: `c${pid}`, hook_event_name: event, ...more };
  const header = `event ${event}\npid ${pid}\nppid ${pid}\nuptime ${ran}`;
  writeFileSync(join(spool(), `${(written * 7_919) % 100_003}.${pid}`), `${header}\n\n${JSON.stringify(payload)}\n`);
}
/** Whole turns of a Claude, all of them just before now, of which the last one is left in `state`. */
function putTurns(pid: number, turns: number, state: Extract<State, 'busy' | 'review' | 'needs-input'>): void {
  const began = uptime() - turns * 0.003;
  for (let turn = 0; turn < turns; turn++) {
    const ran = (step: number) => (began + turn * 0.003 + step * 0.001).toFixed(3);
    const of = { prompt_id: `${pid}-${written}` };
    const last = turn === turns - 1;
    put(pid, 'UserPromptSubmit', { ...of, prompt: 'go' }, ran(0));
    if (last && state === 'needs-input')
      put(pid, 'PermissionRequest', { ...of, tool_name: 'Bash', tool_input: {} }, ran(1));
    if (!last || state === 'review') put(pid, 'Stop', { ...of, last_assistant_message: 'Done.' }, ran(1));
  }
}
const empty = () => until('the spool is empty', () => readdirSync(spool()).length === 0, { within: 20_000 });
/** Three Claudes that have lived for a second. */
async function claudes(): Promise<readonly number[]> {
  const places = [1, 2, 3].map((n) => ({ home: lab.home, cwd: lab.project(`p${n}`) }));
  const started = await Promise.all(places.map((place) => startFakeClaude(place)));
  const youngest = Math.max(...started.map(({ pid }) => Number(startOf(pid)) / 100));
  await until('they have lived for a second', () => uptime() > youngest + 1);
  return started.map(({ pid }) => pid);
}
const STATES = ['busy', 'review', 'needs-input'] as const;

it('2,000 files that wait at the start are read in the order in which they ran, and announce nothing', async () => {
  const pids = await claudes();
  for (const [at, pid] of pids.entries()) putTurns(pid, 20, STATES[at] ?? 'busy');
  for (let i = readdirSync(spool()).length; i < 2_000; i++) put(4_000_000 + i, 'Stop', {});
  await lab.open();
  await empty();
  for (const [at, pid] of pids.entries()) {
    const { id } = await lab.turns(pid, STATES[at] ?? 'busy');
    expect(lab.announced(id)).toEqual([]);
  }
  // Those of Claudes that are long gone: one line for all.
  expect(lab.log().split('passed over')).toHaveLength(2);
});

it('a daemon that is killed while it reads loses nothing and announces nothing', async () => {
  const pids = await claudes();
  for (const kills of [1, 2, 3]) {
    await lab.open();
    for (const [at, pid] of pids.entries()) putTurns(pid, 100, STATES[at] ?? 'busy');
    await until('it reads', () => readdirSync(spool()).length < 500 + kills * 20);
    await lab.daemon.kill();
  }
  await lab.open();
  await empty();
  for (const [at, pid] of pids.entries()) {
    const { id } = await lab.turns(pid, STATES[at] ?? 'busy');
    expect(lab.announced(id)).toEqual([]);
  }
}, 60_000);
