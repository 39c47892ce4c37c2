// What hooks ask, on every capture that asks something: complete, as it came, and whether somebody waits for the answer.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HookQuestion } from '../../core/hook-question.ts';
import { parseHook } from './hook-payload.ts';
import { parseSpoolFile } from './spool-file.ts';

const CAPTURES = join(import.meta.dirname, '../../../test/fixtures/captures/hooks');
const names = readdirSync(CAPTURES).map((name) => name.replace(/\.json$/, ''));
const capture = (name: string) =>
  JSON.parse(readFileSync(join(CAPTURES, `${name}.json`), 'utf8')) as Record<string, unknown>;

const DOOR = {
  key: 'k',
  event: null,
  claimedPid: null,
  parentPid: null,
  uptime: null,
  ask: null,
  background: null,
} as const;
const overDoor = (payload: object): HookQuestion | null => {
  const read = parseHook(Buffer.from(JSON.stringify(payload)), DOOR);
  if ('fault' in read) throw new Error(read.fault);
  return read.question;
};
const spooled = (payload: object, header: string): HookQuestion | null => {
  const file = parseSpoolFile(Buffer.from(`${header}\n\n${JSON.stringify(payload)}\n`), 'k');
  if (file.kind !== 'arrival') throw new Error(JSON.stringify(file));
  return file.arrival.question;
};

describe('every captured permission', () => {
  it.each(names.filter((name) => name.startsWith('PermissionRequest')))('%s is kept whole', (name) => {
    const payload = capture(name);
    expect(overDoor(payload)).toEqual({
      asks: 'permission',
      tool: payload.tool_name,
      input: payload.tool_input,
      suggestions: payload.permission_suggestions ?? null,
      mode: payload.permission_mode,
      agentType: payload.agent_type ?? null,
      held: null,
      foregroundAgents: false,
    });
  });
});

it('a form is kept with its schema, and nothing of the envelope', () => {
  const { message, mode, requested_schema } = capture('Elicitation');
  expect(overDoor(capture('Elicitation'))).toEqual({
    asks: 'form',
    tool: 'lab',
    input: { message, mode, requested_schema },
    suggestions: null,
    mode: null,
    agentType: null,
    held: null,
    foregroundAgents: false,
  });
});

it('nothing else asks', () => {
  for (const name of names.filter((name) => !/^(PermissionRequest|Elicitation)\b|^_/.test(name)))
    expect([name, overDoor(capture(name))]).toEqual([name, null]);
});

it('an input is neither cleaned nor cut', () => {
  const tool_input = { command: `printf '\u001b[31m\u0007'\n${'x'.repeat(3_000_000)}`, ' odd\u0000name ': '\u202e' };
  expect(overDoor({ ...capture('PermissionRequest.Bash'), tool_input })?.input).toEqual(tool_input);
});

it('the launcher says where it waits, and how agents run; only its own kind of name counts', () => {
  const bash = capture('PermissionRequest.Bash');
  expect(spooled(bash, 'event PermissionRequest\nask 12.7\nbackground 1')).toMatchObject({
    held: '12.7',
    foregroundAgents: true,
  });
  for (const header of [
    'event PermissionRequest\nask \nbackground 0',
    'event PermissionRequest\nask ../x\nbackground ',
  ])
    expect(spooled(bash, header)).toMatchObject({ held: null, foregroundAgents: false });
  expect(spooled(capture('Elicitation'), 'ask 12.7.2')?.held).toBe('12.7.2');
});

it.each([[{}], ['always'], [[1]], [[null]], [[[]]]])('suggestions of %j are none', (permission_suggestions) => {
  expect(overDoor({ ...capture('PermissionRequest.Bash'), permission_suggestions })?.suggestions).toBeNull();
});
