// Whichever way a hook comes, it means the same; and what is no hook, or nobody's, changes nothing.

import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { State } from '../../src/core/session.ts';
import { startFakeClaude } from '../lab/fake-claude.ts';
import { type FakeLab, makeFakeLab } from '../lab/fake-lab.ts';
import { type Payload, postHook, WAYS } from '../lab/hook-ways.ts';
import { until } from '../lab/until.ts';

let lab: FakeLab;
beforeAll(async () => {
  lab = makeFakeLab('hook-ways');
  await lab.open();
});
afterAll(() => lab.close());

/** A Claude of a version without a registry: its hooks are all that tells of it. */
async function claude(name: string) {
  const cwd = lab.project(name);
  const { pid } = await startFakeClaude({ home: lab.home, cwd });
  const conversation = randomUUID();
  const payload = (hook_event_name: string, more: object = {}): Payload => ({
    session_id: conversation,
    transcript_path: join(lab.claude, 'projects', 'x', `${conversation}.jsonl`),
    cwd,
    hook_event_name,
    ...more,
  });
  return { pid, cwd, conversation, payload };
}

const touch = { tool_name: 'Bash', tool_input: { command: 'touch x' } };
/** A turn: what happens, and how the session stands afterwards. */
const TURN: readonly (readonly [string, object, State])[] = [
  ['SessionStart', { source: 'startup' }, 'idle'],
  ['UserPromptSubmit', { prompt: 'é "ü" 漢', prompt_id: 'p1' }, 'busy'],
  ['PermissionRequest', { ...touch, prompt_id: 'p1' }, 'needs-input'],
  ['PostToolUse', { ...touch, tool_use_id: 't1', prompt_id: 'p1' }, 'busy'],
  ['Stop', { last_assistant_message: 'Done.', background_tasks: [], prompt_id: 'p1' }, 'review'],
];

describe('C8, A3: the same turn', () => {
  const evidence: Record<string, readonly string[]> = {};
  it.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('by %s', async (name) => {
    const { pid, conversation, payload } = await claude(`turn by ${name}`);
    for (const [event, more, state] of TURN) {
      await WAYS[name](lab, pid, payload(event, more));
      await lab.turns(pid, state);
    }
    const view = await lab.shows(pid, 'its conversation', (session) => session.conversation === conversation);
    expect(lab.history(view.id).filter((state) => state !== 'unknown')).toEqual([
      'idle',
      'busy',
      'needs-input',
      'busy',
      'review',
    ]);
    const explanation = await lab.daemon.command('explain', { session: view.id });
    evidence[name] = explanation.evidence.filter(({ source }) => source === 'hook').map(({ text }) => text);
    expect(evidence[name]).toHaveLength(TURN.length);
    expect(evidence[name]).toEqual(evidence.spool ?? evidence[name]);
    expect(lab.log()).not.toContain('passed over');
    // Files go once what they mean is written down, many with one write.
    await until('an empty spool', () => readdirSync(join(lab.state, 'spool')).length === 0);
  });
});

/** A session that its hooks left at work, and how to see that it stays so. */
async function working(name: string) {
  const it = await claude(name);
  await WAYS.HTTP(lab, it.pid, it.payload('UserPromptSubmit', { prompt: 'go', prompt_id: 'now' }));
  const { id } = await lab.turns(it.pid, 'busy');
  let marks = 0;
  /** A hook that changes nothing, after which everything sent before has had its effect. */
  const settled = async () => {
    marks += 1;
    const type = `mark_${marks}`;
    await WAYS.HTTP(lab, it.pid, it.payload('Notification', { notification_type: type, prompt_id: 'now' }));
    await until(type, async () => {
      const { evidence } = await lab.daemon.command('explain', { session: id });
      return evidence.some(({ text }) => text.endsWith(type));
    });
  };
  const lines = () =>
    lab
      .log()
      .split('\n')
      .filter((line) => /passed over|refused/.test(line)).length;
  return { ...it, id, settled, lines };
}

