// The real Claude Code as it is used: one session, many turns of every kind, one after another. What one turn leaves
// behind must not colour the next.

import type { State } from '../../src/core/session.ts';
import { realRows } from '../lab/real-rows.ts';
import type { Actor } from '../lab/stage.ts';

const row = realRows();
const LONG = { onlyFull: 'a long day', timeout: 180_000 } as const;
const allowing = (...rules: string[]) => ({
  arguments: ['--permission-mode', 'default', '--allowedTools', ...rules],
});

/** A turn that nothing holds up. */
async function plainly({ claude, light }: Actor, prompt: string): Promise<void> {
  await claude.say(prompt);
  await light.turns('busy', { within: 3000 });
  await claude.reaches('busy');
  await claude.rests();
  await light.turns('review');
}

/** A dialog of the turn that is under way, and the key that ends it. */
async function answered({ claude, light }: Actor, key: string, then: 'busy' | 'idle'): Promise<void> {
  await claude.reaches('waiting');
  await light.turns('needs-input');
  await claude.dialogTakesKeys();
  await claude.press(key);
  await claude.reaches(then);
  await light.turns(then);
}

async function begun({ claude, light }: Actor, prompt: string): Promise<void> {
  await claude.say(prompt);
  await light.turns('busy', { within: 3000 });
}

async function finished({ claude, light }: Actor): Promise<void> {
  await claude.rests();
  await light.turns('review');
}

async function stopped({ claude, light }: Actor): Promise<void> {
  await begun({ claude, light }, 'stream: 100 100');
  await claude.shows(/word3 word4/);
  await claude.press('Escape');
  await claude.reaches('idle');
  await light.turns('idle');
  await claude.shows(/Interrupted/);
  // Claude gives the prompt back to be edited.
  await claude.press('C-u');
}

row(
  'a morning: ten short turns',
  async ({ start }) => {
    const actor = await start(allowing('Bash(echo:*)'));
    for (let turn = 1; turn <= 10; turn += 1) {
      await plainly(actor, turn % 3 === 0 ? `tools: 2 ;; stream: 5 100` : `stream: ${turn + 4} 100`);
    }
    await actor.light.hasShown('idle', ...repeated(10, 'busy', 'review'));
  },
  LONG,
);

row(
  'a morning: dialogs answered in every way',
  async ({ start }) => {
    const actor = await start();
    await begun(actor, 'bash: touch a.txt ;; bash: touch b.txt ;; stream: 6 100');
    await answered(actor, '1', 'busy');
    await answered(actor, '1', 'busy');
    await finished(actor);
    await begun(actor, 'bash: touch c.txt ;; say: never');
    await answered(actor, '4', 'idle');
    await begun(actor, 'ask: Which colour? | red | blue ;; stream: 6 100');
    await answered(actor, '2', 'busy');
    await finished(actor);
    await begun(actor, 'bash: touch d.txt ;; say: never');
    await answered(actor, 'Escape', 'idle');
    await begun(actor, 'bash: touch e.txt ;; stream: 6 100');
    await answered(actor, '1', 'busy');
    await finished(actor);
    await actor.light.hasShown(
      'idle',
      ...repeated(2, 'busy', 'needs-input'),
      ...repeated(1, 'busy', 'review'),
      ...repeated(2, 'busy', 'needs-input', 'idle', 'busy', 'needs-input', 'busy', 'review'),
    );
  },
  LONG,
);

row(
  'an afternoon: stopped and begun again',
  async ({ start }) => {
    const actor = await start();
    for (let turn = 0; turn < 3; turn += 1) {
      await stopped(actor);
      await plainly(actor, 'stream: 6 100');
    }
    await stopped(actor);
    await actor.light.hasShown('idle', ...repeated(3, 'busy', 'idle', 'busy', 'review'), 'busy', 'idle');
  },
  LONG,
);

row(
  'an afternoon: agents, shells and an error',
  async ({ start }) => {
    const actor = await start(allowing('Bash(sleep:*)', 'Bash(echo:*)', 'Bash(ls:*)'));
    await plainly(actor, 'bgtask: stream: 20 100 ;; say: launched');
    await plainly(actor, 'bash: ls no-such-file ;; stream: 5 100');
    await begun(actor, 'bgbash: sleep 2; echo done ;; say: waiting for it');
    await actor.claude.reaches('shell');
    await actor.light.turns('review');
    await actor.claude.reaches('busy');
    await actor.light.turns('busy');
    await finished(actor);
    await plainly(actor, 'stream: 5 100');
    // Claude gives a prompt that failed to the model again, together with the next: so it comes last.
    await plainly(actor, 'error: 500');
    await actor.light.hasShown('idle', ...repeated(6, 'busy', 'review'));
  },
  LONG,
);

row(
  'an evening: cleared between',
  async ({ start }) => {
    const actor = await start();
    for (let turn = 0; turn < 3; turn += 1) {
      await plainly(actor, 'stream: 6 100');
      await actor.claude.say('/clear');
      await actor.claude.shows(/^\s*❯\s*$/m);
      await actor.light.turns('idle');
      await actor.claude.rests();
    }
    await begun(actor, 'bash: touch f.txt ;; stream: 6 100');
    await answered(actor, '1', 'busy');
    await finished(actor);
    await actor.light.hasShown(
      'idle',
      ...repeated(3, 'busy', 'review', 'idle'),
      ...repeated(1, 'busy', 'needs-input', 'busy', 'review'),
    );
  },
  LONG,
);

function repeated(times: number, ...items: readonly State[]): State[] {
  return Array.from({ length: times }, () => items).flat();
}
