// The real Claude Code has a plan: every way to approve it, and planning on with words.

import { expect } from 'vitest';
import type { LabClaude } from '../lab/lab-claude.ts';
import { promptRows, type Scene } from '../lab/prompt-rows.ts';
import type { Way } from '../lab/prompt-venue.ts';

const { answers, plays } = promptRows({ arguments: ['--permission-mode', 'plan'] });

/** What stands under the composer in each mode. */
const MODES = {
  plan: /plan mode on/,
  manual: /manual mode on|\? for shortcuts/,
  auto: /auto mode on/,
  edits: /accept edits on/,
};

/** An approved plan ends planning; Shift+Tab goes round the modes. */
async function planAgain(claude: LabClaude): Promise<void> {
  for (let pressed = 0; pressed < 5 && !MODES.plan.test(await claude.screen()); pressed += 1) {
    const before = await claude.screen();
    await claude.press('BTab');
    await expect.poll(() => claude.screen()).not.toBe(before);
  }
  await claude.shows(MODES.plan);
}

const plan = ({ word }: Scene) => `plan: # Paint ${word}\\n1. Buy paint\\n2. Paint ;; say: as you wish`;

function approving(
  name: string,
  ways: readonly Way[],
  label: RegExp,
  key: string,
  mode: RegExp,
  meaning: 'allow' | 'allow-mode',
) {
  answers({
    name,
    ways,
    before: ({ claude }) => planAgain(claude),
    say: plan,
    kind: 'plan',
    tool: 'ExitPlanMode',
    input: ({ word }) => ({ plan: `# Paint ${word}\n1. Buy paint\n2. Paint` }),
    shows: ({ word }) => `Paint ${word}`,
    choice: () => ({ meaning, label }),
    outcome: 'allowed',
    keys: (claude) => claude.press(key),
    async effect({ claude, word }, play) {
      const { text, error } = await play.result('ExitPlanMode');
      expect(error).toBe(false);
      expect(text).toContain(`# Paint ${word}`);
      await claude.shows(mode);
    },
  });
}

approving(
  'P18: a plan, approved, edits asked for',
  ['hook', 'pane'],
  /ask before|manually approve/,
  '2',
  MODES.manual,
  'allow',
);
approving('P18: a plan, approved with auto mode', ['pane'], /auto mode/, '1', MODES.auto, 'allow-mode');
approving('P18: a plan, approved with edits accepted', ['hook'], /accept edits/, '', MODES.edits, 'allow-mode');

answers({
  name: 'P18: a plan, planning on with words',
  ways: ['hook', 'pane', 'terminal'],
  before: ({ claude }) => planAgain(claude),
  say: plan,
  kind: 'plan',
  tool: 'ExitPlanMode',
  input: ({ word }) => ({ plan: `# Paint ${word}\n1. Buy paint\n2. Paint` }),
  choice: ({ word }) => ({ meaning: 'deny', text: `make ${word} 2 shades darker` }),
  outcome: 'denied',
  async keys(claude, { word }) {
    await claude.press('3');
    await claude.type(`make ${word} 2 shades darker`);
    await claude.shows(/❯ 3\. make/);
    await claude.press('Enter');
  },
  async effect({ claude, word }, play) {
    const { text, error } = await play.result('ExitPlanMode');
    expect(error).toBe(true);
    expect(text.split('\n').at(-1)).toBe(`make ${word} 2 shades darker`);
    await claude.shows(MODES.plan);
  },
});

plays('P18: a plan of 200 lines is whole on the card', 'both', async ({ ask, claude, word }) => {
  await planAgain(claude);
  const steps = Array.from({ length: 200 }, (_, at) => `${at + 1}. Step ${at + 1} of ${word}`);
  const play = await ask(`planlines: 200 {i}. Step {i} of ${word} ;; say: fine`);
  const prompt = await play.cardOfScreen();
  expect(prompt.input).toMatchObject({ plan: ['# Long', ...steps].join('\n') });
  expect(prompt.unseenLines).toBe(0);
  await play.answer(prompt, { meaning: 'deny', text: 'shorter' }, 'denied');
  expect((await play.result('ExitPlanMode')).text).toContain('shorter');
  await play.rests();
});

plays('a plan longer than its screen is whole on the card without a hook', 'pane', async ({ ask, claude }) => {
  await planAgain(claude);
  const play = await ask('planlines: 60 step {i} of it ;; say: as you wish');
  const prompt = await play.cardOfScreen(({ input }) => input !== null);
  const screen = await claude.screen();
  expect(/ step 1 of it/.test(screen) && / step 60 of it/.test(screen), 'all of it is on the screen').toBe(false);
  expect(prompt).toMatchObject({ kind: 'plan', tool: 'ExitPlanMode', unseenLines: 0, answerableBy: ['pane'] });
  expect(prompt.input?.plan).toMatch(/^# Long\nstep 1 of it\n(?:step \d+ of it\n)+step 60 of it$/);
  await play.answer(prompt, { meaning: 'deny', text: 'shorter' }, 'denied');
  await play.rests();
});
