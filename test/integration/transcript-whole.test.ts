// What a transcript tells beside the state, under the built daemon: to-dos, sub-agents, tokens, errors; a conversation
// that moves or is left; huge files on several clients; the slow look at ports and names.

import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeClaude } from '../lab/fake-claude.ts';
import { type FakeLab, makeFakeLab } from '../lab/fake-lab.ts';
import { kill } from '../lab/lab-processes.ts';
import { until } from '../lab/until.ts';
import { watch } from '../lab/watcher.ts';

const MB = 1024 * 1024;
const prompt = { do: 'prompt', text: 'go' } as const;

let lab: FakeLab;
beforeAll(async () => {
  lab = makeFakeLab('transcript-whole');
  await lab.open();
});
afterAll(() => lab.close());

const projectOf = (cwd: string) => join(lab.claude, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));

async function begin(name: string) {
  const pid = await lab.start(name);
  await lab.turns(pid, 'idle');
  await lab.play(name, prompt);
  const { id, conversation, cwd } = await lab.turns(pid, 'busy');
  return { pid, id, conversation: conversation ?? '', cwd, path: join(projectOf(cwd), `${conversation}.jsonl`) };
}

type Begun = Awaited<ReturnType<typeof begin>>;

function append({ path, conversation }: Begun, ...lines: readonly object[]): void {
  mkdirSync(dirname(path), { recursive: true });
  const base = { sessionId: conversation, isSidechain: false, timestamp: new Date().toISOString() };
  appendFileSync(path, lines.map((line) => `${JSON.stringify({ ...base, ...line })}\n`).join(''));
}

const calls = (id: string, name: string, input: object, message = `m-${id}`) => ({
  type: 'assistant',
  message: {
    ...{ id: message, model: 'claude-x', stop_reason: 'tool_use', usage: { input_tokens: 100, output_tokens: 7 } },
    content: [{ type: 'tool_use', id, name, input }],
  },
});
const answers = (id: string, toolUseResult: unknown, more = {}) => ({
  type: 'user',
  toolUseResult,
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok', ...more }] },
});

describe('A7: a transcript', () => {
  it('tells to-dos, failed calls and the sum of tokens, and moves no state', async () => {
    const one = await begin('todos');
    append(one, calls('t1', 'TaskCreate', {}), answers('t1', { task: { id: '1', subject: 'Write the store' } }));
    append(one, calls('t2', 'TaskCreate', {}), answers('t2', { task: { id: '2', subject: 'Test it' } }));
    append(one, answers('t3', { taskId: '1', statusChange: { from: 'pending', to: 'in_progress' } }));
    const todos = { done: 0, total: 2, current: 'Write the store' };
    await lab.shows(one.pid, 'two to-dos', (session) => JSON.stringify(session.todos) === JSON.stringify(todos));
    append(one, answers('t4', { taskId: '1', statusChange: { from: 'in_progress', to: 'completed' } }));
    append(one, calls('t5', 'Bash', { command: 'false' }), answers('t5', 'Error: Exit code 1', { is_error: true }));
    const shown = await lab.shows(one.pid, 'a failed call', ({ toolErrors }) => toolErrors === 1);
    expect(shown).toMatchObject({ todos: { done: 1, total: 2, current: null }, state: 'busy' });
    expect(shown.totalTokens?.input).toBeGreaterThanOrEqual(300);
    expect(lab.history(one.id)).toEqual(['idle', 'busy']);
    const { sessions } = await lab.daemon.command('list', {});
    expect(sessions.find(({ id }) => id === one.id)).toMatchObject({ todos: { done: 1, total: 2 }, toolErrors: 1 });
  });

  it('tells who works for it, and at what where only they work', async () => {
    const one = await begin('agents');
    const directory = join(projectOf(one.cwd), one.conversation, 'subagents');
    mkdirSync(directory, { recursive: true });
    const meta = { agentType: 'tester', description: 'Run the suite', toolUseId: 'call-1' };
    writeFileSync(join(directory, 'agent-a1.meta.json'), JSON.stringify(meta));
    const agentLine = { ...calls('x1', 'Bash', { command: 'npm test' }), isSidechain: true, agentId: 'a1' };
    writeFileSync(join(directory, 'agent-a1.jsonl'), `${JSON.stringify(agentLine)}\n`);
    append(one, calls('call-1', 'Agent', { description: 'Run the suite' }));
    const agent = { id: 'a1', type: 'tester', description: 'Run the suite', action: 'Bash · npm test' };
    const shown = await lab.shows(one.pid, 'the agent', ({ agents }) => agents.length === 1);
    expect(shown).toMatchObject({ agents: [agent], action: 'Bash · npm test', state: 'busy' });
    append(one, calls('t1', 'Read', { file_path: 'a.ts' }));
    await lab.shows(one.pid, 'its own call', ({ action }) => action === 'Read · a.ts');
    append(one, answers('t1', {}));
    writeFileSync(join(directory, 'agent-a1.meta.json'), JSON.stringify({ ...meta, finished: true }));
    await lab.shows(
      one.pid,
      'nobody',
      ({ agents, action }) => agents.length === 0 && action === 'Agent · Run the suite',
    );
    expect(lab.history(one.id)).toEqual(['idle', 'busy']);
  });

  it('that is left by /clear leaves none of it behind', async () => {
    const one = await begin('cleared');
    append(one, calls('t1', 'TodoWrite', {}), answers('t1', { newTodos: [{ content: 'A', status: 'pending' }] }));
    await lab.shows(one.pid, 'a to-do', ({ todos }) => todos?.total === 1);
    await lab.play('cleared', { do: 'finish', text: 'Done.' });
    await lab.turns(one.pid, 'review');
    await lab.play('cleared', { do: 'clear' });
    const after = await lab.shows(one.pid, 'another', ({ conversation }) => conversation !== one.conversation);
    expect(after).toMatchObject({ id: one.id, todos: null, agents: [], toolErrors: 0, state: 'idle' });
    await lab.play('cleared', prompt, { do: 'finish', text: 'New words.' });
    const next = await lab.turns(one.pid, 'review');
    expect(next).toMatchObject({ lastText: 'New words.', todos: null });
    expect(next.totalTokens).not.toBeNull();
  });
});

