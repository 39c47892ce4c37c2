import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cpuTimeOf } from '../../../test/cpu-time.ts';
import { readToolCalls } from './transcript-call.ts';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tallymux-call-'));
  path = join(directory, 'c.jsonl');
  writeFileSync(path, '');
});
afterEach(() => rmSync(directory, { recursive: true }));

const writes = (id: string, name: string, input: unknown, more: object = {}) =>
  appendFileSync(
    path,
    `${JSON.stringify({
      type: 'assistant',
      message: {
        content: [
          { type: 'text', text: 'so' },
          { type: 'tool_use', id, name, input },
        ],
      },
      ...more,
    })}\n`,
  );

const callOf = (id: string) => readToolCalls(path, [id]).get(id);

it('is found by its id, whole, also where others quote it', () => {
  writes('toolu_1', 'ExitPlanMode', { plan: '# One "id":"toolu_2"' });
  writes('toolu_2', 'ExitPlanMode', { plan: '# Two\nété' });
  appendFileSync(
    path,
    `${JSON.stringify({ type: 'user', message: { content: 'the "id":"toolu_2" of "tool_use"' } })}\n`,
  );
  expect(callOf('toolu_2')).toEqual({ tool: 'ExitPlanMode', input: { plan: '# Two\nété' } });
  expect(callOf('toolu_1')).toEqual({ tool: 'ExitPlanMode', input: { plan: '# One "id":"toolu_2"' } });
});

it('is not found where it is not, is of a sub-agent, or is not whole', () => {
  writes('toolu_1', 'Bash', { command: 'ls' }, { isSidechain: true });
  appendFileSync(path, '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"toolu_2"');
  for (const id of ['toolu_1', 'toolu_2', 'toolu_3', '', '"', '../x']) expect(callOf(id)).toBeUndefined();
  expect(readToolCalls(join(directory, 'none'), ['toolu_1']).size).toBe(0);
});

it('all of several are found in one reading, wherever their lines are cut into pieces', () => {
  const inputs = Array.from({ length: 12 }, (_, at) => ({ content: 'é'.repeat(at * 9_000 + 7) }));
  for (const [at, input] of inputs.entries()) writes(`toolu_${at}`, 'Write', input);
  const ids = inputs.map((_, at) => `toolu_${at}`);
  const found = readToolCalls(path, [...ids, 'toolu_none']);
  expect(ids.map((id) => found.get(id)?.input)).toEqual(inputs);
  expect(found.size).toBe(12);
});

it('what stands far from the end is not looked for, and no more is read than it takes', () => {
  writes('toolu_far', 'Bash', { command: 'ls' });
  for (let times = 0; times < 64; times += 1)
    writes(`toolu_between_${times}`, 'Write', { content: 'x'.repeat(70_000) });
  writes('toolu_near', 'Bash', { command: 'ls' });
  expect([...readToolCalls(path, ['toolu_far', 'toolu_near']).keys()]).toEqual(['toolu_near']);
  expect(cpuTimeOf(() => readToolCalls(path, ['toolu_near']))).toBeLessThan(20);
  expect(cpuTimeOf(() => readToolCalls(path, ['toolu_far']))).toBeLessThan(200);
});
