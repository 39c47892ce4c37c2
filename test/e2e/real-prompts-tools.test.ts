// The real Claude Code asks for leave to use its tools; every answer by every way: what ran is what was chosen.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { promptRows } from '../lab/prompt-rows.ts';

const { answers, plays } = promptRows();

answers({
  name: 'B1, B8: Bash, yes',
  ways: ['hook', 'pane', 'terminal'],
  fullWays: ['both'],
  say: ({ word }) => `bash: touch ${word} ;; say: it is there`,
  kind: 'permission',
  tool: 'Bash',
  input: ({ word }) => ({ command: `touch ${word}` }),
  shows: ({ word }) => `touch ${word}`,
  choice: () => ({ meaning: 'allow' }),
  outcome: 'allowed',
  keys: (claude) => claude.press('1'),
  async effect({ word, path }, play) {
    expect((await play.result('Bash')).error).toBe(false);
    expect(existsSync(path(word))).toBe(true);
  },
});

answers({
  name: 'Bash, no',
  ways: ['hook', 'pane'],
  fullWays: ['terminal'],
  say: ({ word }) => `bash: touch ${word} ;; say: gone on`,
  kind: 'permission',
  tool: 'Bash',
  input: ({ word }) => ({ command: `touch ${word}` }),
  choice: () => ({ meaning: 'deny' }),
  outcome: 'denied',
  keys: (claude) => claude.press('4'),
  async effect({ word, path }, play) {
    expect((await play.result('Bash')).error).toBe(true);
    expect(existsSync(path(word))).toBe(false);
  },
});

answers({
  name: 'Bash, no, and what to do instead',
  ways: ['hook', 'pane'],
  fullWays: ['terminal', 'both'],
  say: ({ word }) => `bash: touch ${word} ;; say: gone on`,
  kind: 'permission',
  tool: 'Bash',
  input: ({ word }) => ({ command: `touch ${word}` }),
  choice: ({ word }) => ({ meaning: 'deny', text: `rather "${word}2", é 1` }),
  outcome: 'denied',
  async keys(claude, { word }) {
    await claude.press('Down', 'Down', 'Down', 'Tab');
    await claude.shows(/tell Claude what to do differently/);
    await claude.type(`rather "${word}2", é 1`);
    await claude.shows(/No, rather/);
    await claude.press('Enter');
  },
  async effect({ word, path }, play) {
    const { text, error } = await play.result('Bash');
    expect(error).toBe(true);
    expect(text.split('\n').at(-1)).toBe(`rather "${word}2", é 1`);
    expect(existsSync(path(word))).toBe(false);
  },
});

answers({
  name: 'Bash, yes and always: not asked again',
  ways: ['hook', 'pane'],
  fullWays: ['terminal', 'both'],
  say: () => 'bash: tar --version ;; say: told',
  kind: 'permission',
  tool: 'Bash',
  input: () => ({ command: 'tar --version' }),
  choice: () => ({ meaning: 'allow-always' }),
  outcome: 'allowed',
  keys: (claude) => claude.press('2'),
  async effect({ path, claude }, play) {
    expect((await play.result('Bash')).text).toContain('tar');
    expect(readFileSync(path('.claude/settings.local.json'), 'utf8')).toContain('Bash(tar');
    await claude.rests();
    await claude.say('bash: tar --version ;; say: and again');
    await claude.shows(/● and again/);
  },
});

plays('Bash, with another command than Claude asked for, answered by its hook', 'hook', async ({ ask, word, path }) => {
  const play = await ask(`bash: touch ${word} ;; say: done`);
  const prompt = await play.card();
  expect(prompt.editable).toBe(true);
  const input = { ...prompt.input, command: `touch ${word}.other` };
  await play.answer(prompt, { meaning: 'allow', input }, 'allowed');
  await play.result('Bash');
  await play.rests();
  expect([word, `${word}.other`].map((name) => existsSync(path(name)))).toEqual([false, true]);
});

