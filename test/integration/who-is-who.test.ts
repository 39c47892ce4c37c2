// Which process, conversation and transcript belong together, under the built daemon: shared directories, colliding
// names, children, helpers, and what only looks like Claude.

import { copyFileSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needsAttention } from '../../src/core/attention.ts';
import { argvOf, startFakeClaude, startOf } from '../lab/fake-claude.ts';
import { type FakeLab, makeFakeLab } from '../lab/fake-lab.ts';
import { until } from '../lab/until.ts';

let lab: FakeLab;
beforeAll(async () => {
  lab = makeFakeLab('who-is-who');
  await lab.open();
});
afterAll(() => lab.close());

const transcriptOf = (cwd: string, conversation: string) =>
  join(lab.claude, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'), `${conversation}.jsonl`);
const turn = async (name: string, text: string) => {
  await lab.play(name, { do: 'prompt', text: 'go' });
  await lab.play(name, { do: 'finish', text });
};

it('S09: two sessions in one directory are two rows, each with its own words', async () => {
  const cwd = lab.project('shared');
  const one = await lab.start('one', { cwd });
  const two = await lab.start('two', { cwd });
  await lab.turns(one, 'idle');
  await lab.turns(two, 'idle');
  for (let round = 1; round <= 3; round++) {
    await turn('one', `first ${round}`);
    await turn('two', `second ${round}`);
  }
  expect(await lab.shows(one, 'its text', ({ lastText }) => lastText === 'first 3')).toMatchObject({ cwd });
  expect(await lab.shows(two, 'its text', ({ lastText }) => lastText === 'second 3')).toMatchObject({ cwd });
  const rows = lab
    .watcher()
    .snapshot()
    .sessions.filter((session) => session.cwd === cwd);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
  expect(rows).toHaveLength(2);
});

it('S10: a newer file of somebody else never takes the place of the own conversation', async () => {
  const cwd = lab.project('newest');
  const pid = await lab.start('newest', { cwd });
  const { conversation } = await lab.turns(pid, 'idle');
  await turn('newest', 'mine');
  await lab.shows(pid, 'its text', ({ lastText }) => lastText === 'mine');
  const own = transcriptOf(cwd, conversation ?? '');
  const other = transcriptOf(cwd, '00000000-0000-4000-8000-0000000000ff');
  copyFileSync(own, other);
  const agent = join(own.replace('.jsonl', ''), 'subagents', 'agent-1.jsonl');
  mkdirSync(dirname(agent), { recursive: true });
  copyFileSync(own, agent);
  for (const path of [other, agent]) utimesSync(path, Date.now() / 1000 + 60, Date.now() / 1000 + 60);
  await turn('newest', 'mine again');
  expect(await lab.shows(pid, 'its text', ({ lastText }) => lastText === 'mine again')).toMatchObject({ conversation });
});

it('T08: directories whose names collide are found and never merged; the path is shown as it is', async () => {
  const paths = ['my_proj.v2/桌面/a b', 'my-proj-v2/桌面/a b', 'my_proj_v2/桌面/a_b'].map((path) => lab.project(path));
  const pids: number[] = [];
  for (const [at, cwd] of paths.entries()) pids.push(await lab.start(`collide${at}`, { cwd }));
  for (const at of paths.keys()) await turn(`collide${at}`, `text ${at}`);
  for (const [at, pid] of pids.entries()) {
    const session = await lab.shows(pid, 'its text', ({ lastText }) => lastText === `text ${at}`);
    expect(session.cwd).toBe(paths[at]);
  }
});

it('T10: a session in a directory behind a link is one row with its transcript', async () => {
  const real = lab.project('real');
  symlinkSync(real, join(lab.directory, 'link'));
  const pid = await lab.start('linked', { cwd: join(lab.directory, 'link') });
  await turn('linked', 'through a link');
  await lab.shows(pid, 'its text', ({ lastText }) => lastText === 'through a link');
  expect(
    lab
      .watcher()
      .snapshot()
      .sessions.filter((session) => session.pid === pid),
  ).toHaveLength(1);
});

it('S13: /clear thrice keeps one row; the old conversations lead to it, also after a restart', async () => {
  const pid = await lab.start('cleared');
  const { id } = await lab.turns(pid, 'idle');
  const conversations: (string | null)[] = [lab.view(pid)?.conversation ?? null];
  for (let round = 0; round < 3; round++) {
    await turn('cleared', `round ${round}`);
    await lab.play('cleared', { do: 'clear' });
    const known = [...conversations];
    const next = await lab.shows(pid, 'a new conversation', ({ conversation }) => !known.includes(conversation));
    expect(next.id).toBe(id);
    conversations.push(next.conversation);
  }
  const resolve = async () => {
    for (const conversation of conversations) {
      const { session } = await lab.daemon.command('explain', { session: conversation ?? '' });
      expect(session).toMatchObject({ id, conversation: conversations.at(-1) });
    }
  };
  await resolve();
  await lab.daemon.stop();
  await lab.open();
  await lab.turns(pid, 'idle');
  await resolve();
  expect(
    lab
      .watcher()
      .snapshot()
      .sessions.filter((session) => session.pid === pid),
  ).toHaveLength(1);
});

it('S15: a print-mode child is folded under its parent, counts nowhere, and moves nothing', async () => {
  const cwd = lab.project('parent');
  const child = `sleep 1000 | bash -c 'exec -a claude bash -p -s'`;
  const parent = await startFakeClaude({ home: lab.home, cwd }, `${child} & read -r _`);
  const pid = await until('the child runs', () => {
    return parent.children().find((each) => argvOf(each).join(' ') === 'claude -p -s') ?? null;
  });
  const like = lab.registry.read(await lab.start('like'));
  const write = (who: number, status: string, more = {}) => {
    const entry = { ...like, pid: who, procStart: startOf(who), cwd, sessionId: `c-${who}`, status, ...more };
    writeFileSync(lab.registry.path(who), JSON.stringify(entry));
  };
  write(parent.pid, 'idle');
  const { id } = await lab.turns(parent.pid, 'idle');
  write(pid, 'busy', { entrypoint: 'sdk-cli' });
  const folded = await lab.turns(pid, 'busy');
  expect(folded).toMatchObject({ kind: 'script', parent: id });
  write(pid, 'waiting', { entrypoint: 'sdk-cli', waitingFor: 'permission prompt' });
  await lab.turns(pid, 'needs-input');
  const only = lab
    .watcher()
    .snapshot()
    .sessions.filter((session) => [pid, parent.pid].includes(session.pid ?? 0));
  expect(only).toHaveLength(2);
  expect(only.filter(needsAttention)).toEqual([]);
  expect(lab.announced(folded.id)).toEqual([]);
  expect(lab.history(id)).toEqual(['idle']);
});

it('R01, R03: what only names Claude, and its helpers, are no rows', async () => {
  const cwd = lab.project('lookalikes');
  const place = { home: lab.home, cwd };
  const strangers = [
    await startFakeClaude(place, 'read -r _', 'grep claude'),
    await startFakeClaude(place, 'read -r _', 'claude.log'),
    await startFakeClaude(place, ': /claude/notes; read -r _', 'vim'),
    await startFakeClaude(place, 'read -r _', 'claude-desktop'),
    await startFakeClaude(place, 'read -r _', '/usr/bin/not-claude'),
  ];
  // Discovered by the same look at the process table as these: the real one among them.
  const real = await startFakeClaude(place, 'read -r _; : daemon status');
  await lab.daemon.stop();
  await lab.open();
  await lab.watcher().next('the real one', () => lab.view(real.pid), 5_000);
  for (const { pid } of strangers) expect(lab.view(pid)).toBeUndefined();
});
