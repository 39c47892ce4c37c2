// Dialogs of Claude Code 2.0.77: other words, a row to type into instead of a No, no registry, and nothing written of
// what a hook decided.

import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import { promptRows } from '../lab/prompt-rows.ts';

const { answers } = promptRows({ versions: ['2.0.77'], arguments: [] });

answers({
  name: '2.0.77: Bash, yes',
  ways: ['hook', 'pane'],
  fullWays: ['terminal'],
  say: ({ word }) => `bash: touch ${word} ;; say: it is there`,
  kind: 'permission',
  tool: 'Bash',
  input: ({ word }) => ({ command: `touch ${word}` }),
  shows: ({ word }) => `touch ${word}`,
  choice: () => ({ meaning: 'allow' }),
  outcome: 'allowed',
  keys: (claude) => claude.press('1'),
  async effect({ word, path, claude }, play) {
    expect((await play.result('Bash')).error).toBe(false);
    expect(existsSync(path(word))).toBe(true);
    await claude.shows(/it is there/);
  },
});

answers({
  name: '2.0.77: Bash, and what to do instead',
  ways: ['hook'],
  fullWays: ['pane', 'terminal'],
  say: ({ word }) => `bash: touch ${word} ;; say: went on with ${word}`,
  kind: 'permission',
  tool: 'Bash',
  input: ({ word }) => ({ command: `touch ${word}` }),
  choice: () => ({ meaning: 'deny', text: 'rather 2 of them' }),
  outcome: 'denied',
  async keys(claude) {
    await claude.press('3');
    await claude.type('rather 2 of them');
    await claude.shows(/3\. rather 2 of them/);
    await claude.press('Enter');
  },
  async effect({ word, path, claude }, play) {
    const { text, error } = await play.result('Bash');
    expect(error).toBe(true);
    expect(text.split('\n').at(-1)).toBe('rather 2 of them');
    expect(existsSync(path(word))).toBe(false);
    await claude.shows(new RegExp(`● went on with ${word}`));
  },
});

answers({
  name: '2.0.77: a question, the second answer',
  ways: ['hook', 'pane'],
  fullWays: ['terminal'],
  say: ({ word }) => `ask: Which colour for ${word}? | red | blue ;; say: painted ${word}`,
  kind: 'question',
  tool: 'AskUserQuestion',
  input: ({ word }) => ({ questions: [expect.objectContaining({ question: `Which colour for ${word}?` })] }),
  choice: () => ({ meaning: 'choose', label: 'blue' }),
  outcome: 'answered',
  keys: (claude) => claude.press('2'),
  async effect({ word, claude }, play) {
    expect((await play.result('AskUserQuestion')).text).toContain(`"Which colour for ${word}?"="blue"`);
    await claude.shows(new RegExp(`● painted ${word}`));
  },
});
