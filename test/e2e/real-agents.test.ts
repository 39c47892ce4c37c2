// The real Claude Code, with and without our hooks: work that goes on beside or after the turn: sub-agents, background shells,
// print mode, background sessions.

import { expect } from 'vitest';
import { realRows } from '../lab/real-rows.ts';
import { pause } from '../lab/until.ts';

const row = realRows();
const allowing = (...rules: string[]) => ({
  arguments: ['--permission-mode', 'default', '--allowedTools', ...rules],
});
/** A session that asks for nothing. */
const UNASKED = { arguments: ['--permission-mode', 'bypassPermissions'], environment: { IS_SANDBOX: '1' } };

row('a sub-agent: one review, when it has come back', async ({ start }) => {
  const { claude, light } = await start();
  await claude.say('task: stream: 20 100 ;; say: launched');
  await light.turns('busy');
  await claude.rests();
  await light.turns('review');
  await light.hasShown('idle', 'busy', 'review');
});

row(
  'a foreground sub-agent holds the turn',
  async ({ start }) => {
    const { claude, light } = await start({ environment: { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' } });
    await claude.say('task: stream: 10 100 ;; say: back');
    await light.turns('busy');
    await claude.rests();
    await light.turns('review');
    await light.hasShown('idle', 'busy', 'review');
  },
  { hooks: 'also', onlyFull: 'close to other rows' },
);

row(
  'a background sub-agent: busy beyond the end of the turn, one review',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('bgtask: stream: 30 100 ;; say: launched');
    await light.turns('busy');
    await claude.shows(/launched/);
    await light.says('one agent in the background', ({ background }) => background === 1, 3000);
    await claude.rests();
    const { background } = await light.turns('review');
    expect(background ?? 0).toBe(0);
    await light.hasShown('idle', 'busy', 'review');
  },
  { hooks: 'also' },
);

row(
  'a sub-agent that asks: needs you, then goes on',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('bgtask: bash: touch g.txt ,, stream: 10 100 ;; say: launched');
    await light.turns('busy');
    await claude.reaches('waiting');
    await light.turns('needs-input');
    await claude.dialogTakesKeys();
    await claude.press('1');
    await light.turns('busy');
    await claude.rests();
    await light.turns('review');
    await light.hasShown('idle', 'busy', 'needs-input', 'busy', 'review');
  },
  { hooks: 'also' },
);

row(
  'a dev server left running does not hold the end back',
  async ({ start }) => {
    const { claude, light } = await start(UNASKED);
    await claude.say('bgbash: tail -f /dev/null ;; say: serving');
    await light.turns('busy');
    await claude.reaches('shell');
    await light.turns('review');
    await light.hasShown('idle', 'busy', 'review');
  },
  { onlyFull: 'close to other rows' },
);

row(
  'a dev server left running is still only a review a minute later',
  async ({ start }) => {
    const { claude, light } = await start(UNASKED);
    await claude.say('bgbash: tail -f /dev/null ;; say: serving');
    await light.turns('busy');
    await claude.reaches('shell');
    await light.turns('review');
    await pause(61_000);
    await light.hasShown('idle', 'busy', 'review');
  },
  { onlyFull: 'waits a minute', daemonNeeded: true, timeout: 120_000 },
);

row(
  'a background shell that ends brings Claude back to work once',
  async ({ start }) => {
    const { claude, light } = await start(allowing('Bash(sleep:*)', 'Bash(echo:*)'));
    await claude.say('bgbash: sleep 2; echo done ;; say: waiting for it');
    await light.turns('busy');
    await claude.reaches('shell');
    await light.turns('review');
    await claude.reaches('busy');
    await light.turns('busy');
    await claude.reaches('idle');
    await light.turns('review');
    await light.hasShown('idle', 'busy', 'review', 'busy', 'review');
  },
  { hooks: 'also' },
);

row('print mode inside a turn is folded under its session and never moves it', async ({ start, lab }) => {
  const { claudeCommand } = await import('../lab/claude-binaries.ts');
  const [program = ''] = claudeCommand('2.1.332');
  const { claude, light } = await start(allowing('Bash'));
  await claude.say(`bash: ${program} -p "stream: 20 100" ;; stream: 5 100`);
  await light.turns('busy');
  await claude.reaches('idle', 30_000);
  await light.turns('review');
  await light.hasShown('idle', 'busy', 'review');
  expect(lab.directory).not.toBe('');
});
