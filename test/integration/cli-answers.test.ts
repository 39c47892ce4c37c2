// The whole way of an answer: the built command line, the real daemon, a real tmux, and stand-ins that draw Claude's
// dialogs and obey its keys. What counts is what the dialog came to.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Outcome } from '../../src/demo/screen/face.ts';
import type { AskStep, Step } from '../../src/demo/steps.ts';
import { askingInPane } from '../lab/asking-in-pane.ts';
import { type CommandLine, commandLine } from '../lab/command-line.ts';
import { makePaneLab, type PaneLab } from '../lab/pane-stand-ins.ts';
import { until } from '../lab/until.ts';

let at: CommandLine;
let lab: PaneLab;

beforeAll(async () => {
  lab = await makePaneLab('answers');
  at = commandLine();
  const started = await at.run(['start'], { HOME: lab.home, TALLYMUX_CLAUDE_DIRS: lab.claude });
  expect(started).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await at?.dispose();
  await lab?.close();
});

const tool = (name: string, input: Readonly<Record<string, unknown>>): Step => ({ do: 'tool', name, input });
const question = (words: string, labels: readonly string[], multiSelect = false) => ({
  question: words,
  header: words.slice(0, 6),
  multiSelect,
  options: labels.map((label) => ({ label, description: `Choose ${label}` })),
});
const BASH = tool('Bash', { command: 'touch a.txt', description: 'Make a file' });
const EDIT = tool('Edit', { file_path: '/x/README.md', old_string: 'a', new_string: 'b' });
const ONE = tool('AskUserQuestion', { questions: [question('Which base?', ['Postgres', 'SQLite', 'MySQL'])] });
const PLAN = tool('ExitPlanMode', { plan: '# Search\n\n1. Write it', planFilePath: '/plans/a.md' });

/** A stand-in that asks, once the prompt can be answered. */
const asking = (step: Step, more: Partial<AskStep> = {}) => askingInPane(at, lab, step, more);

test.each<[string, Step, number, string[], Partial<Outcome>]>([
  ['P07: yes of four', BASH, 4, ['--yes'], { effect: 'yes', label: 'Yes' }],
  ['P07: no of four', BASH, 4, ['--no'], { effect: 'no', label: 'No' }],
  ['P07: no of three', EDIT, 3, ['--no'], { effect: 'no' }],
  ['P07: yes of three', EDIT, 3, ['--yes'], { effect: 'yes' }],
  [
    'P04: the second of three answers',
    ONE,
    5,
    ['sqlite'],
    { effect: 'answered', answers: { 'Which base?': 'SQLite' } },
  ],
  [
    'P18: a plan, asked for each edit',
    PLAN,
    3,
    ['--yes'],
    { effect: 'approved', label: 'Yes, manually approve edits' },
  ],
])('%s: what the dialog came to is what was chosen', async (_name, step, options, words, expected) => {
  const { claude, prompt, name } = await asking(step);
  expect(prompt.options).toHaveLength(options);
  const ran = await at.run(['answer', name, ...words, '--now']);
  expect(ran, JSON.stringify(ran)).toMatchObject({ code: 0 });
  expect(claude.effects()).toMatchObject([expected]);
  expect((await at.run(['prompts'])).out).not.toContain(prompt.id);
});

test('P07: of Claude’s own two, No first and no digits, --yes and --no are not mistaken', async () => {
  for (const [word, effect] of [
    ['--no', 'no'],
    ['--yes', 'yes'],
  ] as const) {
    const { claude, prompt, name } = await asking(BASH, { unchecked: true });
    expect(prompt.options.map(({ meaning }) => meaning)).toEqual(['deny', 'allow']);
    expect(await at.run(['answer', name, word, '--now'])).toMatchObject({ code: 0 });
    expect(claude.effects()).toMatchObject([{ effect }]);
  }
});

test('P11: what was answered in the terminal is told as that, and no key is sent', async () => {
  const { claude, prompt } = await asking(BASH);
  await claude.takesKeys();
  await claude.press('4');
  await claude.answered();
  await until('it is closed', async () => !(await at.run(['prompts'])).out.includes(prompt.id));
  const keys = claude.log().filter(({ event }) => event === 'key').length;
  expect(await at.run(['answer', prompt.id, '--yes'])).toMatchObject({ code: 6, out: '' });
  expect(claude.log().filter(({ event }) => event === 'key')).toHaveLength(keys);
  expect(claude.effects()).toHaveLength(1);
});

test('send is refused while it asks, and types nothing', async () => {
  const { claude, name } = await asking(BASH);
  expect(await at.run(['send', name, 'go on'])).toMatchObject({ code: 7 });
  expect(claude.log().filter(({ event }) => event === 'key')).toEqual([]);
  expect(claude.effects()).toEqual([]);
});
