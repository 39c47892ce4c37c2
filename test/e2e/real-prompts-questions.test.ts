// The real Claude Code asks the person: one question, several, with ticks, in one's own words; and a form of an MCP
// server. What Claude hears is what was chosen.

import { expect } from 'vitest';
import type { QuestionAnswer } from '../../src/core/prompt.ts';
import type { LabClaude } from '../lab/lab-claude.ts';
import { promptRows } from '../lab/prompt-rows.ts';
import { pause } from '../lab/until.ts';

const { answers, plays } = promptRows();

const only = (...chosen: string[]): QuestionAnswer => ({ chosen, text: null });

/** Claude shows all answers once more; a dialog drops keys for its first moments. */
async function lastLook(claude: LabClaude): Promise<void> {
  await claude.shows(/Submit answers/);
  await pause(300);
}

answers({
  name: 'P04: a question, the second answer',
  ways: ['hook', 'pane', 'terminal'],
  fullWays: ['both'],
  say: ({ word }) => `ask: Which colour for ${word}? | red | blue | green ;; say: noted`,
  kind: 'question',
  tool: 'AskUserQuestion',
  input: ({ word }) => ({ questions: [expect.objectContaining({ question: `Which colour for ${word}?` })] }),
  shows: ({ word }) => `Which colour for ${word}?`,
  choice: () => ({ meaning: 'choose', label: 'blue' }),
  outcome: 'answered',
  keys: (claude) => claude.press('2'),
  async effect({ word }, play) {
    expect((await play.result('AskUserQuestion')).text).toContain(`"Which colour for ${word}?"="blue"`);
  },
});

answers({
  name: 'a question, answered in own words',
  ways: ['hook', 'pane'],
  fullWays: ['terminal'],
  say: ({ word }) => `ask: Which colour for ${word}? | red | blue ;; say: noted`,
  kind: 'question',
  tool: 'AskUserQuestion',
  input: ({ word }) => ({ questions: [expect.objectContaining({ question: `Which colour for ${word}?` })] }),
  choice: () => ({ meaning: 'write', text: '1 teal, été "2"' }),
  outcome: 'answered',
  async keys(claude) {
    await claude.press('3');
    await claude.type('1 teal, été "2"');
    await claude.shows(/3\. 1 teal, été "2"/);
    await claude.press('Enter');
  },
  async effect({ word }, play) {
    expect((await play.result('AskUserQuestion')).text).toContain(`"Which colour for ${word}?"="1 teal, été "2""`);
  },
});

answers({
  name: 'P05: a question with several ticks',
  ways: ['hook', 'pane'],
  fullWays: ['terminal', 'both'],
  say: ({ word }) => `askmulti: What does ${word} need? | Search | Login | Cart ;; say: noted`,
  kind: 'question',
  tool: 'AskUserQuestion',
  input: () => ({ questions: [expect.objectContaining({ multiSelect: true })] }),
  cardOnly: true,
  choice: () => ({ meaning: 'accept', answers: [only('Search', 'Cart')] }),
  outcome: 'answered',
  async keys(claude) {
    await claude.press('1', '3');
    await claude.shows(/3\. \[✔\]/);
    await claude.press('Tab');
    await lastLook(claude);
    await claude.press('1');
  },
  async effect({ word }, play) {
    expect((await play.result('AskUserQuestion')).text).toContain(`"What does ${word} need?"="Search, Cart"`);
  },
});

answers({
  name: 'P05: several questions: ticks, one answer, own words',
  ways: ['hook', 'pane', 'terminal'],
  fullWays: ['both'],
  say: () => 'ask2: *Which parts? | Api | Web | Cli // Which store? | Pg | Lite // Why? | fun | profit ;; say: noted',
  kind: 'question',
  tool: 'AskUserQuestion',
  input: () => ({ questions: [expect.anything(), expect.anything(), expect.anything()] }),
  cardOnly: true,
  choice: () => ({
    meaning: 'accept',
    answers: [only('Api', 'Cli'), only('Lite'), { chosen: [], text: 'for 1 reason' }],
  }),
  outcome: 'answered',
  async keys(claude) {
    await claude.press('1', '3');
    await claude.shows(/3\. \[✔\]/);
    await claude.press('Tab');
    await claude.shows(/Which store\?/);
    await claude.dialogTakesKeys();
    await claude.press('2');
    await claude.shows(/Why\?/);
    await claude.dialogTakesKeys();
    await claude.press('3');
    await claude.type('for 1 reason');
    await claude.shows(/for 1 reason/);
    await claude.press('Enter');
    await lastLook(claude);
    await claude.press('1');
  },
  async effect(_, play) {
    const { text } = await play.result('AskUserQuestion');
    for (const part of ['"Which parts?"="Api, Cli"', '"Which store?"="Lite"', '"Why?"="for 1 reason"'])
      expect(text).toContain(part);
  },
});

