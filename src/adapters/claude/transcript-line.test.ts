// What transcript lines mean, on every captured transcript of the real Claude Code and on lines that nobody should write.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TranscriptFact } from '../../core/evidence.ts';
import { parseTranscriptLine } from './transcript-line.ts';

const CAPTURES = join(import.meta.dirname, '../../../test/fixtures/captures/transcripts');

/** Every capture and all that it says to us, in order; the other lines are bookkeeping. */
const MEANING: Readonly<Record<string, readonly string[]>> = {
  'allowed-then-api-error.jsonl': [
    ...['person prompts', 'calls Bash · touch a.txt', 'result', 'finishes'],
    ...['person prompts', 'fails with unknown, 400'],
  ],
  'ask-answered-by-hook.jsonl': [
    ...['person prompts', 'calls AskUserQuestion', 'a hook says allow', 'result', 'finishes'],
    ...['person prompts', 'calls AskUserQuestion', 'a hook says deny', 'result', 'finishes'],
    ...['person prompts', 'calls AskUserQuestion', 'a hook says allow', 'result', 'finishes'],
  ],
  'ask-answered-then-cancelled.jsonl': [
    ...['person prompts', 'calls AskUserQuestion', 'result', 'finishes'],
    ...['person prompts', 'calls AskUserQuestion', 'result', 'interrupted', 'interrupted'],
  ],
  'background-bash.jsonl': [
    ...['person prompts', 'calls Bash · sleep 6; echo bg-finished', 'result', 'finishes'],
    ...['queue added', 'queue begins', 'agent ended', 'task prompts', 'finishes'],
  ],
  'clear-after.jsonl': ['command prompts', 'command output', 'person prompts', 'finishes'],
  'clear-before.jsonl': ['person prompts', 'finishes'],
  'compact-auto.jsonl': ['person prompts', 'finishes', 'person prompts', 'compacted', 'compacted', 'finishes'],
  'compact-manual.jsonl': [
    ...['person prompts', 'finishes', 'compacted', 'compacted', 'command prompts', 'command output'],
    ...['person prompts', 'finishes'],
  ],
  'interrupt-text.jsonl': ['person prompts', 'speaks', 'interrupted'],
  'interrupt-tool.jsonl': ['person prompts', 'calls Bash · sleep 9', 'result', 'interrupted', 'interrupted'],
  'permission-rejected.jsonl': ['person prompts', 'calls Bash · touch a.txt', 'result', 'interrupted', 'interrupted'],
  'plan-approved.jsonl': [
    ...['person prompts', 'calls Write · /home/dev/.claude/plans/plan-add-search-n-n1-pure-clover.md', 'result'],
    ...['calls ExitPlanMode', 'result', 'finishes'],
  ],
  'queued.jsonl': [
    ...['person prompts', 'calls Bash · sleep 4', 'queue added', 'result', 'queue taken', 'finishes'],
    ...['person prompts', 'queue added', 'finishes', 'queue begins', 'person prompts', 'finishes'],
  ],
  'resumed.jsonl': [
    ...['person prompts', 'finishes', 'person prompts'],
    ...['calls Bash · env | sort > env.txt; cat /proc/self/stat; sleep 1', 'result', 'finishes'],
  ],
  // A sub-agent's own file: nothing in it moves the main session.
  'subagent-agent.jsonl': [],
  'subagent-main.jsonl': [
    ...['person prompts', 'calls Agent · Lab subtask', 'agent launched', 'finishes'],
    ...['queue added', 'queue begins', 'agent ended', 'task prompts', 'finishes'],
  ],
};

