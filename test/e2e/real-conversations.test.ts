// The real Claude Code, with and without our hooks: what changes the conversation of a session, and local commands, which are
// turns without an answer. The session stays the same one through all of it.

import { expect } from 'vitest';
import type { LabClaude } from '../lab/lab-claude.ts';
import { realRows } from '../lab/real-rows.ts';

const row = realRows();
const conversationOf = (claude: LabClaude) => claude.levels().at(-1)?.conversation ?? '';

row(
  '/clear: the same session, another conversation, nothing to review',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('say: first');
    await claude.reaches('idle');
    await light.turns('busy', { within: 3000 });
    await light.turns('review');
    const before = conversationOf(claude);
    await claude.say('/clear');
    await light.turns('idle');
    await light.says('another conversation', ({ conversation }) => conversation !== before, 2000);
    await claude.reaches('idle');
    await claude.say('stream: 6 100');
    await light.turns('busy');
    await claude.reaches('idle');
    await light.turns('review');
    await light.hasShown('idle', 'busy', 'review', 'idle', 'busy', 'review');
  },
  { hooks: 'also' },
);

row('--resume: a conversation that goes on is idle until its next prompt', async ({ start }) => {
  const first = await start({ project: 'shop' });
  await first.claude.say('say: first');
  await first.claude.reaches('idle');
  const conversation = conversationOf(first.claude);
  await first.claude.say('/exit');
  await first.claude.ends();
  const { claude, light } = await start({
    project: 'shop',
    arguments: ['--permission-mode', 'default', '--resume', conversation],
  });
  await light.says('the conversation', (session) => session.conversation === conversation, 2000);
  await claude.say('stream: 6 100');
  await light.turns('busy');
  await claude.reaches('idle');
  await light.turns('review');
  await light.hasShown('idle', 'busy', 'review');
});

row(
  '--fork-session: a copy of a conversation is idle until its next prompt',
  async ({ start }) => {
    const first = await start({ project: 'shop' });
    await first.claude.say('say: first');
    await first.claude.reaches('idle');
    await first.light.turns('busy', { within: 3000 });
    await first.light.turns('review');
    const conversation = conversationOf(first.claude);
    const { claude, light } = await start({
      project: 'shop',
      arguments: ['--permission-mode', 'default', '--resume', conversation, '--fork-session'],
    });
    await claude.say('stream: 6 100');
    await light.turns('busy');
    await claude.reaches('idle');
    await light.turns('review');
    expect(conversationOf(claude)).not.toBe(conversation);
    await light.hasShown('idle', 'busy', 'review');
    await first.light.hasShown('idle', 'busy', 'review');
  },
  { onlyFull: 'close to other rows' },
);

row(
  'one conversation in two sessions: only the one that works is busy',
  async ({ start }) => {
    const first = await start({ project: 'api' });
    await first.claude.say('say: first');
    await first.claude.reaches('idle');
    await first.light.turns('busy', { within: 3000 });
    await first.light.turns('review');
    const second = await start({
      project: 'api',
      arguments: ['--permission-mode', 'default', '--resume', conversationOf(first.claude)],
    });
    await second.claude.say('stream: 10 100');
    await second.light.turns('busy');
    await second.claude.reaches('idle');
    await second.light.turns('review');
    await second.light.hasShown('idle', 'busy', 'review');
    await first.light.hasShown('idle', 'busy', 'review');
    await first.claude.say('stream: 10 100');
    await first.light.turns('busy');
    await first.claude.press('Escape');
    await first.light.turns('idle');
    await first.light.hasShown('idle', 'busy', 'review', 'busy', 'idle');
    await second.light.hasShown('idle', 'busy', 'review');
  },
  // Whose a turn was that both sessions' one transcript holds is not in it.
  { recorded: false, daemonNeeded: 'without hooks' },
);