const survey = 'tool: mcp__lab__survey {} ;; say: surveyed';

// Claude shows no form while its hook is held: without a pane it is kept back for us, as long as somebody looks.
plays('a form of an MCP server, filled in, answered by its hook', 'hook', async ({ ask, venue, asker }) => {
  const play = await ask(survey);
  // The tool itself is asked for first.
  const leave = await play.card(({ tool }) => tool === 'mcp__lab__survey');
  await play.answer(leave, { meaning: 'allow' }, 'allowed');
  const prompt = await play.card(({ kind, options }) => kind === 'form' && options.length > 0);
  expect(prompt).toMatchObject({
    tool: 'lab',
    answerableBy: ['hook'],
    input: { message: 'Which region should I deploy to?' },
  });
  await expect(
    venue.daemon.command('answer', {
      prompt: prompt.id,
      option: { n: prompt.options[0]?.n ?? 0, label: prompt.options[0]?.label ?? '', meaning: 'accept' },
      text: null,
      input: null,
      answers: null,
      content: { region: 'moon' },
    }),
    'a value that the form does not offer',
  ).rejects.toThrow('"problem":"bad-request"');
  expect(venue.cards.open(asker.session)).toHaveLength(1);
  await play.answer(prompt, { meaning: 'accept', content: { region: 'us', confirm: true } }, 'answered');
  const { text } = await play.result('mcp__lab__survey');
  expect(text).toBe('answer {"action":"accept","content":{"region":"us","confirm":true}}');
  await play.rests();
});

plays('a form of an MCP server, filled in, answered by its pane', 'both', async ({ ask }) => {
  const play = await ask(survey);
  const leave = await play.card(({ tool }) => tool === 'mcp__lab__survey');
  await play.answer(leave, { meaning: 'allow' }, 'allowed');
  // Its hook, which alone tells the fields, lets go of it at once where there is a pane.
  const prompt = await play.card(
    ({ kind, answerableBy, input }) => kind === 'form' && input !== null && answerableBy.includes('pane'),
  );
  expect(prompt.options.map(({ n, label }) => `${n} ${label}`)).toEqual(['1 Accept', '2 Decline']);
  await play.answer(prompt, { meaning: 'accept', content: { region: 'us' } }, 'answered');
  const { text } = await play.result('mcp__lab__survey');
  expect(text).toBe('answer {"action":"accept","content":{"region":"us"}}');
  await play.rests();
});

for (const way of ['pane', 'terminal'] as const)
  plays(
    `a form of an MCP server, ${way === 'pane' ? 'declined by its pane' : 'filled in at the terminal while the card is open'}`,
    way,
    async ({ ask, claude }) => {
      const play = await ask(survey);
      const leave = await play.cardOfScreen(({ title }) => title === 'Tool use');
      await play.answer(leave, { meaning: 'allow' }, 'allowed');
      const prompt = await play.card(({ kind, options }) => kind === 'form' && options.length > 0);
      await claude.dialogTakesKeys();
      if (way === 'pane') {
        await play.answer(prompt, { meaning: 'decline' }, 'denied');
        expect((await play.result('mcp__lab__survey')).text).toContain('"action":"decline"');
      } else {
        await play.answerInTerminal(
          prompt,
          async () => {
            await claude.press('Right', 'Down');
            await claude.shows(/❯ ◯ us/);
            await claude.press('Enter');
            await claude.shows(/✔ region: us/);
            await claude.press('Down');
            await claude.shows(/❯ Accept/);
            await claude.press('Enter');
          },
          { meaning: 'decline' },
        );
        expect((await play.result('mcp__lab__survey')).text).toContain('"region":"us"');
      }
      await play.rests();
    },
    way === 'terminal' ? { onlyFull: 'a loaded Claude loses keys that follow each other' } : {},
  );
