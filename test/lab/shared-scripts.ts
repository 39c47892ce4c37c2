// Scripts that a real Claude and a stand-in both play: what the person does with the real one, and the same in the words
// of the stand-in.

import type { Step } from '../../src/demo/steps.ts';
import { DECIDED } from './every-hook.ts';
import type { LabClaude } from './lab-claude.ts';
import { bash, ONWARD_SCRIPTS } from './onward-scripts.ts';

/** Waits until a hook of this event has come. */
type ToldOf = (event: string) => Promise<unknown>;

/** One script. */
export interface SharedScript {
  readonly name: string;
  /** What the person does with the real one. */
  readonly real: (claude: LabClaude, toldOf: ToldOf) => Promise<unknown>;
  readonly steps: readonly Step[];
  /** Number of meaningful transcript lines at the end. */
  readonly lines: number;
  /** Number of hooks at the end. */
  readonly hooks: number;
  /** A turn begins by itself in it: the registry reads idle for 25 ms then, which a poll may miss. */
  readonly onward?: boolean;
}

/** Nobody answers a dialog at once, and a No ends the hooks that ask. */
const LOOKING: Step = { do: 'wait', ms: 1000 };

async function askedTo(claude: LabClaude, script: string): Promise<void> {
  await claude.say(script);
  await claude.reaches('waiting');
  await claude.dialogTakesKeys();
}

/** All of them. */
export const SHARED_SCRIPTS: readonly SharedScript[] = [
  {
    name: 'a plain turn',
    real: async (claude) => {
      await claude.say('say: one');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'say: one' },
      { do: 'finish', text: 'one' },
    ],
    lines: 4,
    hooks: 3,
  },
  {
    name: 'a tool, allowed at its dialog',
    real: async (claude) => {
      await askedTo(claude, 'bash: touch a.txt ;; say: finished');
      await claude.press('1');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'bash: touch a.txt ;; say: finished' },
      bash('touch a.txt'),
      { do: 'ask-permission' },
      LOOKING,
      { do: 'answer', yes: true },
      { do: 'tool-done' },
      { do: 'finish', text: 'finished' },
    ],
    lines: 6,
    hooks: 7,
  },
  {
    name: 'a tool that fails',
    real: async (claude) => {
      await claude.say('bash: ls no-such-file ;; say: finished');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'bash: ls no-such-file ;; say: finished' },
      bash('ls no-such-file'),
      { do: 'tool-done', failed: true, output: 'Exit code 2' },
      { do: 'finish', text: 'finished' },
    ],
    lines: 6,
    hooks: 6,
  },
  {
    name: 'Esc while text streams',
    real: async (claude) => {
      await claude.say('stream: 60 100');
      await claude.shows(/word3/);
      await claude.press('Escape');
      await claude.reaches('idle');
    },
    steps: [{ do: 'prompt', text: 'stream: 60 100' }, { do: 'interrupt' }],
    lines: 3,
    hooks: 2,
  },
  {
    name: 'Esc at a dialog',
    real: async (claude) => {
      await askedTo(claude, 'bash: touch b.txt');
      await claude.press('Escape');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'bash: touch b.txt' },
      bash('touch b.txt'),
      { do: 'ask-permission' },
      LOOKING,
      { do: 'answer', yes: false },
    ],
    lines: 4,
    hooks: 4,
  },
  {
    name: 'a dialog that waits for six seconds, then No',
    real: async (claude, toldOf) => {
      await askedTo(claude, 'bash: touch e.txt');
      await toldOf('Notification');
      await claude.press('4');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'bash: touch e.txt' },
      bash('touch e.txt'),
      { do: 'ask-permission' },
      { do: 'wait', ms: 6200 },
      { do: 'answer', yes: false },
    ],
    lines: 4,
    hooks: 5,
  },
  {
    name: 'No with text at a dialog',
    real: async (claude) => {
      await askedTo(claude, 'bash: touch c.txt ;; say: another way');
      await claude.press('Down', 'Down', 'Down');
      await claude.shows(/❯ 4\. No/);
      await claude.press('Tab');
      await claude.shows(/No, and tell Claude/);
      await claude.type('use d.txt');
      await claude.shows(/use d\.txt/);
      await claude.press('Enter');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'bash: touch c.txt ;; say: another way' },
      bash('touch c.txt'),
      { do: 'ask-permission' },
      LOOKING,
      { do: 'answer', yes: false, text: 'use d.txt' },
      { do: 'finish', text: 'another way' },
    ],
    lines: 6,
    hooks: 6,
  },
  {
    name: 'a dialog allowed by a held hook',
    real: async (claude) => {
      await claude.say(`bash: touch ${DECIDED.allow}.txt ;; say: finished`);
      await claude.reaches('waiting');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: `bash: touch ${DECIDED.allow}.txt ;; say: finished` },
      bash(`touch ${DECIDED.allow}.txt`),
      { do: 'ask-permission' },
      { do: 'until-answered' },
      { do: 'tool-done' },
      { do: 'finish', text: 'finished' },
    ],
    lines: 7,
    hooks: 7,
  },
  {
    name: 'a dialog denied with words by a held hook',
    real: async (claude) => {
      await claude.say(`bash: touch ${DECIDED.deny}.txt ;; say: another way`);
      await claude.reaches('waiting');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: `bash: touch ${DECIDED.deny}.txt ;; say: another way` },
      bash(`touch ${DECIDED.deny}.txt`),
      { do: 'ask-permission' },
      { do: 'until-answered' },
      { do: 'finish', text: 'another way' },
    ],
    lines: 7,
    hooks: 6,
  },
  {
    name: '/clear, and a turn after it',
    real: async (claude) => {
      await claude.say('say: before');
      await claude.reaches('idle');
      await claude.say('/clear');
      await claude.say('say: after');
      await claude.reaches('busy');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'say: before' },
      { do: 'finish', text: 'before' },
      { do: 'clear' },
      { do: 'prompt', text: 'say: after' },
      { do: 'finish', text: 'after' },
    ],
    lines: 11,
    hooks: 7,
  },
  {
    name: '/compact',
    real: async (claude) => {
      await claude.say('say: one');
      await claude.reaches('idle');
      await claude.say('/compact');
      await claude.reaches('busy');
      await claude.reaches('idle');
    },
    steps: [{ do: 'prompt', text: 'say: one' }, { do: 'finish', text: 'one' }, { do: 'compact' }],
    lines: 9,
    hooks: 7,
  },
  {
    name: 'an error of the API',
    real: async (claude) => {
      await claude.say('error: 400');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'error: 400' },
      { do: 'api-error', status: 400, error: 'unknown', text: 'API Error: 400 Lab error 400' },
    ],
    lines: 2,
    hooks: 3,
  },
  {
    name: '/model, closed again',
    real: async (claude) => {
      await claude.say('/model');
      await claude.reaches('waiting');
      await claude.shows(/Select model/);
      await claude.press('Escape');
      await claude.reaches('idle');
    },
    steps: [{ do: 'dialog', command: '/model' }, LOOKING, { do: 'close-dialog' }],
    lines: 2,
    hooks: 1,
  },
  {
    name: 'a turn, and the end',
    real: async (claude) => {
      await claude.say('say: one');
      await claude.reaches('idle');
      await claude.press('C-c', 'C-c');
      await claude.ends();
    },
    steps: [{ do: 'prompt', text: 'say: one' }, { do: 'finish', text: 'one' }, { do: 'exit' }],
    lines: 4,
    hooks: 4,
  },
  ...ONWARD_SCRIPTS,
];
