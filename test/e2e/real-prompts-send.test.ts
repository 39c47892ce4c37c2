// Text sent to a real Claude Code: exactly once and exactly as it is, into an empty composer and nowhere else.

import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { answerOf, refuses } from '../lab/prompt-play.ts';
import { promptRows, type Scene } from '../lab/prompt-rows.ts';
import { personTexts } from '../lab/tool-results.ts';
import { until } from '../lab/until.ts';

const { plays } = promptRows();

/** Sends and waits until Claude was told just that, once. */
async function sent({ venue, asker, claude }: Scene, text: string): Promise<void> {
  const { daemon, lab } = venue;
  const told = () => personTexts(lab.home.claudeDirectory, claude.cwd);
  const before = told().length;
  const reply = await daemon.command('send', { session: asker.session, text });
  expect(reply.confirmed).toBe(true);
  await until('it is in the transcript', () => told().length > before, { seen: () => claude.screen() });
  await claude.rests();
  expect(told().slice(before)).toEqual([text]);
}

for (const [name, text] of [
  ['M12: text that ends in a semicolon', 'go;'],
  ['M12: a backslash before one', 'a\\;'],
  ['M13: text that begins with a dash', '- item'],
  ['M13: text like an option', '--help'],
  ['M13: text like the name of a key', 'Enter'],
  ['text that begins with blanks', '  looks good'],
  ['a question mark, which opens help', '?'],
  ['a backslash at its end, which makes a line break of Enter', 'ends in \\'],
  ['a name that Claude would complete', 'look at @sho'],
  ['a command that Claude would complete, behind other words', 'look at /conte'],
  ['a name that Claude would complete, at the end of a line', 'look at @sho\nand tell'],
  ['a sign that some versions have a mode for: #', '# Fix the heading'],
  ['a sign that some versions have a mode for: &', '& go on'],
  ['a sign by itself in the first of several lines', '#\n&\n?\nwhat are these'],
  ['text in other scripts', 'été 日本語 🚦 #{pane_id} #(touch x) $HOME `x` "q"'],
  ['text with joiners, and emoji with skin tones', 'great 👍🏽 👩\u200d💻 می\u200cخواهم go'],
  [
    'emoji of which a pane shows only the beginning: joined ones and flags of tags',
    '👩🏽\u200d💻👨\u200d👩\u200d👧\u200d👦 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 👩🏽\u200d❤️\u200d💋\u200d👨🏻',
  ],
] as const)
  plays(`${name}, sent exactly`, 'both', (scene) => sent(scene, text));

plays('a command of the shell is run, exactly', 'both', async ({ venue, asker, claude, word, path }) => {
  const text = `!printf '%s\\n' "it is" ${word} > ${word}`;
  expect(await venue.daemon.command('send', { session: asker.session, text })).toMatchObject({ confirmed: true });
  await until('its file', () => existsSync(path(word)) && readFileSync(path(word), 'utf8') === `it is\n${word}\n`);
  await claude.shows(/^❯\s*$/m);
  await claude.rests();
});

plays('a command is run, and never another that Claude would complete it to', 'both', async (scene) => {
  const { venue, asker, claude } = scene;
  // Claude says of it only on its screen that there is none.
  const none = await venue.daemon.command('send', { session: asker.session, text: '/contex' });
  expect(none.confirmed).toBe(false);
  await claude.shows(/Unknown command: \/contex\./);
  const one = await venue.daemon.command('send', { session: asker.session, text: '/context' });
  expect(one.confirmed).toBe(true);
  await claude.shows(/Context usage/i);
  await claude.shows(/^❯\s*$/m);
});

plays('M14: 40 lines, sent exactly and once', 'both', (scene) =>
  sent(scene, Array.from({ length: 40 }, (_, at) => `line ${at} of ${scene.word}`).join('\n')),
);

plays('M14: one line of 4 KB, sent exactly and once', 'both', (scene) => {
  const words = Array.from({ length: 900 }, (_, at) => `w${at}`).join(' ');
  return sent(scene, `${words.slice(0, 4000)} ${scene.word}`);
});

plays('P13: text is not sent over a draft, which stays as it is', 'both', async ({ venue, asker, claude }) => {
  await claude.type('delete the');
  await claude.shows(/❯\sdelete the/);
  await refuses(venue.daemon.command('send', { session: asker.session, text: 'looks good' }), 'refused');
  await claude.shows(/❯\sdelete the\s*$/m);
  await claude.press('C-u');
  await claude.shows(/^❯\s*$/m);
});

plays('text is not sent into an open dialog', 'both', async ({ venue, asker, claude, ask, word, path }) => {
  const play = await ask(`bash: touch ${word} ;; say: gone on`);
  const prompt = await play.cardOfScreen();
  await refuses(venue.daemon.command('send', { session: asker.session, text: 'looks good' }), 'refused');
  await refuses(venue.daemon.command('interrupt', { session: asker.session }), 'refused');
  expect(existsSync(path(word))).toBe(false);
  expect(await claude.screen()).toContain('Do you want to proceed?');
  expect(venue.cards.open(asker.session).map(({ id }) => id)).toEqual([prompt.id]);
  await play.answer(prompt, { meaning: 'deny', text: 'no' }, 'denied');
  await play.rests();
});

plays('an interrupt stops the turn', 'both', async ({ venue, asker, claude }) => {
  await claude.say('stream: 200 100');
  await claude.reaches('busy');
  await claude.shows(/word3/);
  const { confirmed } = await venue.daemon.command('interrupt', { session: asker.session });
  expect(confirmed).toBe(true);
  await claude.reaches('idle', 3000);
});

plays('two answers at once: one lands, the other hears what it was', 'both', async ({ venue, ask, word, path }) => {
  const play = await ask(`bash: touch ${word} ;; say: gone on`);
  const prompt = await play.cardOfScreen();
  const { daemon } = venue;
  const replies = await Promise.all([
    daemon.command('answer', answerOf(prompt, { meaning: 'allow' })).catch(String),
    daemon.command('answer', answerOf(prompt, { meaning: 'deny', text: 'no' })).catch(String),
  ]);
  const [won, lost] = typeof replies[0] === 'string' ? [replies[1], replies[0]] : [replies[0], replies[1]];
  expect(lost).toContain('"problem":"answered"');
  if (typeof won === 'string' || won === undefined) throw new Error(`both were refused: ${replies}`);
  await play.result('Bash');
  await play.rests();
  expect(won.receipt?.outcome).toBe(existsSync(path(word)) ? 'allowed' : 'denied');
});
