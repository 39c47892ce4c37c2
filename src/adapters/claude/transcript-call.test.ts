import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readToolCall } from './transcript-call.ts';

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

it('is found by its id, whole, also where others quote it', () => {
  writes('toolu_1', 'ExitPlanMode', { plan: '# One "id":"toolu_2"' });
  writes('toolu_2', 'ExitPlanMode', { plan: '# Two\nété' });
  appendFileSync(
    path,
    `${JSON.stringify({ type: 'user', message: { content: 'the "id":"toolu_2" of "tool_use"' } })}\n`,
  );
  expect(readToolCall(path, 'toolu_2')).toEqual({ tool: 'ExitPlanMode', input: { plan: '# Two\nété' } });
  expect(readToolCall(path, 'toolu_1')).toEqual({ tool: 'ExitPlanMode', input: { plan: '# One "id":"toolu_2"' } });
});

it('is not found where it is not, is of a sub-agent, or is not whole', () => {
  writes('toolu_1', 'Bash', { command: 'ls' }, { isSidechain: true });
  appendFileSync(path, '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"toolu_2"');
  for (const id of ['toolu_1', 'toolu_2', 'toolu_3', '', '"', '../x']) expect(readToolCall(path, id)).toBeNull();
  expect(readToolCall(join(directory, 'none'), 'toolu_1')).toBeNull();
});