row('/model is a dialog that waits, and nothing when it is closed', async ({ start }) => {
  const { claude, light } = await start();
  await claude.say('/model');
  await claude.reaches('waiting');
  const { waitingFor } = await light.turns('needs-input');
  expect(waitingFor ?? 'dialog open').toBe('dialog open');
  await claude.shows(/Enter to|Esc to/);
  await claude.press('Escape');
  await claude.reaches('idle');
  await light.turns('idle');
  await light.hasShown('idle', 'needs-input', 'idle');
});

row('!cmd: Claude reads what the command wrote and answers, so there is something to review', async ({ start }) => {
  const { claude, light } = await start();
  await claude.type('!');
  await claude.shows(/! for shell|shell mode|bash mode|^!/m);
  await claude.say('sleep 1; echo done');
  await light.turns('busy');
  await claude.reaches('idle');
  await light.turns('review');
  await light.hasShown('idle', 'busy', 'review');
});

row(
  '/compact is busy and compacting, then as it was',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('say: first');
    await claude.reaches('idle');
    await light.turns('busy', { within: 3000 });
    await light.turns('review');
    await claude.say('/compact');
    await light.turns('busy');
    await claude.reaches('idle');
    await light.turns('idle');
    await light.says('not compacting', ({ compacting }) => !compacting, 2000);
    await light.hasShown('idle', 'busy', 'review', 'busy', 'idle');
  },
  { hooks: 'also' },
);

row(
  'automatic compaction never moves the session',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('usage: 990000 ;; say: full');
    await claude.reaches('idle');
    await light.turns('busy', { within: 3000 });
    await light.turns('review');
    await claude.say('stream: 8 100');
    await light.turns('busy');
    await claude.reaches('idle');
    await light.turns('review');
    await light.hasShown('idle', 'busy', 'review', 'busy', 'review');
  },
  { hooks: 'also' },
);

row(
  'a custom slash command is a turn',
  async ({ start, lab }) => {
    const { mkdirSync, writeFileSync } = await import('node:fs');
    mkdirSync(`${lab.project('site')}/.claude/commands`, { recursive: true });
    writeFileSync(`${lab.project('site')}/.claude/commands/greet.md`, 'stream: 8 100\n');
    const { claude, light } = await start({ project: 'site' });
    await claude.say('/greet');
    await light.turns('busy');
    await claude.reaches('idle');
    await light.turns('review');
    await light.hasShown('idle', 'busy', 'review');
  },
  { onlyFull: 'close to other rows' },
);

row('two sessions in one directory keep their lights apart', async ({ start }) => {
  const one = await start({ project: 'site' });
  const other = await start({ project: 'site' });
  await one.claude.say('bash: touch f.txt ;; say: done');
  await one.light.turns('busy');
  await one.claude.reaches('waiting');
  await one.light.turns('needs-input');
  await other.claude.say('stream: 8 100');
  await other.light.turns('busy');
  await other.claude.reaches('idle');
  await other.light.turns('review');
  await other.light.hasShown('idle', 'busy', 'review');
  await one.light.hasShown('idle', 'busy', 'needs-input');
});

row(
  '/rename is a moment of work that leaves nothing but the name',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('/rename lamp');
    await light.turns('busy');
    await claude.reaches('idle');
    await light.turns('idle');
    await light.says('the name', ({ name }) => name === 'lamp');
    await light.hasShown('idle', 'busy', 'idle');
  },
  { onlyFull: 'close to other rows' },
);

row('cd inside a tool does not move the session', async ({ start }) => {
  const { claude, light } = await start({
    arguments: ['--permission-mode', 'bypassPermissions'],
    environment: { IS_SANDBOX: '1' },
  });
  await claude.say('bash: cd /tmp ;; stream: 6 100');
  await light.turns('busy');
  await claude.reaches('idle');
  await light.turns('review');
  await light.hasShown('idle', 'busy', 'review');
  await light.says('where it was started', ({ cwd }) => (cwd ?? claude.cwd) === claude.cwd);
});