describe('captured transcripts', () => {
  it('are all here', () => {
    const files = readdirSync(CAPTURES).filter((name) => name.endsWith('.jsonl'));
    expect(files.sort()).toEqual(Object.keys(MEANING).sort());
  });

  it.each(Object.entries(MEANING))('%s means exactly what happened', (file, meaning) => {
    const lines = linesOf(file).map(parseTranscriptLine);
    expect(lines).not.toContain('torn');
    const facts = lines.flatMap((line) => (line === null || line === 'torn' ? [] : line.facts));
    expect(facts.map(inWords)).toEqual(meaning);
  });

  it('tell branch, model, tokens, conversation and time', () => {
    const lines = linesOf('subagent-main.jsonl').flatMap((text) => {
      const line = parseTranscriptLine(text);
      return line === null || line === 'torn' ? [] : [line];
    });
    const last = lines.at(-1);
    expect(last?.conversation).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Date(last?.writtenAt ?? 0).getUTCFullYear()).toBe(2026);
    const [fact] = last?.facts ?? [];
    expect(fact).toMatchObject({ kind: 'assistant', finished: true, text: expect.any(String) });
    expect(fact?.kind === 'assistant' && fact.model).toMatch(/^claude-/);
    expect(fact?.kind === 'assistant' && fact.tokens).toEqual({
      input: expect.any(Number),
      output: expect.any(Number),
    });
  });

  it('name the same tool call in call, launch, result and end of a sub-agent', () => {
    const { toolUseId } = JSON.parse(readFileSync(join(CAPTURES, 'subagent-agent.meta.json'), 'utf8'));
    const facts = linesOf('subagent-main.jsonl').flatMap((text) => {
      const line = parseTranscriptLine(text);
      return line === null || line === 'torn' ? [] : line.facts;
    });
    expect(facts).toContainEqual(
      expect.objectContaining({ tool: expect.objectContaining({ id: toolUseId, agent: true }) }),
    );
    expect(facts).toContainEqual({ kind: 'tool-result', toolId: toolUseId, agentLaunched: true });
    expect(facts).toContainEqual({ kind: 'agent-ended', toolId: toolUseId });
  });
});

