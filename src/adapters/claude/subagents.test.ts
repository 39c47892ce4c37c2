// Sub-agents by their own files: who works, at what, and when it is over. Files as Claude 2.1.332 writes them.

import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../../test/lab/until.ts';
import type { Subagent } from '../../core/session.ts';
import { type DirectoryWatch, watchDirectories } from './directory-watch.ts';
import { followSubagents, type Subagents } from './subagents.ts';

const CAPTURES = join(import.meta.dirname, '../../../test/fixtures/captures/transcripts');
let root = '';
let directory = '';
let bells: DirectoryWatch;
let subagents: Subagents;
let told: (readonly Subagent[])[] = [];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tallymux-subagents-')));
  directory = join(root, 'conversation', 'subagents');
  told = [];
  bells = watchDirectories(() => {});
  subagents = followSubagents(bells, (agents) => told.push(agents));
});
afterEach(() => {
  subagents.dispose();
  bells.dispose();
  rmSync(root, { recursive: true, force: true });
});

const meta = (id: string, more: object) => {
  mkdirSync(directory, { recursive: true });
  const whole = { agentType: 'tester', description: `Test ${id}`, toolUseId: `call-${id}`, ...more };
  writeFileSync(join(directory, `agent-${id}.meta.json`), JSON.stringify(whole));
};
const line = (id: string, value: object) =>
  appendFileSync(
    join(directory, `agent-${id}.jsonl`),
    `${JSON.stringify({ isSidechain: true, agentId: id, ...value })}\n`,
  );
const calls = (id: string, tool: string, command: string, name = 'Bash') =>
  line(id, {
    type: 'assistant',
    message: {
      id: `m-${tool}`,
      model: 'claude-x',
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', id: tool, name, input: { command, description: command } }],
    },
  });
const answered = (id: string, tool: string, more = {}) =>
  line(id, {
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: tool, content: 'ok' }] },
    ...more,
  });
const newest = () => told.at(-1) ?? [];
const shows = (what: string, test: () => boolean) => until(what, test, { seen: () => JSON.stringify(told) });

describe('sub-agents', () => {
  it('that work for the calls asked for are told with what they do; others are not', () => {
    meta('a', {});
    calls('a', 't1', 'npm test');
    meta('b', {});
    calls('b', 't1', 'ls');
    subagents.watch(directory, ['call-a']);
    expect(told).toEqual([[{ id: 'a', type: 'tester', description: 'Test a', action: 'Bash · npm test' }]]);
  });

  it('are told again when they do something else, and when they are finished', async () => {
    meta('a', {});
    subagents.watch(directory, ['call-a']);
    calls('a', 't1', 'npm test');
    await shows('the call', () => newest()[0]?.action === 'Bash · npm test');
    answered('a', 't1');
    await shows('no call', () => newest().length === 1 && newest()[0]?.action === null);
    meta('a', { finished: true });
    await shows('nobody', () => told.length > 2 && newest().length === 0);
  });

  it('whose directory is born later are met when it is', async () => {
    mkdirSync(join(root, 'conversation'));
    subagents.watch(directory, ['call-a']);
    expect(told).toEqual([]);
    meta('a', {});
    calls('a', 't1', 'npm test');
    await shows('the agent', () => newest()[0]?.action === 'Bash · npm test');
  });

  it('of sub-agents are followed too', async () => {
    meta('a', {});
    calls('a', 'call-b', 'help', 'Agent');
    meta('b', { spawnDepth: 2 });
    calls('b', 't1', 'make');
    subagents.watch(directory, ['call-a']);
    subagents.readNow();
    expect(newest().map(({ id, action }) => [id, action])).toEqual([
      ['a', 'Agent · help'],
      ['b', 'Bash · make'],
    ]);
  });

  it('T12: are watched only while some work, in one directory, whatever lies there', async () => {
    for (let i = 0; i < 300; i++) meta(`old${i}`, { finished: true });
    expect(bells.counts()).toEqual({ watched: 0, polled: 0 });
    for (let i = 0; i < 40; i++) meta(`new${i}`, {});
    subagents.watch(
      directory,
      Array.from({ length: 40 }, (_, i) => `call-new${i}`),
    );
    expect(newest()).toHaveLength(16);
    expect(bells.counts().watched + bells.counts().polled).toBe(1);
    subagents.watch(directory, []);
    expect(newest()).toEqual([]);
    expect(bells.counts()).toEqual({ watched: 0, polled: 0 });
    calls('new0', 't', 'x');
    subagents.readNow();
    expect(newest()).toEqual([]);
  });

  it('with torn, huge and odd files do no harm', () => {
    meta('a', {});
    appendFileSync(join(directory, 'agent-a.jsonl'), `{"type":"assist\n${'x'.repeat(100_000)}\n\0\0\n`);
    calls('a', 't1', 'npm test');
    for (const text of ['', 'null', '[]', '{"toolUseId":7}', '{']) {
      writeFileSync(join(directory, 'agent-odd.meta.json'), text);
      subagents.readNow();
    }
    writeFileSync(join(directory, 'agent-..meta.json'), '{"toolUseId":"call-a"}');
    subagents.watch(directory, ['call-a']);
    expect(newest().map(({ id }) => id)).toEqual(['a']);
  });

  it('A7: as captured: the call is told while it runs, and nobody once it is finished', () => {
    mkdirSync(directory, { recursive: true });
    const captured = readFileSync(join(CAPTURES, 'subagent-agent.jsonl'), 'utf8').split('\n');
    const who = JSON.parse(readFileSync(join(CAPTURES, 'subagent-agent.meta.json'), 'utf8'));
    const { finished, ...working } = who;
    const id = JSON.parse(captured[0] ?? '').agentId;
    const at = captured.findIndex((text) => text.includes('"tool_use"'));
    writeFileSync(join(directory, `agent-${id}.jsonl`), `${captured.slice(0, at + 1).join('\n')}\n`);
    writeFileSync(join(directory, `agent-${id}.meta.json`), JSON.stringify(working));
    subagents.watch(directory, [who.toolUseId]);
    expect(told).toEqual([
      [{ id, type: 'general-purpose', description: 'Lab subtask', action: 'Bash · echo in-subagent' }],
    ]);
    writeFileSync(join(directory, `agent-${id}.jsonl`), captured.join('\n'));
    subagents.readNow();
    expect(newest()[0]?.action).toBeNull();
    writeFileSync(join(directory, `agent-${id}.meta.json`), JSON.stringify(who));
    subagents.readNow();
    expect(finished).toBe(true);
    expect(newest()).toEqual([]);
    expect(readdirSync(directory)).toHaveLength(2);
  });
});