describe('a bad hook is one line in the log, and nothing moves', () => {
  type Bad = (good: Payload, pid: number) => Promise<unknown>;
  const post: (change: object, headers?: Record<string, string>) => Bad = (change, headers) => (good, pid) =>
    postHook(lab, JSON.stringify({ ...good, ...change }), { 'x-tallymux-pid': String(pid), ...headers });
  const file: (text: (good: Payload, pid: number) => string) => Bad = (text) => (good, pid) =>
    Promise.resolve(writeFileSync(join(lab.state, 'spool', `bad.${randomUUID()}`), text(good, pid)));
  const inSpool = (header: string, change: object) =>
    file((good, pid) => `${header}\npid ${pid}\n\n${JSON.stringify({ ...good, ...change })}\n`);
  it.each<[string, number, Bad]>([
    ['not JSON', 400, () => postHook(lab, '{"session_id":')],
    ['no object', 400, () => postHook(lab, '[]')],
    ['20 MB', 413, (good) => postHook(lab, JSON.stringify({ ...good, prompt: 'x'.repeat(20 * 2 ** 20) }))],
    ['a conversation that is no text', 400, post({ session_id: 7 })],
    ['a message that is no text', 400, post({ last_assistant_message: {} })],
    ['a wrong token', 401, post({}, { authorization: 'Bearer nonsense-nonsense-nonsense-nonsense' })],
    ['a page’s origin', 403, post({}, { origin: 'http://127.0.0.1:3000' })],
    ['a transcript elsewhere', 204, post({ transcript_path: '/etc/passwd' })],
    [
      'another’s pid',
      204,
      post({ session_id: randomUUID(), hook_event_name: 'StopFailure' }, { 'x-tallymux-pid': '1' }),
    ],
    ['two names of events, in the spool', 0, inSpool('event Notification', {})],
    ['a payload of wrong types, in the spool', 0, inSpool('event Stop', { background_tasks: 'all' })],
  ])('%s', async (name, status, send) => {
    const { pid, id, payload, settled, lines } = await working(`bad ${name}`);
    mkdirSync(join(lab.state, 'spool'), { recursive: true });
    const before = { view: lab.view(pid), lines: lines() };
    const reply = await send(payload('Stop', { last_assistant_message: 'Over.', prompt_id: 'now' }), pid);
    expect(reply instanceof Response ? reply.status : 0).toBe(status);
    await until('one line', () => lines() === before.lines + 1);
    await settled();
    expect(lab.view(pid)).toEqual(before.view);
    expect(lab.history(id)).not.toContain('review');
    expect(lines()).toBe(before.lines + 1);
    expect(lab.log()).not.toMatch(/passwd|nonsense/);
  });

  it('an event that nobody knows changes nothing and is no fault', async () => {
    const { pid, payload, settled, lines } = await working('unknown event');
    const before = { view: lab.view(pid), lines: lines() };
    await WAYS.HTTP(lab, pid, payload('SomethingNew', { prompt_id: 'now' }));
    await settled();
    expect([lab.view(pid), lines()]).toEqual([before.view, before.lines]);
  });

  it('a hook that is replayed after the next turn began', async () => {
    const { pid, id, payload, settled, lines } = await working('replayed');
    const stop = payload('Stop', { last_assistant_message: 'Over.', prompt_id: 'now' });
    await WAYS.HTTP(lab, pid, stop);
    await lab.turns(pid, 'review');
    await WAYS.HTTP(lab, pid, payload('UserPromptSubmit', { prompt: 'on', prompt_id: 'next' }));
    await lab.turns(pid, 'busy');
    const before = { view: lab.view(pid), lines: lines() };
    await WAYS.HTTP(lab, pid, stop);
    await until('one line', () => lines() === before.lines + 1);
    await settled();
    expect(lab.view(pid)).toEqual(before.view);
    expect(lab.history(id).at(-1)).toBe('busy');
  });
});

