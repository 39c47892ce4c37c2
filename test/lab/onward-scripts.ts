// The shared scripts in which something goes on besides the turn: tasks in the background, and prompts typed meanwhile.

import type { Step } from '../../src/demo/steps.ts';
import type { LabClaude } from './lab-claude.ts';
import type { SharedScript } from './shared-scripts.ts';

/** A Bash call as the lab's model makes it. */
export const bash = (command: string, more = {}): Step => ({
  do: 'tool',
  name: 'Bash',
  input: { command, description: 'Run a lab command', ...more },
});

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index + 1}`).join(' ');

/** Claude types its words slowly; meanwhile the person types a prompt. */
async function typeMeanwhile(claude: LabClaude, script: string, text: string): Promise<void> {
  await claude.say(script);
  await claude.shows(/word3/);
  await claude.say(text);
}

/** See `SHARED_SCRIPTS`. */
export const ONWARD_SCRIPTS: readonly SharedScript[] = [
  {
    name: 'a background shell that ends',
    real: async (claude) => {
      await claude.say('bgbash: sleep 2; echo over');
      await claude.reaches('shell');
      await claude.reaches('busy');
      await claude.rests();
    },
    steps: [
      { do: 'prompt', text: 'bgbash: sleep 2; echo over' },
      { do: 'shell', command: 'sleep 2; echo over', description: 'Run a lab command' },
      { do: 'finish', text: 'Done.' },
      { do: 'wait', ms: 500 },
      { do: 'shell-done' },
      { do: 'finish', text: 'Done.' },
    ],
    lines: 10,
    hooks: 8,
    onward: true,
  },
  {
    name: 'a background shell that ends within the turn',
    real: async (claude) => {
      await claude.say('bgbash: sleep 1; echo over ;; stream: 30 100 ;; bash: echo hi ;; say: bye');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'bgbash: sleep 1; echo over ;; stream: 30 100 ;; bash: echo hi ;; say: bye' },
      { do: 'shell', command: 'sleep 1; echo over', description: 'Run a lab command' },
      { do: 'shell-done' },
      { do: 'say', text: words(30) },
      bash('echo hi'),
      { do: 'tool-done', output: 'hi' },
      { do: 'finish', text: 'bye' },
    ],
    lines: 9,
    hooks: 10,
  },
  {
    name: 'a background sub-agent that comes back',
    real: async (claude) => {
      await claude.say('task: sleep: 2 ,, say: sub done');
      await claude.rests();
    },
    steps: [
      { do: 'prompt', text: 'task: sleep: 2 ,, say: sub done' },
      { do: 'agent', description: 'Lab subtask', prompt: 'sleep: 2 ;; say: sub done' },
      { do: 'finish', text: 'Done.' },
      { do: 'agent-done', text: 'sub done' },
      { do: 'finish', text: 'Done.' },
    ],
    lines: 10,
    hooks: 10,
    onward: true,
  },
  {
    name: 'a prompt typed meanwhile, which a tool absorbs',
    real: async (claude) => {
      await typeMeanwhile(claude, 'stream: 60 100 ;; bash: echo hi ;; say: bye', 'thanks');
      await claude.reaches('idle');
    },
    steps: [
      { do: 'prompt', text: 'stream: 60 100 ;; bash: echo hi ;; say: bye' },
      { do: 'queue', text: 'thanks' },
      { do: 'say', text: words(60) },
      bash('echo hi'),
      { do: 'tool-done', output: 'hi' },
      { do: 'finish', text: 'bye' },
    ],
    lines: 7,
    hooks: 7,
  },
  {
    name: 'a prompt typed meanwhile, which has the next turn',
    real: async (claude) => {
      await typeMeanwhile(claude, 'stream: 60 100', 'thanks');
      await claude.rests(30_000);
    },
    steps: [
      { do: 'prompt', text: 'stream: 60 100' },
      { do: 'queue', text: 'thanks' },
      { do: 'finish', text: words(60) },
      { do: 'finish', text: 'You said: thanks' },
    ],
    lines: 8,
    hooks: 5,
    onward: true,
  },
  {
    name: 'a prompt typed meanwhile, then Esc',
    real: async (claude) => {
      await typeMeanwhile(claude, 'stream: 90 100', 'say: instead');
      await claude.press('Escape');
      await claude.rests(30_000);
    },
    steps: [
      { do: 'prompt', text: 'stream: 90 100' },
      { do: 'queue', text: 'say: instead' },
      { do: 'interrupt' },
      { do: 'finish', text: 'instead' },
    ],
    lines: 7,
    hooks: 4,
    onward: true,
  },
];