// What a hook decided is written down only together with what the tool brought.
answers({
  name: 'Bash that takes its time, yes',
  ways: ['hook'],
  fullWays: ['both'],
  say: ({ word }) => `bash: for i in 1 2 3 4; do sleep 1; done; touch ${word} ;; say: it is there`,
  kind: 'permission',
  tool: 'Bash',
  input: ({ word }) => ({ command: `for i in 1 2 3 4; do sleep 1; done; touch ${word}` }),
  choice: () => ({ meaning: 'allow' }),
  outcome: 'allowed',
  keys: (claude) => claude.press('1'),
  async effect({ word, path }, play) {
    expect((await play.result('Bash')).error).toBe(false);
    expect(existsSync(path(word))).toBe(true);
  },
});

answers({
  name: 'Edit, yes',
  ways: ['hook', 'pane'],
  fullWays: ['terminal'],
  before: ({ path }) => writeFileSync(path('lamp.txt'), 'two lamps:\none red lamp\nand no more\n'),
  say: ({ path }) => `read: ${path('lamp.txt')} ;; edit: ${path('lamp.txt')} red => green ;; say: painted`,
  kind: 'permission',
  tool: 'Edit',
  input: ({ path }) => ({ file_path: path('lamp.txt'), old_string: 'red', new_string: 'green' }),
  shows: () => 'one green lamp',
  choice: () => ({ meaning: 'allow' }),
  outcome: 'allowed',
  keys: (claude) => claude.press('1'),
  async effect({ path, way, venue, asker }, play) {
    expect((await play.result('Edit')).error).toBe(false);
    expect(readFileSync(path('lamp.txt'), 'utf8')).toBe('two lamps:\none green lamp\nand no more\n');
    if (way === 'pane') return;
    const { prompt } = venue.cards.receipts().findLast(({ session }) => session === asker.session) ?? {};
    const place = { line: 2, head: 'one ', tail: ' lamp', before: ['two lamps:'], after: ['and no more'] };
    expect(venue.cards.history(prompt ?? '').at(-1)?.prompt.place).toEqual(place);
  },
});

answers({
  name: 'Write, no',
  ways: ['hook', 'pane'],
  fullWays: ['terminal'],
  say: ({ path, word }) => `write: ${path(word)} first\\nsecond ;; say: never`,
  kind: 'permission',
  tool: 'Write',
  input: ({ path, word }) => ({ file_path: path(word), content: 'first\nsecond' }),
  shows: () => 'second',
  choice: () => ({ meaning: 'deny' }),
  outcome: 'denied',
  keys: (claude) => claude.press('3'),
  async effect({ path, word }, play) {
    expect((await play.result('Write')).error).toBe(true);
    expect(existsSync(path(word))).toBe(false);
  },
});

answers({
  name: 'WebFetch, yes',
  ways: ['hook', 'pane'],
  fullWays: ['terminal'],
  say: ({ word }) => `webfetch: http://127.0.0.1:9/${word} ;; say: fetched`,
  kind: 'permission',
  tool: 'WebFetch',
  input: ({ word }) => ({ url: `http://127.0.0.1:9/${word}`, prompt: 'Summarise the page' }),
  shows: ({ word }) => `http://127.0.0.1:9/${word}`,
  choice: () => ({ meaning: 'allow' }),
  outcome: 'allowed',
  keys: (claude) => claude.press('1'),
  async effect(_, play) {
    // It ran, and found no network: Claude asks its maker about an address first.
    expect((await play.result('WebFetch')).text).not.toContain("doesn't want to proceed");
  },
});

answers({
  name: 'a tool of an MCP server, yes',
  ways: ['hook', 'pane'],
  fullWays: ['terminal'],
  say: ({ word }) => `tool: mcp__lab__deploy {"env":"${word}"} ;; say: deployed`,
  kind: 'permission',
  tool: 'mcp__lab__deploy',
  input: ({ word }) => ({ env: word }),
  shows: ({ word }) => `env: "${word}"`,
  choice: () => ({ meaning: 'allow' }),
  outcome: 'allowed',
  keys: (claude) => claude.press('1'),
  async effect({ word }, play) {
    expect((await play.result('mcp__lab__deploy')).text).toBe(`deployed {"env":"${word}"}`);
  },
});
