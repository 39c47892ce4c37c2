// The work that transcript lines tell of, on files of the real Claude Code (test/fixtures/todos, captures).

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { observeWork } from '../../core/observe-work.ts';
import { emptyPicture } from '../../core/picture.ts';
import { todoProgress, totalTokens, type WorkFact } from '../../core/work.ts';
import { parseAgentLine, parseTranscriptLine } from './transcript-line.ts';

const FIXTURES = join(import.meta.dirname, '../../../test/fixtures');

function factsOf(file: string, parse = parseTranscriptLine): readonly WorkFact[] {
  const lines = readFileSync(join(FIXTURES, file), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => parse(line)).flatMap((line) => (line === null || line === 'torn' ? [] : line.work));
}

function workAfter(facts: readonly WorkFact[]) {
  const base = { source: 'transcript', at: 0, conversation: 'c' } as const;
  let picture = observeWork(emptyPicture(0), { ...base, kind: 'began', whole: true });
  facts.forEach((fact, offset) => {
    picture = observeWork(picture, { ...base, kind: 'work', fact, live: true, offset });
  });
  return picture.transcript.work;
}

const kinds = (facts: readonly WorkFact[]) => facts.map(({ kind }) => kind).filter((kind) => kind !== 'usage');

describe('A7: to-dos', () => {
  it('of Claude Code 2.1.332 are its tasks, made, changed and listed one by one', () => {
    const facts = factsOf('todos/tasks.2.1.332.jsonl');
    const changes = facts.filter(({ kind }) => kind.startsWith('todo'));
    expect(changes).toEqual([
      { kind: 'todo-added', todo: { id: '1', text: 'Write tests', status: 'pending' } },
      { kind: 'todo-added', todo: { id: '2', text: 'Ship it', status: 'pending' } },
      { kind: 'todo-changed', id: '1', status: 'in_progress' },
      { kind: 'todo-changed', id: '1', status: 'completed' },
      { kind: 'todo-changed', id: '2', status: 'in_progress' },
      {
        kind: 'todos',
        todos: [
          { id: '1', text: 'Write tests', status: 'completed' },
          { id: '2', text: 'Ship it', status: 'in_progress' },
        ],
      },
    ]);
    expect(todoProgress(workAfter(facts))).toEqual({ done: 1, total: 2, current: 'Ship it' });
  });

  it('of Claude Code 2.0.77 are one list, written whole', () => {
    const facts = factsOf('todos/todowrite.2.0.77.jsonl');
    expect(todoProgress(workAfter(facts))).toEqual({ done: 1, total: 3, current: 'Ship' });
  });

  it('with anything odd in them are left out, not misread', () => {
    const read = (toolUseResult: unknown) => {
      const message = { content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] };
      const line = parseTranscriptLine(JSON.stringify({ type: 'user', message, toolUseResult }));
      return line === null || line === 'torn' ? null : line.work;
    };
    for (const odd of [
      null,
      'text',
      { task: { id: 1, subject: 'x' } },
      { task: 'x' },
      { taskId: '1', statusChange: { to: 'flying' } },
      { success: false, taskId: '9', updatedFields: [] },
    ])
      expect(read(odd)).toEqual([]);
    const todos = [null, 7, { content: 'a' }, { content: 'b', status: 'pending' }];
    expect(read({ newTodos: todos })).toEqual([{ kind: 'todos', todos: [{ id: '4', text: 'b', status: 'pending' }] }]);
    expect(read({ taskId: '3', statusChange: { to: 'deleted' } })).toEqual([
      { kind: 'todo-changed', id: '3', status: 'deleted' },
    ]);
  });
});

describe('A7: errors', () => {
  it('are calls that failed, not calls that the person refused', () => {
    expect(kinds(factsOf('todos/tasks.2.1.332.jsonl')).filter((kind) => kind === 'tool-failed')).toHaveLength(2);
    expect(kinds(factsOf('captures/transcripts/permission-rejected.jsonl'))).toEqual(['turn']);
    expect(kinds(factsOf('captures/transcripts/interrupt-tool.jsonl'))).toEqual(['turn']);
  });

  it('of the API are told with kind, text and status, and are those of the newest turn', () => {
    const facts = factsOf('captures/transcripts/allowed-then-api-error.jsonl');
    expect(kinds(facts)).toEqual(['turn', 'turn', 'api-failed']);
    expect(workAfter(facts).apiError).toMatchObject({ kind: 'unknown', status: 400, text: expect.any(String) });
    expect(workAfter([...facts, { kind: 'turn' }]).apiError).toBeNull();
  });
});

it('A7: a message that is several lines counts once in the sum of tokens', () => {
  for (const file of readdirSync(join(FIXTURES, 'captures/transcripts')).filter((name) => name.endsWith('.jsonl'))) {
    const usages = new Map<string, { input: number; output: number }>();
    for (const fact of factsOf(`captures/transcripts/${file}`))
      if (fact.kind === 'usage') usages.set(fact.message ?? '', fact.tokens);
    const sum = { input: 0, output: 0 };
    for (const { input, output } of usages.values()) {
      sum.input += input;
      sum.output += output;
    }
    const total = totalTokens(workAfter(factsOf(`captures/transcripts/${file}`)));
    expect([file, total]).toEqual([file, usages.size === 0 ? null : sum]);
  }
});

it('A9: a command that goes on in the background is told', () => {
  expect(kinds(factsOf('captures/transcripts/background-bash.jsonl'))).toContain('shell-launched');
  expect(kinds(factsOf('captures/transcripts/subagent-main.jsonl'))).not.toContain('shell-launched');
});

it("A7: a sub-agent's own lines mean nothing in the main transcript, and the other way round", () => {
  expect(factsOf('captures/transcripts/subagent-agent.jsonl')).toEqual([]);
  expect(factsOf('captures/transcripts/subagent-main.jsonl', parseAgentLine)).toEqual([]);
  expect(kinds(factsOf('captures/transcripts/subagent-agent.jsonl', parseAgentLine))).toEqual(['turn']);
});

it('T01: a prompt that is only a picture is a prompt, and its bytes are nowhere', () => {
  const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0K'.repeat(1_000) };
  const line = parseTranscriptLine(
    JSON.stringify({ type: 'user', message: { role: 'user', content: [{ type: 'image', source }] } }),
  );
  expect(line).toMatchObject({ facts: [{ kind: 'prompt', by: 'person', text: '[image]' }], work: [{ kind: 'turn' }] });
  expect(JSON.stringify(line)).not.toContain('iVBORw0K');
});
