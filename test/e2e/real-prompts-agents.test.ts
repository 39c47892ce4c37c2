// Sub-agents of the real Claude Code ask: in the background, in the foreground, several at once and in any order.

import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import type { Prompt } from '../../src/core/prompt.ts';
import { answerOf } from '../lab/prompt-play.ts';
import { promptRows, type Scene } from '../lab/prompt-rows.ts';
import type { PromptVenue } from '../lab/prompt-venue.ts';
import { until } from '../lab/until.ts';

const { plays } = promptRows();

/** Waits until so many cards of a session are open, and can be answered or say why not. */
function several({ cards }: PromptVenue, session: string, count: number): Promise<readonly Prompt[]> {
  return cards.next(
    `${count} cards of ${session}`,
    () => {
      const open = cards.open(session);
      return open.length === count && open;
    },
    10_000,
  );
}

async function made(...files: readonly string[]): Promise<void> {
  for (const file of files) await until(`${file} is there`, () => existsSync(file));
}

for (const way of ['hook', 'both'] as const)
  plays(
    `P19: an agent in the background asks, answered ${way === 'hook' ? 'by its hook' : 'in its pane'}`,
    way,
    async (scene) => {
      const { ask, word, path } = scene;
      const play = await ask(`bgtask: bash: touch ${word} ;; say: waiting for it`);
      const prompt = await (way === 'hook' ? play.card() : play.cardOfScreen());
      expect(prompt).toMatchObject({ agent: 'general-purpose', tool: 'Bash', input: { command: `touch ${word}` } });
      // With a pane Claude is not kept from showing it there.
      expect(prompt.answerableBy).toEqual([way === 'hook' ? 'hook' : 'pane']);
      await play.answer(prompt, { meaning: 'allow' }, 'allowed');
      await made(path(word));
      await play.rests();
    },
  );

plays(
  'P19: an agent in the background asks, answered in the terminal while the card is open',
  'terminal',
  async ({ ask, word, path }) => {
    const play = await ask(`bgtask: bash: touch ${word} ;; say: waiting for it`);
    const prompt = await play.cardOfScreen();
    await play.answerInTerminal(prompt, (claude) => claude.press('1'), { meaning: 'allow' });
    await made(path(word));
    await play.rests();
  },
);

