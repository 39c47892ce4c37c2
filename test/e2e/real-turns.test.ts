// The real Claude Code, with and without our hooks: how a turn runs and ends. The exact sequence of states that a WebSocket client
// sees, each within a second of its cause.

import { expect } from 'vitest';
import { realRows } from '../lab/real-rows.ts';

const row = realRows();
const allowing = (...rules: string[]) => ({
  arguments: ['--permission-mode', 'default', '--allowedTools', ...rules],
});

row(
  'a session that starts is idle from its first word',
  async ({ startUnseen, lightFor }) => {
    const claude = await startUnseen();
    const light = await lightFor(claude, claude.pid, 3000);
    await light.says('idle', ({ state }) => state === 'idle');
    // A start that takes longer than two seconds is rightly unknown until Claude has a word.
    expect(light.shown().join(' ')).toMatch(/^(?:unknown )?idle$/);
  },
  { daemonNeeded: true, recorded: false },
);

row('a plain turn is busy, then to review', async ({ start }) => {
  const { claude, light } = await start();
  await claude.say('stream: 8 100');
  await light.turns('busy');
  await claude.reaches('idle');
  const { failure, lastText } = await light.turns('review');
  expect(failure ?? null).toBeNull();
  expect(lastText ?? 'word8').toContain('word8');
  await light.hasShown('idle', 'busy', 'review');
});

row(
  'a second prompt takes the review away and is busy again',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('say: first');
    await claude.reaches('idle');
    await light.turns('busy', { within: 3000 });
    await light.turns('review');
    await claude.say('stream: 8 100');
    await light.turns('busy');
    await claude.reaches('idle');
    await light.turns('review');
    await light.hasShown('idle', 'busy', 'review', 'busy', 'review');
  },
  { onlyFull: 'close to other rows' },
);

row(
  'a tool that is allowed in the terminal',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('bash: touch a.txt ;; stream: 6 100');
    await light.turns('busy');
    await claude.reaches('waiting');
    await light.turns('needs-input');
    await claude.dialogTakesKeys();
    await claude.press('1');
    await light.turns('busy');
    await claude.reaches('idle');
    await light.turns('review');
    await light.hasShown('idle', 'busy', 'needs-input', 'busy', 'review');
  },
  { hooks: 'also' },
);

row('a tool that needs no leave', async ({ start }) => {
  const { claude, light } = await start(allowing('Bash(echo:*)'));
  await claude.say('tools: 3 ;; stream: 6 100');
  await light.turns('busy');
  await claude.reaches('idle');
  await light.turns('review');
  await light.hasShown('idle', 'busy', 'review');
});

row('a tool that fails is no end', async ({ start }) => {
  const { claude, light } = await start(allowing('Bash(ls:*)'));
  await claude.say('bash: ls no-such-file ;; tool: NoSuchTool {} ;; stream: 6 100');
  await light.turns('busy');
  await claude.reaches('idle');
  await light.turns('review');
  await light.hasShown('idle', 'busy', 'review');
});

row(
  'No at a permission dialog stops Claude, and there is nothing to review',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('bash: touch b.txt ;; say: done');
    await light.turns('busy');
    await claude.reaches('waiting');
    await light.turns('needs-input');
    await claude.dialogTakesKeys();
    await claude.press('4');
    await claude.reaches('idle');
    await light.turns('idle');
    await light.hasShown('idle', 'busy', 'needs-input', 'idle');
  },
  { hooks: 'also' },
);

row(
  'No with a reason lets Claude go on',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('bash: touch c.txt ;; stream: 8 100');
    await light.turns('busy');
    await claude.reaches('waiting');
    await light.turns('needs-input');
    await claude.dialogTakesKeys();
    await claude.press('Down', 'Down', 'Down');
    await claude.shows(/❯ 4\. No/);
    await claude.press('Tab');
    await claude.shows(/tell Claude what to do differently/);
    await claude.type('use another name');
    await claude.shows(/use another name/);
    await claude.press('Enter');
    await light.turns('busy');
    await claude.reaches('idle');
    await light.turns('review');
    await light.hasShown('idle', 'busy', 'needs-input', 'busy', 'review');
  },
  { hooks: 'also', onlyFull: 'close to other rows' },
);