describe('a line', () => {
  const assistant = (message: object, more = {}) =>
    JSON.stringify({ type: 'assistant', message: { model: 'claude-x', ...message }, ...more });

  it('that is cut anywhere is torn, never misread', () => {
    const whole = assistant({ stop_reason: 'end_turn', content: [{ type: 'text', text: 'Done {"a":1}.' }] });
    for (let length = 1; length < whole.length; length++) {
      const read = parseTranscriptLine(whole.slice(0, length));
      expect([read, length]).toEqual([read === null ? null : 'torn', length]);
    }
    expect(parseTranscriptLine(whole)).toMatchObject({ facts: [{ finished: true }] });
  });

  it('T07: may hold U+2028 and U+2029', () => {
    const text = 'one\u2028two\u2029three';
    const line = `{"type":"assistant","message":{"stop_reason":"end_turn","content":[{"type":"text","text":"${text}"}]}}`;
    expect(parseTranscriptLine(line)).toMatchObject({ facts: [{ text: 'one two three', finished: true }] });
  });

  it('T14: of NUL bytes, of nothing, or of broken letters is torn', () => {
    for (const line of ['\0\0\0\0', '', ' ', '\ufffd\ufffd{', '"type":"user"', '{"type":"user"'])
      expect(parseTranscriptLine(line)).toBe('torn');
  });

  it('S20: bookkeeping without a time means nothing', () => {
    const lines = [
      { type: 'custom-title', customTitle: 'x', sessionId: 's' },
      { type: 'mode', mode: 'normal' },
      { type: 'last-prompt', lastPrompt: 'type":"user"' },
      { type: 'file-history-snapshot', snapshot: { timestamp: '2026-01-01T00:00:00Z' } },
    ];
    for (const line of lines) expect(parseTranscriptLine(JSON.stringify(line))).toBeNull();
  });

  it('of a sub-agent (side chain) means nothing', () => {
    const content = [{ type: 'text', text: 'hi' }];
    expect(parseTranscriptLine(assistant({ stop_reason: 'end_turn', content }, { isSidechain: true }))).toBeNull();
  });

  it('that quotes an interrupt is a prompt', () => {
    const quoting = { type: 'user', message: { content: 'why did it say [Request interrupted by user]?' } };
    expect(parseTranscriptLine(JSON.stringify(quoting))).toMatchObject({ facts: [{ kind: 'prompt', by: 'person' }] });
  });

  it('with several tool calls tells each', () => {
    const content = [
      { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/a' } },
      { type: 'tool_use', id: 't2', name: 'Bash', input: { command: 'ls' } },
    ];
    const read = parseTranscriptLine(assistant({ stop_reason: 'tool_use', content }));
    expect(read).toMatchObject({ facts: [{ tool: { id: 't1' } }, { tool: { id: 't2', action: 'Bash · ls' } }] });
  });

  it("keeps a last sentence short and on one line, and drops Claude's own filler", () => {
    const content = [{ type: 'text', text: `first\n\nsecond ${'word '.repeat(200)}` }];
    const read = parseTranscriptLine(assistant({ stop_reason: 'end_turn', content }));
    const fact = read !== null && read !== 'torn' ? read.facts[0] : undefined;
    const text = fact?.kind === 'assistant' ? fact.text : null;
    expect(text).toHaveLength(300);
    expect(text).toMatch(/^first second word .*…$/);
    expect(parseTranscriptLine(assistant({ model: '<synthetic>', content, stop_reason: 'end_turn' }))).toBeNull();
  });

  it('with a branch called HEAD has none', () => {
    const line = { type: 'user', gitBranch: 'HEAD', message: { content: 'hi' } };
    expect(parseTranscriptLine(JSON.stringify(line))).toMatchObject({ branch: null });
  });

  it('with anything at all in it never throws', () => {
    const known = fc.constantFrom('user', 'assistant', 'system', 'queue-operation');
    const odd = fc.record({ type: known, message: fc.anything(), timestamp: fc.anything(), subtype: fc.anything() });
    fc.assert(
      fc.property(
        fc.oneof(
          odd.map((value) => JSON.stringify(value, noBigInts)),
          fc.string(),
          fc.json(),
        ),
        (line) => {
          const read = parseTranscriptLine(line);
          expect(read === null || read === 'torn' || read.facts.length > 0).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

function linesOf(file: string): readonly string[] {
  return readFileSync(join(CAPTURES, file), 'utf8').split('\n').filter(Boolean);
}

function noBigInts(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function inWords(fact: TranscriptFact): string {
  switch (fact.kind) {
    case 'prompt':
      return `${fact.by} prompts`;
    case 'assistant':
      return fact.finished ? 'finishes' : fact.tool === null ? 'speaks' : `calls ${fact.tool.action}`;
    case 'tool-result':
      return fact.agentLaunched ? 'agent launched' : 'result';
    case 'decided':
      return `a hook says ${fact.decision}`;
    case 'interrupt':
      return 'interrupted';
    case 'api-error':
      return `fails with ${fact.failure.kind}, ${fact.failure.status}`;
    case 'queue':
      return `queue ${fact.change}`;
    case 'agent-ended':
      return 'agent ended';
    case 'command-output':
      return 'command output';
    case 'compacted':
      return 'compacted';
  }
}

it('a decision names its call; another attachment, or one that decides something else, is none', () => {
  const attachment = (fields: object) =>
    parseTranscriptLine(JSON.stringify({ type: 'attachment', attachment: fields }));
  const decision = { type: 'hook_permission_decision', decision: 'deny', toolUseID: 'toolu_1' };
  expect(attachment(decision)).toMatchObject({ facts: [{ kind: 'decided', toolId: 'toolu_1', decision: 'deny' }] });
  expect(attachment({ ...decision, decision: 'ask' })).toBeNull();
  expect(attachment({ ...decision, toolUseID: 7 })).toBeNull();
  expect(attachment({ ...decision, type: 'hook_success', content: decision })).toBeNull();
});

it('takes the words of a streamed message of 2.0 for its end, and those of 2.1 only with a reason', () => {
  const line = (version: string) =>
    parseTranscriptLine(
      JSON.stringify({
        type: 'assistant',
        version,
        message: { stop_reason: null, content: [{ type: 'text', text: 'x' }] },
      }),
    );
  expect(line('2.0.77')).toMatchObject({ facts: [{ finished: true }] });
  expect(line('2.1.332')).toMatchObject({ facts: [{ finished: false }] });
});
