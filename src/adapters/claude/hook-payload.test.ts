// What each hook of Claude's means, on the captures and on whatever else may come.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HookArrival, HookFact } from '../../core/hook.ts';
import { type HookEnvelope, parseHook } from './hook-payload.ts';

const CAPTURES = join(import.meta.dirname, '../../../test/fixtures/captures/hooks');
const ENVELOPE: HookEnvelope = {
  key: 'k',
  event: null,
  claimedPid: 7,
  parentPid: 8,
  uptime: 9,
  ask: null,
  background: null,
};

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const arrival = (value: unknown, envelope: Partial<HookEnvelope> = {}): HookArrival => {
  const read = parseHook(bytes(value), { ...ENVELOPE, ...envelope });
  if ('fault' in read) throw new Error(read.fault);
  return read;
};
const fault = (value: unknown, envelope: Partial<HookEnvelope> = {}): string | null => {
  const read = parseHook(bytes(value), { ...ENVELOPE, ...envelope });
  return 'fault' in read ? read.fault : null;
};
const capture = (name: string) => arrival(readFileSync(join(CAPTURES, `${name}.json`), 'utf8'));
const hook = (hook_event_name: string, more: object = {}) => ({ session_id: 'abc', hook_event_name, ...more });

const FACTS: Readonly<Record<string, HookFact>> = {
  'SessionStart.startup': { kind: 'session-started', reason: 'startup' },
  'SessionStart.resume': { kind: 'session-started', reason: 'resume' },
  'SessionStart.clear': { kind: 'session-started', reason: 'clear' },
  'SessionStart.compact': { kind: 'session-started', reason: 'compact' },
  'SessionStart.fork': { kind: 'session-started', reason: 'fork' },
  'SessionEnd.clear': { kind: 'session-ended', reason: 'clear' },
  'SessionEnd.other': { kind: 'session-ended', reason: 'other' },
  'SessionEnd.prompt_input_exit': { kind: 'session-ended', reason: 'prompt_input_exit' },
  UserPromptSubmit: { kind: 'prompt', by: 'person', text: 'say: x' },
  'PreToolUse.Bash.subagent': {
    kind: 'tool-started',
    toolId: 'toolu_09c25b46f1399708df8c2668',
    tool: 'Bash',
    action: 'Bash · touch x1.txt',
  },
  'PostToolUse.Bash.subagent': { kind: 'tool-ended', toolId: 'toolu_ed6e91e0a78fd82be7c9b147', tool: 'Bash' },
  'PostToolUseFailure.Bash': { kind: 'tool-ended', toolId: 'toolu_93351f6679b84cccde8561e7', tool: 'Bash' },
  'Notification.permission_prompt': { kind: 'permission-notified' },
  'Notification.idle_prompt': { kind: 'notified', type: 'idle_prompt' },
  'Notification.agent_needs_input': { kind: 'notified', type: 'agent_needs_input' },
  'Notification.elicitation_dialog': { kind: 'notified', type: 'elicitation_dialog' },
  'Notification.elicitation_response': { kind: 'notified', type: 'elicitation_response' },
  Stop: { kind: 'stopped', text: 'x', agents: 0, shells: 0 },
  'Stop.with-background-shell': { kind: 'stopped', text: 'Done.', agents: 0, shells: 1 },
  'Stop.with-background-subagent': { kind: 'stopped', text: 'Done.', agents: 1, shells: 0 },
  'Stop.with-background-teammate': { kind: 'stopped', text: 'Done.', agents: 1, shells: 0 },
  'StopFailure.rate_limit': {
    kind: 'stop-failed',
    failure: { kind: 'rate_limit', text: 'API Error: Request rejected (429) · Lab error 429', status: null },
  },
  SubagentStart: { kind: 'agent-started' },
  SubagentStop: { kind: 'agent-ended' },
  'SubagentStop.no-type': { kind: 'agent-ended' },
  'PreCompact.auto': { kind: 'compaction-began', trigger: 'auto' },
  'PreCompact.manual': { kind: 'compaction-began', trigger: 'manual' },
  'PostCompact.auto': { kind: 'compaction-ended', trigger: 'auto' },
  'PostCompact.manual': { kind: 'compaction-ended', trigger: 'manual' },
  Elicitation: { kind: 'form-asked', server: 'lab' },
  ElicitationResult: { kind: 'form-answered', server: 'lab' },
  CwdChanged: { kind: 'directory-changed', cwd: '/home/dev/shop' },
  'PostModelSwitch.command': { kind: 'model-switched', model: 'claude-sonnet-5-5' },
  'PreModelSwitch.command': { kind: 'other', event: 'PreModelSwitch' },
  'Setup.init': { kind: 'other', event: 'Setup' },
  MessageDisplay: { kind: 'other', event: 'MessageDisplay' },
};

