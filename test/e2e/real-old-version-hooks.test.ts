// Claude Code 2.0.77, which keeps no registry, with our hooks: what they tell is no guess, and comes at once.

import { expect } from 'vitest';
import { realRows } from '../lab/real-rows.ts';
import type { Actor, Stage } from '../lab/stage.ts';
import { transcriptHolds } from '../lab/transcripts.ts';

const row = realRows(['2.0.77']);
const hooks = 'only';
const OLD = { version: '2.0.77', arguments: [] } as const;
const allowing = (...rules: string[]) => ({ version: '2.0.77', arguments: ['--allowedTools', ...rules] }) as const;

/** Starts one and looks at its light from its first idle on: its start is told by a hook. */
async function begin({ start }: Stage, options: Parameters<Stage['start']>[0] = OLD): Promise<Actor> {
  return start(options);
}

/** The end of a turn shows on the screen. */
async function ends({ claude, light }: Actor, lastWord: RegExp): Promise<void> {
  await claude.shows(lastWord, 30_000);
  claude.mark();
  const { guess } = await light.turns('review');
  expect(guess ?? false).toBe(false);
}

row(
  'an old version: a turn is busy, and to review at once',
  async (stage) => {
    const actor = await begin(stage);
    await actor.claude.say('stream: 10 100');
    await actor.light.turns('busy');
    await ends(actor, /word10/);
    await actor.light.hasShown('idle', 'busy', 'review');
  },
  { hooks },
);

row(
  'an old version: a tool that is allowed in the terminal',
  async (stage) => {
    const actor = await begin(stage);
    const { claude, light } = actor;
    await claude.say('bash: touch a.txt ;; stream: 8 100');
    await light.turns('busy');
    await claude.shows(/Do you want to proceed/);
    claude.mark();
    await light.turns('needs-input');
    await claude.dialogTakesKeys();
    await claude.press('1');
    await light.turns('busy');
    await ends(actor, /word8/);
    await light.hasShown('idle', 'busy', 'needs-input', 'busy', 'review');
  },
  { hooks },
);

row(
  'an old version: Esc while it writes',
  async (stage) => {
    const { claude, light } = await begin(stage);
    await claude.say('stream: 100 100');
    await light.turns('busy');
    await claude.shows(/esc to interrupt/);
    await claude.press('Escape');
    await claude.shows(/Interrupted/);
    await light.turns('idle');
    await light.hasShown('idle', 'busy', 'idle');
  },
  { hooks },
);

row(
  'an old version: Esc at a permission dialog',
  async (stage) => {
    const { claude, light } = await begin(stage);
    await claude.say('bash: touch b.txt ;; say: never');
    await light.turns('busy');
    await claude.shows(/Do you want to proceed/);
    claude.mark();
    await light.turns('needs-input');
    await claude.dialogTakesKeys();
    await claude.press('Escape');
    await claude.shows(/Interrupted|No, /);
    await light.turns('idle');
    await light.hasShown('idle', 'busy', 'needs-input', 'idle');
  },
  { hooks },
);

row(
  'an old version: tools that need no leave, and the next prompt',
  async (stage) => {
    const actor = await begin(stage, allowing('Bash(echo:*)'));
    await actor.claude.say('tools: 3 ;; stream: 6 100');
    await actor.light.turns('busy');
    await ends(actor, /word6/);
    await actor.claude.say('stream: 9 100');
    await actor.light.turns('busy');
    await ends(actor, /word9/);
    await actor.light.hasShown('idle', 'busy', 'review', 'busy', 'review');
  },
  { hooks },
);

row(
  'an old version: kill -9 in the middle of a turn',
  async (stage) => {
    const { claude, light } = await begin(stage);
    await claude.say('stream: 100 100');
    await light.turns('busy');
    await claude.shows(/esc to interrupt/);
    await transcriptHolds(stage.lab.home.claudeDirectory, claude.cwd, /stream: 100 100/);
    claude.signal('SIGKILL');
    await light.turns('ended', { within: 1500 });
    await light.hasShown('idle', 'busy', 'ended');
  },
  { hooks },
);

row(
  'an old version: /exit',
  async (stage) => {
    const { claude, light } = await begin(stage);
    await claude.say('/exit');
    await claude.ends();
    await light.turns('ended', { within: 1500 });
    await light.hasShown('idle', 'ended');
  },
  { hooks },
);

row(
  'an old version: a morning of turns',
  async (stage) => {
    const actor = await begin(stage);
    const { claude, light } = actor;
    for (let turn = 1; turn <= 5; turn += 1) {
      await claude.say(`bash: touch c${turn}.txt ;; stream: ${turn + 10} 100`);
      await light.turns('busy');
      await claude.shows(new RegExp(`touch c${turn}.txt[\\s\\S]*Do you want to proceed`));
      claude.mark();
      await light.turns('needs-input');
      await claude.dialogTakesKeys();
      await claude.press('1');
      await light.turns('busy');
      await ends(actor, new RegExp(`word${turn + 10}`));
    }
    const turns = Array.from({ length: 5 }, () => ['busy', 'needs-input', 'busy', 'review'] as const);
    await light.hasShown('idle', ...turns.flat());
  },
  { hooks, onlyFull: 'a long day', timeout: 180_000 },
);