it('H16: a hook that comes twice within 50 ms, by two entries or two posts, is one transition and one announcement', async () => {
  const { pid, id, payload } = await working('twice');
  const stop = payload('Stop', { last_assistant_message: 'Over.', prompt_id: 'now' });
  await Promise.all([
    WAYS.HTTP(lab, pid, stop),
    WAYS.HTTP(lab, pid, stop),
    WAYS.spool(lab, pid, stop),
    WAYS.spool(lab, pid, stop),
  ]);
  await lab.turns(pid, 'review');
  await until('the spool is read', () => readdirSync(join(lab.state, 'spool')).length === 0);
  expect(lab.history(id).filter((state) => state === 'review')).toHaveLength(1);
  expect(lab.announced(id)).toEqual(['review']);
});

it('B12: idle reminders reach the intake, are told by explain, and change nothing', async () => {
  const { pid, id, payload } = await working('reminded');
  await WAYS.HTTP(lab, pid, payload('Stop', { last_assistant_message: 'Over.', prompt_id: 'now' }));
  const before = await lab.turns(pid, 'review');
  const reminder = { message: 'Claude is waiting for your input', notification_type: 'idle_prompt', prompt_id: 'now' };
  await WAYS.HTTP(lab, pid, payload('Notification', reminder));
  await until('it is logged', async () => {
    const { evidence } = await lab.daemon.command('explain', { session: id });
    return evidence.some(({ text }) => text.includes('idle_prompt'));
  });
  expect(lab.view(pid)).toEqual(before);
});

it('C2: the intake says where it is, on loopback, and only its token opens it', async () => {
  const { hookUrl } = await lab.daemon.command('status', {});
  expect(hookUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hook$/);
  expect((await fetch(hookUrl ?? '', { method: 'POST', body: '{}' })).status).toBe(401);
  expect(statSync(join(lab.state, 'hook-token')).mode & 0o777).toBe(0o600);
});

it('H10, H13: a payload of megabytes in every script comes through the launcher whole', async () => {
  const { pid, payload } = await working('large');
  const command = `echo 漢字 👩‍💻 "é" ${'x'.repeat(5 * 2 ** 20)}`;
  const asked = { tool_name: 'Bash', tool_input: { command }, prompt_id: 'now' };
  await WAYS.spool(lab, pid, payload('PermissionRequest', asked));
  const { id } = await lab.turns(pid, 'needs-input');
  const { evidence } = await lab.daemon.command('explain', { session: id });
  expect(evidence.findLast(({ source }) => source === 'hook')?.text).toMatch(
    /^asks for Bash · echo 漢字 👩‍💻 "é" x+…$/,
  );
});

it('H17: hooks of a session without a pane count all the same', async () => {
  const { pid, payload } = await working('no pane');
  await WAYS.spool(lab, pid, payload('Stop', { prompt_id: 'now' }));
  expect((await lab.turns(pid, 'review')).tmux).toBeNull();
});

it('A2: what the spool took in while the daemon was away counts at its start, and is announced to nobody', async () => {
  const { pid, id, payload } = await working('away');
  await lab.daemon.stop();
  await WAYS.spool(lab, pid, payload('PermissionRequest', { ...touch, prompt_id: 'now' }));
  await WAYS['tallymux hook'](
    lab,
    pid,
    payload('Notification', { notification_type: 'permission_prompt', prompt_id: 'now' }),
  );
  expect(readdirSync(join(lab.state, 'spool'))).toHaveLength(2);
  await lab.open();
  expect((await lab.turns(pid, 'needs-input')).id).toBe(id);
  expect(lab.announced(id)).toEqual([]);
  await until('the spool is read', () => readdirSync(join(lab.state, 'spool')).length === 0);
});