/** The kind of fact of every capture whose whole fact does not stand above. */
const KINDS: Readonly<Record<string, HookFact['kind']>> = {
  UserPromptSubmit: 'prompt',
  PermissionRequest: 'permission-asked',
  PreToolUse: 'tool-started',
  PostToolUse: 'tool-ended',
  StopFailure: 'stop-failed',
};

describe('every captured event', () => {
  const names = readdirSync(CAPTURES)
    .filter((name) => !name.startsWith('_'))
    .map((name) => name.replace(/\.json$/, ''));
  it.each(names)('%s', (name) => {
    const read = capture(name);
    const event = name.split('.')[0] ?? '';
    expect(read.event).toBe(event);
    expect(read.conversation).toMatch(/^[0-9a-f-]{36}$/);
    expect(read.transcriptPath).toBe(`/home/dev/.claude/projects/-home-dev-shop/${read.conversation}.jsonl`);
    expect([read.claimedPid, read.parentPid, read.uptime, read.key]).toEqual([7, 8, 9, 'k']);
    if (FACTS[name] !== undefined) expect(read.fact).toEqual(FACTS[name]);
    else expect(read.fact.kind).toBe(KINDS[event] ?? 'other');
  });
  it('is there', () => expect(names.length).toBeGreaterThan(90));
});

it('a finished background task that comes back is no prompt of the person', () => {
  expect(capture('UserPromptSubmit.task-notification').fact).toMatchObject({ kind: 'prompt', by: 'task' });
});

it('an event of a sub-agent names it, and one of the main conversation names none', () => {
  expect(capture('PermissionRequest.Bash.subagent').agent).toBe('afbb3e8125db2572d');
  expect(capture('PermissionRequest.Bash').agent).toBeNull();
});

it('the end of an agent that has no id is the end of nothing we know', () => {
  expect(arrival(hook('SubagentStop', { agent_type: '' })).fact).toEqual({ kind: 'other', event: 'SubagentStop' });
});

it('nothing of what a tool would do is kept but its one line', () => {
  const tool_input = { file_path: '/w/a.ts', old_string: 'SECRET', new_string: 'other' };
  const { fact } = arrival(hook('PermissionRequest', { tool_name: 'Edit', tool_input }));
  expect(Object.keys(fact).sort()).toEqual(['action', 'kind', 'tool']);
});

it('a permission that a worker asks for counts, and so does one of a version that names no type', () => {
  expect(arrival(hook('Notification', { notification_type: 'worker_permission_prompt' })).fact.kind).toBe(
    'permission-notified',
  );
  const message = 'Claude needs your permission to use Bash';
  expect(arrival(hook('Notification', { message })).fact.kind).toBe('permission-notified');
  expect(arrival(hook('Notification', { message: 'Claude is waiting for your input' })).fact.kind).toBe('notified');
});

it('only what runs counts as at work, and what is no shell counts as an agent', () => {
  const background_tasks = [
    { type: 'shell', status: 'running' },
    { type: 'local_bash' },
    { type: 'shell', status: 'completed' },
    { type: 'something new', status: 'running' },
    {},
  ];
  expect(arrival(hook('Stop', { background_tasks })).fact).toMatchObject({ agents: 2, shells: 2 });
});