row(
  'Esc while Claude writes',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('stream: 100 100');
    await light.turns('busy');
    await claude.shows(/word3/);
    await claude.press('Escape');
    await light.turns('idle');
    await claude.reaches('idle');
    await light.hasShown('idle', 'busy', 'idle');
  },
  { hooks: 'also' },
);

row(
  'Esc while a tool runs',
  async ({ start }) => {
    const { claude, light } = await start(allowing('Bash(sleep:*)'));
    await claude.say('bash: sleep 20 ;; say: done');
    await light.turns('busy');
    await claude.shows(/Running|sleep 20\n/);
    await claude.press('Escape');
    await light.turns('idle');
    await claude.reaches('idle');
    await light.hasShown('idle', 'busy', 'idle');
  },
  { hooks: 'also' },
);

row(
  'Esc at a permission dialog',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('bash: touch d.txt ;; say: done');
    await light.turns('busy');
    await claude.reaches('waiting');
    await light.turns('needs-input');
    await claude.dialogTakesKeys();
    await claude.press('Escape');
    await light.turns('idle');
    await claude.reaches('idle');
    await light.hasShown('idle', 'busy', 'needs-input', 'idle');
  },
  { hooks: 'also', onlyFull: 'close to other rows' },
);

row(
  'a prompt typed while a dialog waits behind it, then Esc: the queued turn begins at once',
  async ({ start }) => {
    const { claude, light } = await start(allowing('Bash(echo:*)'));
    await claude.say('stream: 25 100 ;; bash: echo x && touch e.txt ;; say: never');
    await light.turns('busy');
    await claude.shows(/word2/);
    await claude.type('stream: 10 100');
    await claude.press('Enter');
    await claude.reaches('waiting');
    await light.turns('needs-input');
    await claude.dialogTakesKeys();
    await claude.press('Escape');
    await claude.reaches('busy');
    await light.turns('busy');
    await claude.reaches('idle');
    await light.turns('review');
    await light.hasShown('idle', 'busy', 'needs-input', 'busy', 'review');
  },
  { hooks: 'also' },
);

row('a prompt typed right after Esc is busy', async ({ start }) => {
  const { claude, light } = await start();
  await claude.say('stream: 100 100');
  await light.turns('busy');
  await claude.shows(/word3/);
  await claude.press('Escape');
  await light.turns('idle');
  await claude.shows(/Interrupted/);
  await claude.press('C-u');
  await claude.reaches('idle');
  await claude.say('stream: 10 100');
  await light.turns('busy');
  await claude.reaches('idle');
  await light.turns('review');
  await light.hasShown('idle', 'busy', 'idle', 'busy', 'review');
});

row('a prompt typed while Claude works is taken into the turn', async ({ start }) => {
  const { claude, light } = await start(allowing('Bash(echo:*)'));
  await claude.say('stream: 60 100 ;; bash: echo x ;; say: done');
  await light.turns('busy');
  await claude.shows(/word2/);
  await claude.type('thanks');
  await claude.press('Enter');
  await claude.reaches('idle');
  await light.turns('review');
  await light.hasShown('idle', 'busy', 'review');
});

row(
  'an API error after its retries ends in a review that says so',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('error: 500');
    await light.turns('busy');
    await claude.reaches('idle');
    await light.turns('review');
    const { failure } = await light.says('the failure', (session) => session.failure !== null);
    expect(failure?.status ?? 500).toBe(500);
    await light.hasShown('idle', 'busy', 'review');
  },
  { hooks: 'also' },
);

row(
  'a retry that helps is one turn',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('error: 529 x1 ;; say: done');
    await light.turns('busy');
    await claude.reaches('idle');
    const { failure } = await light.turns('review');
    expect(failure ?? null).toBeNull();
    await light.hasShown('idle', 'busy', 'review');
  },
  { onlyFull: 'close to other rows' },
);