describe('a conversation that moves to another directory in the middle of a turn', () => {
  const worktree = (one: Begun) => join(`${projectOf(one.cwd)}--claude-worktrees-x`, `${one.conversation}.jsonl`);
  const goesOn = (one: Begun) => {
    append({ ...one, path: worktree(one) }, calls('t9', 'Bash', { command: 'echo there' }));
    return lab.shows(one.pid, 'what it does there', ({ action }) => action === 'Bash · echo there', 10_000);
  };

  it('S11: is followed in the copy that grows, not in the one that stays', async () => {
    const one = await begin('copied');
    mkdirSync(dirname(worktree(one)), { recursive: true });
    copyFileSync(one.path, worktree(one));
    // The daemon looks elsewhere once its session has worked in silence for a while.
    expect(await goesOn(one)).toMatchObject({ conversation: one.conversation, state: 'busy' });
    append({ ...one, path: worktree(one) }, answers('t9', {}));
    await lab.shows(one.pid, 'no call', ({ action }) => action === null);
    expect(lab.history(one.id)).toEqual(['idle', 'busy']);
  });

  it('T10: is followed when the file itself is moved', async () => {
    const one = await begin('moved');
    mkdirSync(dirname(worktree(one)), { recursive: true });
    renameSync(one.path, worktree(one));
    expect(await goesOn(one)).toMatchObject({ conversation: one.conversation, state: 'busy' });
    expect(lab.history(one.id)).toEqual(['idle', 'busy']);
  });

  it('T11: what another conversation wrote into the file is not its own', async () => {
    const one = await begin('spliced');
    const other = '11111111-0000-4000-8000-000000000000';
    append({ ...one, conversation: other }, calls('o1', 'Bash', { command: 'echo other' }), {
      type: 'user',
      message: { content: '[Request interrupted by user]' },
    });
    append(one, calls('t1', 'Bash', { command: 'echo mine' }));
    await lab.shows(one.pid, 'its own call', ({ action }) => action === 'Bash · echo mine');
    expect(lab.history(one.id)).toEqual(['idle', 'busy']);
  });
});

