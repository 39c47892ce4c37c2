// Rows of what the first users asked for that no other file names, each by its own trigger on the real Claude Code and
// looked at on the surface it names.

import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../src/core/session.ts';
import { type ClaudeLab, makeClaudeLab } from '../lab/claude-lab.ts';
import { type LabDaemon, startDaemon } from '../lab/daemon.ts';
import type { LabClaude } from '../lab/lab-claude.ts';
import { kill } from '../lab/lab-processes.ts';
import { lightOf } from '../lab/light.ts';
import { type Watcher, watch } from '../lab/watcher.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const run = promisify(execFile);

let lab: ClaudeLab;
let daemon: LabDaemon;
let watcher: Watcher;
const started: LabClaude[] = [];

beforeAll(async () => {
  lab = await makeClaudeLab();
  daemon = await startDaemon({
    personHome: lab.home.home,
    home: join(lab.directory, 'tallymux'),
    claudeDirectories: [lab.home.claudeDirectory],
  });
  watcher = await watch(daemon);
});

afterEach(() => {
  for (const claude of started.splice(0)) {
    claude.stop();
    kill(claude.pid, 'SIGKILL');
  }
});

afterAll(async () => {
  watcher?.close();
  await daemon?.kill();
  await lab?.dispose();
});

async function begin(project?: string) {
  const claude = await lab.start(project === undefined ? {} : { project });
  started.push(claude);
  const light = await lightOf(watcher, daemon, claude);
  await light.begins();
  return { claude, light };
}

/** What `tallymux list --json` prints of one pid. */
async function listed(pid: number): Promise<Session | undefined> {
  const { stdout } = await run(process.execPath, [CLI, '--no-start', 'list', '--json'], { env: daemon.environment });
  const { sessions } = JSON.parse(stdout) as { sessions: readonly Session[] };
  return sessions.find((session) => session.pid === pid);
}

async function restartWhile(meanwhile: () => Promise<void>): Promise<void> {
  watcher.close();
  await daemon.kill();
  await meanwhile();
  await daemon.start();
  watcher = await watch(daemon);
}

test('A2: what was busy is unknown after a restart until it can be checked, and resolves by itself', async () => {
  const { claude, light } = await begin();
  const file = join(lab.home.claudeDirectory, 'sessions', `${claude.pid}.json`);
  await claude.say('stream: 100 200');
  await light.turns('busy');
  await restartWhile(async () => {
    renameSync(file, join(lab.directory, 'hidden'));
    // Claude would write it anew.
    mkdirSync(join(file, 'in-the-way'), { recursive: true });
  });
  claude.mark();
  const again = await lightOf(watcher, daemon, claude);
  expect(again.session().state).toBe('unknown');
  rmSync(file, { recursive: true });
  renameSync(join(lab.directory, 'hidden'), file);
  claude.mark();
  await again.says('busy again', ({ state }) => state === 'busy');
  await claude.rests();
  await again.says('review', ({ state }) => state === 'review');
});

test('A10: a turn that ends while the daemon is away is to review after the restart, and rings nobody', async () => {
  const { claude, light } = await begin();
  await claude.say('stream: 10 150');
  await light.turns('busy');
  await restartWhile(async () => void (await claude.rests()));
  claude.mark();
  const again = await lightOf(watcher, daemon, claude);
  await again.says('review', ({ state }) => state === 'review', 1500);
  expect(again.announced()).toEqual([]);
});

test('A10: a Claude that is gone after the restart has ended, silently', async () => {
  const { claude, light } = await begin();
  await claude.say('stream: 60 200');
  await light.turns('busy');
  await restartWhile(async () => {
    claude.signal('SIGKILL');
    await claude.ends();
  });
  claude.mark();
  const again = await lightOf(watcher, daemon, claude);
  await again.says('ended', ({ state }) => state === 'ended', 1500);
  expect(again.announced()).toEqual([]);
});

test('A5: whether Claude runs is told by its process: a registry file without one is no session', async () => {
  const { claude, light } = await begin();
  const stale = join(lab.home.claudeDirectory, 'sessions', '999999.json');
  writeFileSync(
    stale,
    JSON.stringify({
      pid: 999999,
      sessionId: 'x',
      cwd: '/',
      procStart: '1',
      kind: 'interactive',
      entrypoint: 'cli',
      status: 'busy',
    }),
  );
  claude.signal('SIGKILL');
  await light.turns('ended', { within: 1500 });
  expect(watcher.snapshot().sessions.some(({ pid }) => pid === 999999)).toBe(false);
  expect(await listed(999999)).toBeUndefined();
  rmSync(stale);
});

test("A7: the last thing Claude wrote is told and changes no state; C6: so are its conversation and the directory's branch", async () => {
  const cwd = lab.project('api');
  execFileSync('git', ['init', '-q', '-b', 'lighthouse', cwd]);
  const { claude, light } = await begin('api');
  await claude.say('say: The lamp is lit. ;; bash: touch lamp ;; say: never reached');
  await light.turns('busy');
  await claude.reaches('waiting');
  await light.turns('needs-input');
  claude.mark();
  const session = await light.says('the snippet', ({ lastText }) => lastText === 'The lamp is lit.');
  expect(session).toMatchObject({ state: 'needs-input', action: 'Bash · touch lamp', branch: 'lighthouse' });
  expect(await listed(claude.pid)).toMatchObject({ lastText: 'The lamp is lit.', conversation: session.conversation });
  await light.hasShown('idle', 'busy', 'needs-input');
});

test('C5: a session is found by its process: directory, terminal and pane', async () => {
  const { claude, light } = await begin();
  expect(light.session()).toMatchObject({ cwd: claude.cwd, tty: expect.stringMatching(/^\/dev\/pts\/\d+$/) });
  expect(light.session().tmux?.pane).toBe(claude.pane);
});

test('C3: sessions are held in memory: the list is answered while the database is away', async () => {
  const { claude, light } = await begin();
  rmSync(join(daemon.home, 'state.db'));
  claude.mark();
  await claude.say('say: still here');
  await light.turns('busy');
  await claude.rests();
  await light.turns('review');
  expect((await listed(claude.pid))?.state).toBe('review');
});
