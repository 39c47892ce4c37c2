// The real Claude Code: what is shown beside the state. To-dos, sub-agents and what they do, the ports of what it left
// running, and a session that moves into a worktree in the middle of its turn.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { kill } from '../lab/lab-processes.ts';
import { realRows } from '../lab/real-rows.ts';
import { until } from '../lab/until.ts';

const row = realRows();
/** A session that asks for nothing. */
const UNASKED = { arguments: ['--permission-mode', 'bypassPermissions'], environment: { IS_SANDBOX: '1' } };
const LIVE = { daemonNeeded: true, recorded: false, hooks: 'also', timeout: 120_000 } as const;
const SERVER = `
  const server = require('net').createServer().listen(0, '127.0.0.1', () => {
    require('fs').writeFileSync('served.json', JSON.stringify({ pid: process.pid, port: server.address().port }));
  });
`;

row(
  'A9: a dev server in the background: its port is shown, and gone when it ends',
  async ({ start }) => {
    const { claude, light } = await start(UNASKED);
    writeFileSync(join(claude.cwd, 'serve.cjs'), SERVER);
    await claude.say(`bgbash: ${process.execPath} serve.cjs ;; say: serving`);
    await light.turns('busy', { within: 3000 });
    await claude.reaches('shell');
    await light.turns('review');
    const served = await until('it serves', () => readJson(join(claude.cwd, 'served.json')));
    claude.mark();
    const { state } = await light.says('its port', ({ ports }) => ports.join() === String(served.port), 3000);
    expect(state).toBe('review');
    kill(served.pid, 'SIGKILL');
    claude.mark();
    await light.says('no port', ({ ports }) => ports.length === 0, 7000);
  },
  LIVE,
);

row(
  'A7: a sub-agent: who it is and what it does are shown while only it works',
  async ({ start }) => {
    const { claude, light } = await start(UNASKED);
    await claude.say('task: bash: sleep 8; echo there ,, say: back ;; say: launched');
    await light.turns('busy', { within: 3000 });
    // A loaded machine lets Claude take its time until it calls anybody.
    const { agents } = await light.says('its call', ({ action }) => action === 'Bash · sleep 8; echo there', 20_000);
    expect(agents).toEqual([
      {
        id: expect.any(String),
        type: 'general-purpose',
        description: 'Lab subtask',
        action: 'Bash · sleep 8; echo there',
      },
    ]);
    await claude.rests(45_000);
    const after = await light.turns('review');
    expect([after.agents, after.action]).toEqual([[], null]);
    await light.hasShown('idle', 'busy', 'review');
  },
  LIVE,
);

row(
  'A7: to-dos, failed calls and the tokens of the conversation are shown, and move no state',
  async ({ start }) => {
    const { claude, light } = await start({
      ...UNASKED,
      arguments: [...UNASKED.arguments, '--model', 'claude-sonnet-4-5'],
    });
    const task = (subject: string) => `tool: TaskCreate {"subject":"${subject}","description":"d"}`;
    await claude.say(
      `${task('Write it')} ;; ${task('Ship it')} ;; tool: TaskUpdate {"taskId":"1","status":"completed"} ;; ` +
        'tool: TaskUpdate {"taskId":"2","status":"in_progress"} ;; bash: exit 3 ;; say: half done',
    );
    await light.turns('busy', { within: 3000 });
    await claude.rests(45_000);
    const shown = await light.turns('review');
    expect(shown).toMatchObject({ todos: { done: 1, total: 2, current: 'Ship it' }, toolErrors: 1, apiError: null });
    expect(shown.totalTokens?.input).toBeGreaterThan(shown.tokens?.input ?? Number.POSITIVE_INFINITY);
    await light.hasShown('idle', 'busy', 'review');
  },
  LIVE,
);

row(
  'S11: a session that moves into a worktree in the middle of its turn is followed there',
  async ({ start, lab }) => {
    const cwd = lab.project('api');
    mkdirSync(cwd, { recursive: true });
    const git = (...words: string[]) => execFileSync('git', words, { cwd, env: { PATH: process.env.PATH, HOME: cwd } });
    git('init', '-q', '-b', 'main');
    git('-c', 'user.name=d', '-c', 'user.email=d@localhost', 'commit', '-q', '--allow-empty', '-m', 'x');
    const { claude, light } = await start({ ...UNASKED, project: 'api' });
    await claude.say('tool: EnterWorktree {"name":"side"} ;; bash: sleep 6; pwd ;; say: in the worktree');
    await light.turns('busy', { within: 3000 });
    await claude.rests(45_000);
    await light.turns('review');
    await light.says('its words', ({ lastText }) => lastText === 'in the worktree', 2000);
    await light.hasShown('idle', 'busy', 'review');
  },
  LIVE,
);

function readJson(path: string): { readonly pid: number; readonly port: number } | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