it('text stays one line of at most 300 characters without control characters', () => {
  const { fact } = arrival(hook('UserPromptSubmit', { prompt: `\u001b[31mred\u0007\n${'x'.repeat(500)}` }));
  const text = fact.kind === 'prompt' ? fact.text : '';
  expect(text).toHaveLength(300);
  expect(text).toMatch(/^\[31mred x+…$/);
});

it('an event that we do not know changes nothing', () => {
  expect(arrival(hook('SomethingNew')).fact).toEqual({ kind: 'other', event: 'SomethingNew' });
});

it('the payload names the event; the launcher only where it does not', () => {
  expect(arrival({ session_id: 'abc' }, { event: 'Stop' }).fact.kind).toBe('stopped');
  expect(fault(hook('Stop'), { event: 'UserPromptSubmit' })).toBe('a hook that names two different events');
  expect(fault({ session_id: 'abc' })).toBe('a hook without the name of an event');
});

it.each([
  ['not JSON', '{"session_id":', 'a hook that is not JSON'],
  ['nothing', '', 'a hook that is not JSON'],
  ['a list', [], 'a hook that is not a JSON object'],
  ['no conversation', { hook_event_name: 'Stop' }, 'a hook (Stop) without a session_id'],
  ['a number as conversation', { hook_event_name: 'Stop', session_id: 7 }, 'a hook whose session_id is no text'],
  ['a path as conversation', hook('Stop', { session_id: '../../x' }), 'a hook (Stop) without a session_id'],
  ['a list as prompt', hook('UserPromptSubmit', { prompt: ['SECRET'] }), 'a hook whose prompt is no text'],
  ['a text as input', hook('PreToolUse', { tool_input: 'SECRET' }), 'a hook whose tool_input is no object'],
  [
    'tasks that are none',
    hook('Stop', { background_tasks: 'SECRET' }),
    'a hook whose background_tasks is no list of objects',
  ],
])('%s is one fault, which quotes nothing', (_what, value, text) => {
  expect(fault(value)).toBe(text);
});

it('a payload over 20 MB is a fault, one of 20 MB is not', () => {
  const whole = hook('UserPromptSubmit', { prompt: '' });
  const room = 20 * 1024 * 1024 - bytes(whole).length;
  expect(fault({ ...whole, prompt: 'x'.repeat(room) })).toBeNull();
  expect(fault({ ...whole, prompt: 'x'.repeat(room + 1) })).toBe('a hook larger than 20 MB');
});

it('an input nested beyond reason does no harm: nobody walks it, and no question is made of it', () => {
  const nested = (event: string, depth: number) =>
    `{"session_id":"abc","hook_event_name":"${event}","tool_input":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
  expect(fault(nested('PreToolUse', 200_000))).toBeNull();
  expect(fault(nested('PermissionRequest', 400))).toBeNull();
  expect(fault(nested('PermissionRequest', 200_000))).toBe(
    'a hook (PermissionRequest) that is nested deeper than 500 levels',
  );
});

it('H13: every script survives, invalid bytes are replaced, lone surrogates do no harm', () => {
  const prompt = 'é"漢字 👩‍💻 "ü';
  expect(arrival(hook('UserPromptSubmit', { prompt })).fact).toMatchObject({ text: prompt });
  const broken = Buffer.concat([
    Buffer.from('{"session_id":"a","hook_event_name":"UserPromptSubmit","prompt":"a'),
    Buffer.from([0xff, 0xc3]),
    Buffer.from('b"}'),
  ]);
  const read = parseHook(broken, ENVELOPE);
  expect('fact' in read && read.fact).toMatchObject({ text: 'a��b' });
  expect(arrival('{"session_id":"a","hook_event_name":"UserPromptSubmit","prompt":"x\\ud83d y"}').fact.kind).toBe(
    'prompt',
  );
});

it('any bytes give an arrival or a fault, never a throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), fc.json().map(bytes), mutilated()), (payload) => {
      const read = parseHook(payload, ENVELOPE);
      expect('fault' in read ? read.fault : read.conversation).toMatch(/./);
    }),
    { numRuns: 500 },
  );
});

/** A capture with one of its values replaced by anything. */
function mutilated() {
  const texts = readdirSync(CAPTURES).map((name) => readFileSync(join(CAPTURES, name), 'utf8'));
  return fc.tuple(fc.constantFrom(...texts), fc.nat(), fc.jsonValue()).map(([text, at, value]) => {
    const fields = JSON.parse(text) as Record<string, unknown>;
    const names = Object.keys(fields);
    return bytes({ ...fields, [names[at % names.length] ?? '']: value });
  });
}