for (const way of ['hook', 'both'] as const)
  plays(
    `an agent in the foreground asks, answered ${way === 'hook' ? 'by its hook' : 'with hook and pane'}`,
    way,
    async ({ venue, word }) => {
      const one = await venue.start(way, { environment: { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' } });
      try {
        const { claude, session } = one;
        await claude.say(`task: bash: touch ${word} ;; say: it came back`);
        const [prompt] = await several(venue, session, 1);
        if (prompt === undefined) throw new Error('no card');
        const ready = await venue.cards.next(
          'the card can be answered',
          () => venue.cards.open(session).find(({ options }) => options.length > 0),
          3000,
        );
        expect(ready).toMatchObject({ agent: 'general-purpose', input: { command: `touch ${word}` } });
        const { receipt, text } = await venue.daemon.command('answer', answerOf(ready, { meaning: 'allow' }));
        expect(receipt, text).toMatchObject({ outcome: 'allowed' });
        await made(`${claude.cwd}/${word}`);
        await claude.rests();
        await claude.shows(/it came back/);
      } finally {
        await venue.end(one);
      }
    },
    way === 'both' ? { onlyFull: 'much like by its hook' } : {},
  );

/** Two agents and the main conversation, all asking; the agents ask the same. */
const three = ({ word }: Scene) =>
  `bgtask: bash: touch ${word}-same ;; bgtask: bash: touch ${word}-same ;; bash: touch ${word}-main ;; say: all out`;

plays('P09, P10: three at once, two of them alike, answered in any order by their hooks', 'hook', async (scene) => {
  const { venue, asker, ask, word, path } = scene;
  const play = await ask(three(scene));
  const open = await several(venue, asker.session, 3);
  expect(new Set(open.map(({ id }) => id)).size).toBe(3);
  expect(open.map(({ position }) => position)).toEqual([1, 2, 3].map((n) => ({ n, of: 3 })));
  const main = open.find(({ agent }) => agent === null);
  const [first, second] = open.filter(({ agent }) => agent !== null);
  if (main === undefined || first === undefined || second === undefined) throw new Error(JSON.stringify(open));
  const answer = async (prompt: Prompt, meaning: 'allow' | 'deny', text?: string) => {
    const { receipt, text: words } = await venue.daemon.command(
      'answer',
      answerOf(prompt, { meaning, ...(text === undefined ? {} : { text }) }),
    );
    expect(receipt, words).toMatchObject({ prompt: prompt.id, outcome: meaning === 'allow' ? 'allowed' : 'denied' });
  };
  const left = (...ids: readonly string[]) => {
    const open = () => venue.cards.open(asker.session).map(({ id }) => id);
    return venue.cards.next(`${ids} are left`, () => open().join() === ids.join(), 1000);
  };
  await answer(main, 'allow');
  await made(path(`${word}-main`));
  await left(first.id, second.id);
  await answer(second, 'deny', 'leave it to the other one');
  await left(first.id);
  expect(existsSync(path(`${word}-same`))).toBe(false);
  await answer(first, 'allow');
  await made(path(`${word}-same`));
  await play.rests();
});

plays(
  'P09: two of the very same words, the first answered in the terminal: only its card goes',
  'both',
  async (scene) => {
    const { venue, asker, ask, claude, word, path } = scene;
    const { cards, daemon } = venue;
    const same = `bgtask: bash: touch ${word}-same`;
    const play = await ask(`${same} ;; ${same} ;; say: all out`);
    await several(venue, asker.session, 2);
    const inFront = () => cards.open(asker.session).find(({ answerableBy }) => answerableBy.includes('pane'));
    const front = await cards.next('one that can be answered by its pane', inFront, 6000);
    await claude.shows(/\b1 of 2$/m);
    await claude.dialogTakesKeys();
    await claude.press('1');
    await claude.shows(/\b2 of 2$/m);
    const next = await cards.next(
      'the other one can be answered',
      () => cards.open(asker.session).length === 1 && inFront(),
      1000,
    );
    expect(cards.closed(front.id)?.receipt).toMatchObject({ outcome: 'elsewhere', ending: 'terminal' });
    expect(next).toMatchObject({ agent: 'general-purpose', input: { command: `touch ${word}-same` } });
    const { receipt, text } = await daemon.command('answer', answerOf(next, { meaning: 'allow' }));
    expect(receipt, text).toMatchObject({ prompt: next.id, outcome: 'allowed' });
    await made(path(`${word}-same`));
    await play.rests();
  },
);

plays(
  'three at once with a pane: the front one is answered there, the others say what stands before them',
  'both',
  async (scene) => {
    const { venue, asker, ask, word, path } = scene;
    const { cards, daemon } = venue;
    const play = await ask(three(scene));
    await several(venue, asker.session, 3);
    for (let left = 3; left > 0; left -= 1) {
      const front = await cards.next(
        'one that can be answered by its pane',
        () => cards.open(asker.session).find(({ answerableBy }) => answerableBy.includes('pane')),
        6000,
      );
      const others = cards.open(asker.session).filter(({ id }) => id !== front.id);
      for (const other of others) expect(other.answerableBy).not.toContain('pane');
      const { receipt, text } = await daemon.command('answer', answerOf(front, { meaning: 'allow' }));
      expect(receipt, text).toMatchObject({ prompt: front.id, outcome: 'allowed' });
      await cards.next('one card less', () => cards.open(asker.session).length === left - 1, 3000);
    }
    await made(path(`${word}-same`), path(`${word}-main`));
    await play.rests();
  },
);
