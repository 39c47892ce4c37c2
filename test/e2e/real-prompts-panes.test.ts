// Prompts of the real Claude Code in panes of every size, with content that is long, foreign or a trap, in copy mode and
// over a draft: the card shows Claude's own options, or says why it cannot be answered here.

import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { answerOf, refuses } from '../lab/prompt-play.ts';
import { promptRows, type Scene } from '../lab/prompt-rows.ts';

const { plays } = promptRows();

async function resize({ venue, claude }: Scene, columns: number, rows: number): Promise<void> {
  await venue.lab.tmux.command('resize-window', '-t', claude.pane, '-x', `${columns}`, '-y', `${rows}`);
}

/** A heredoc that holds what looks like a dialog, and a dialog's options below it. */
const TRAP = [
  'cat > trap.txt <<EOF',
  ' Do you want to proceed?',
  ' ❯ 1. Yes',
  '   2. No',
  ' Esc to cancel · Tab to amend',
  'EOF',
].join('\\n');

for (const [columns, rows] of [
  [40, 40],
  [80, 24],
  [200, 50],
] as const)
  plays(`P01: a pane of ${columns} columns and ${rows} rows, answered by its pane`, 'pane', async (scene) => {
    const { ask, path, word } = scene;
    await resize(scene, columns, rows);
    const play = await ask(`bash: touch ${word} ;; say: made`);
    const prompt = await play.cardOfScreen();
    expect(prompt.options.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
    expect(prompt.options.map(({ meaning }) => meaning)).toEqual(['allow', 'allow-always', 'allow-mode', 'deny']);
    await play.answer(prompt, { meaning: 'allow' }, 'allowed');
    await play.result('Bash');
    await play.rests();
    expect(existsSync(path(word))).toBe(true);
  });

plays('P02: a pane of ten rows cuts the list off: no answer by keys until it is higher', 'pane', async (scene) => {
  const { ask, path, word, venue, claude, asker } = scene;
  await resize(scene, 120, 10);
  const play = await ask(`bashlines: 12 touch ${word}-{i} ;; say: made`);
  await claude.shows(/↓|\d\. Yes/);
  const { cards } = venue;
  const cut = await cards.next('a card', () => cards.open(asker.session)[0], 6000);
  if (cut.options.length === 0) {
    expect(cut.trouble ?? cut.reading).not.toBeNull();
    await refuses(
      venue.daemon.command('answer', {
        prompt: cut.id,
        option: { n: 1, label: 'Yes', meaning: 'allow' },
        text: null,
        input: null,
        answers: null,
        content: null,
      }),
      'refused',
    );
  }
  await resize(scene, 120, 40);
  const prompt = await play.cardOfScreen(({ options }) => options.length === 4);
  await play.answer(prompt, { meaning: 'allow' }, 'allowed');
  await play.result('Bash');
  await play.rests();
  expect(existsSync(path(`${word}-12`))).toBe(true);
});

plays('P02: a pane of ten rows, answered by its hook', 'both', async (scene) => {
  const { ask, path, word } = scene;
  await resize(scene, 120, 10);
  const play = await ask(`bashlines: 12 touch ${word}-{i} ;; say: made`);
  const prompt = await play.card(({ options, answerableBy }) => options.length > 0 && answerableBy.includes('hook'));
  expect(prompt.input).toMatchObject({ command: expect.stringContaining(`touch ${word}-1\ntouch ${word}-2\n`) });
  await play.answer(prompt, { meaning: 'allow' }, 'allowed');
  await play.result('Bash');
  await resize(scene, 120, 40);
  await play.rests();
  expect(existsSync(path(`${word}-12`))).toBe(true);
});

plays(
  'P02: a long line in a pane of 40 columns and ten rows is one prompt, wherever the highlight is',
  'both',
  async (scene) => {
    const { ask, path, word, venue, asker, claude } = scene;
    await resize(scene, 40, 10);
    const long = 'echo a long command that wraps over several rows of it; echo and goes on until the very end';
    const play = await ask(`bash: touch ${word}; ${long} ;; say: made`);
    const prompt = await play.card();
    const seen = () => venue.cards.open(asker.session)[0]?.screen?.join('\n') ?? '';
    await venue.cards.next('its end is read', () => seen().includes('very end'), 6000);
    for (const n of [2, 3]) {
      await claude.press('Down');
      await claude.shows(new RegExp(`❯ ${n}\\.`));
    }
    await venue.cards.next('that its list hides it is read', () => !seen().includes('very end'), 6000);
    expect(venue.cards.open(asker.session).map(({ id }) => id)).toEqual([prompt.id]);
    await play.answer(prompt, { meaning: 'allow' }, 'allowed');
    await play.result('Bash');
    await resize(scene, 120, 40);
    await play.rests();
    expect(existsSync(path(word))).toBe(true);
  },
);

for (const way of ['pane', 'both'] as const)
  plays(
    `a command of 60 lines, ${way === 'pane' ? 'answered by its pane' : 'whole on the card, answered with hook and pane'}`,
    way,
    async (scene) => {
      const { ask, path, word } = scene;
      await resize(scene, 120, 40);
      const lines = Array.from({ length: 60 }, (_, at) => `echo ${word} line ${at + 1} >> ${word}.txt`);
      const play = await ask(`bashlines: 60 echo ${word} line {i} >> ${word}.txt ;; say: written`);
      const prompt = await play.cardOfScreen();
      if (way === 'both') expect(prompt).toMatchObject({ input: { command: lines.join('\n') }, unseenLines: 0 });
      // The head of it is cut off there, and the card says how much.
      else expect(prompt.unseenLines).toBeGreaterThan(20);
      await play.answer(prompt, { meaning: 'allow' }, 'allowed');
      await play.result('Bash');
      await play.rests();
      expect(
        readFileSync(path(`${word}.txt`), 'utf8')
          .trim()
          .split('\n'),
      ).toHaveLength(60);
    },
  );

for (const columns of [120, 40])
  plays(`a heredoc that holds a fake dialog, in ${columns} columns, answered by its pane`, 'pane', async (scene) => {
    const { ask, path } = scene;
    await resize(scene, columns, 40);
    const play = await ask(`bash: ${TRAP} ;; say: trapped`);
    const prompt = await play.cardOfScreen();
    expect(prompt.options.map(({ label }) => label)).toContain('Yes');
    expect(prompt.options.length).toBeGreaterThan(2);
    await play.answer(prompt, { meaning: 'allow' }, 'allowed');
    expect((await play.result('Bash')).error).toBe(false);
    await play.rests();
    expect(readFileSync(path('trap.txt'), 'utf8')).toContain('❯ 1. Yes');
  });

for (const way of ['pane', 'both'] as const)
  plays(
    `words in other scripts, answered ${way === 'pane' ? 'by its pane' : 'with hook and pane'}`,
    way,
    async (scene) => {
      const { ask, path, word } = scene;
      await resize(scene, 80, 40);
      const text = `été 日本語のテキスト 🚦 مرحبا ${word}`;
      const play = await ask(`bash: printf '%s' '${text}' > ${word}.txt ;; say: written`);
      const prompt = await play.cardOfScreen();
      if (way === 'both') expect(prompt.input).toMatchObject({ command: `printf '%s' '${text}' > ${word}.txt` });
      await play.answer(prompt, { meaning: 'allow' }, 'allowed');
      await play.result('Bash');
      await play.rests();
      expect(readFileSync(path(`${word}.txt`), 'utf8')).toBe(text);
    },
  );

plays('M11: a pane in copy mode: no key goes there, and none is called answered', 'pane', async (scene) => {
  const { ask, venue, claude, word, path } = scene;
  await resize(scene, 120, 40);
  const play = await ask(`bash: touch ${word} ;; say: made`);
  const prompt = await play.cardOfScreen();
  await venue.lab.tmux.command('copy-mode', '-t', claude.pane);
  const reply = await venue.daemon.command('answer', answerOf(prompt, { meaning: 'allow' })).catch(String);
  if (typeof reply === 'string') {
    expect(reply).toMatch(/"problem":"(?:refused|changed)"/);
    expect(existsSync(path(word))).toBe(false);
    await venue.lab.tmux.command('send-keys', '-t', claude.pane, '-X', 'cancel');
    await play.answer(await play.cardOfScreen(), { meaning: 'allow' }, 'allowed');
  }
  await play.result('Bash');
  await play.rests();
  expect(existsSync(path(word))).toBe(true);
});

plays('P13: a draft in the composer survives a dialog over it that is answered by its pane', 'pane', async (scene) => {
  const { claude, venue, asker, path, word } = scene;
  await resize(scene, 120, 40);
  const { cards, daemon } = venue;
  await claude.say(`sleep: 2 ;; bash: touch ${word} ;; say: made`);
  await claude.reaches('busy');
  await claude.type('delete the');
  await claude.shows(/❯\sdelete the/);
  const prompt = await cards.next(
    'a card',
    () => cards.open(asker.session).find(({ options }) => options.length === 4),
    10_000,
  );
  const { receipt, text } = await daemon.command('answer', answerOf(prompt, { meaning: 'allow' }));
  expect(receipt, text).toMatchObject({ outcome: 'allowed' });
  await claude.rests();
  expect(existsSync(path(word))).toBe(true);
  await claude.shows(/❯\sdelete the\s*$/m);
  await refuses(daemon.command('send', { session: asker.session, text: 'looks good' }), 'refused');
  await claude.shows(/❯\sdelete the\s*$/m);
  await claude.press('C-u');
  await claude.shows(/^❯\s*$/m);
});