it('T01, T02: 300 MB that end in pictures of 12 MB: three clients get little, and answers do not wait for it', async () => {
  const cwd = lab.project('pictures');
  const conversation = '00000000-0000-4000-8000-000000000300';
  const path = join(projectOf(cwd), `${conversation}.jsonl`);
  const picture = (id: string) => {
    const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0K'.repeat((12 * MB) / 8) };
    return { ...answers(id, { type: 'image' }), content: [{ type: 'image', source }], sessionId: conversation };
  };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  truncateSync(path, 300 * MB);
  appendFileSync(path, `\n${JSON.stringify(picture('a'))}\n${JSON.stringify(picture('b'))}\n`);
  const pid = await lab.start('pictures', { cwd, conversation });
  await lab.turns(pid, 'idle', 10_000);
  const clients = await Promise.all([watch(lab.daemon), watch(lab.daemon), watch(lab.daemon)]);
  const before = bytesReadBy(lab.daemon.pid());
  await lab.play('pictures', prompt);
  await lab.turns(pid, 'busy');
  appendFileSync(path, `${JSON.stringify(picture('c'))}\n${JSON.stringify(picture('d'))}\n`);
  await lab.play('pictures', { do: 'finish', text: 'Seen by all.' });
  for (const client of clients) {
    const of = () => client.snapshot().sessions.find((session) => session.pid === pid);
    const shown = await client.next('the review', () => [of()].find((one) => one?.state === 'review'), 10_000);
    expect(shown?.lastText).toBe('Seen by all.');
    expect(JSON.stringify(client.sightings(shown?.id ?? '')).length).toBeLessThan(50_000);
    client.close();
  }
  // Each byte of what was added is read a few times at most, while its line grows.
  expect(bytesReadBy(lab.daemon.pid()) - before).toBeLessThan(150 * MB);
  const status = readFileSync(`/proc/${lab.daemon.pid()}/status`, 'utf8');
  expect(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1])).toBeLessThan(350 * 1024);
}, 60_000);

describe('A9: the slow look', () => {
  // No session here speaks through a registry, so that the process table is read often.
  const quiet = makeFakeLab('slow-look');
  beforeAll(() => quiet.open());
  afterAll(() => quiet.close());
  const LISTENS = `require('net').createServer().listen(0, '127.0.0.1', function () { require('fs').writeFileSync(process.argv[1], String(this.address().port)) })`;

  it('finds a session that nothing told of, and the ports of its processes; neither decides its state', async () => {
    const cwd = quiet.project('serving');
    const told = join(quiet.directory, 'port');
    const node = `${process.execPath} -e "${LISTENS.replaceAll('"', '\\"')}" ${told}`;
    const claude = await startFakeClaude({ home: quiet.home, cwd }, `${node} & read -r _`);
    const { id } = await quiet.shows(claude.pid, 'a row', () => true, 8_000);
    const port = await until('a port', () => Number(readFileSyncOr(told)) || null);
    const shown = await quiet.shows(claude.pid, 'its port', ({ ports }) => ports.join() === String(port), 8_000);
    expect(shown.state).toBe('unknown');
    for (const child of claude.children()) kill(child, 'SIGKILL');
    const after = await quiet.shows(claude.pid, 'no port', ({ ports }) => ports.length === 0, 8_000);
    expect(after.state).toBe('unknown');
    expect(quiet.history(id)).toEqual(['unknown']);
  }, 30_000);

  it('sees a busy session whose process died without a word', async () => {
    const { pid, id } = await begin('killed');
    kill(pid, 'SIGKILL');
    await lab.turns(pid, 'ended');
    expect(lab.history(id)).toEqual(['idle', 'busy', 'ended']);
  });

  it('takes over a new name, and nothing else with it', async () => {
    const { pid, id } = await begin('named');
    lab.registry.change(pid, { name: 'a-better-name' });
    await lab.shows(pid, 'its new name', ({ name }) => name === 'a-better-name');
    expect(lab.history(id)).toEqual(['idle', 'busy']);
  });
});

/** Bytes that a process has read since it began, from files and from /proc. */
function bytesReadBy(pid: number): number {
  return Number(/rchar: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

function readFileSyncOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
