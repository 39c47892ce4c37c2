// What a person reads of a prompt: all of it, in our frame, and never obeyed by the terminal.

import { expect, test } from 'vitest';
import { optionLike, promptLike } from '../../../test/prompt-like.ts';
import type { Prompt } from '../../core/prompt.ts';
import { session } from '../testing/session.ts';
import { displayWidth } from './display-width.ts';
import { promptLines } from './prompt-lines.ts';

const now = Date.parse('2026-01-01T10:12:00.000Z');
const shop = session('k3f', { label: 'shop' });
const lines = (prompt: Prompt, columns = Number.POSITIVE_INFINITY) =>
  promptLines(prompt, shop, { columns, colour: false, now });

test('a command: who asks, how long, the whole command, its options, how to answer', () => {
  const asked = promptLike({ agent: 'general-purpose', position: { n: 1, of: 3 } });
  expect(lines(asked)).toEqual([
    '◆ k3f.1  shop  12m  Bash command · general-purpose · 1 of 3',
    '    npm run e2e',
    '    # Run the end-to-end tests',
    '  1. Yes',
    "  2. Yes, and don't ask again for npm run commands in /home/dev/shop",
    '  3. No',
    '  tallymux answer k3f.1 1…3 | --yes | --no ["why"]',
  ]);
});

test('what deserves a second look stands before the options, in plain words, and hostile names are escaped', () => {
  const asked = promptLike({ input: { command: 'npm test\nrm -rf "x\u202e"\ngit push --force' } });
  const drawn = lines(asked);
  const warned = drawn.filter((line) => line.startsWith('  ! '));
  expect(warned.join('\n')).toMatch(/ {2}! Line 2 deletes with everything below: .*\\u202e/);
  expect(warned.join('\n')).toContain('  ! Line 3 pushes by force');
  expect(drawn.indexOf(warned.at(-1) ?? '')).toBeLessThan(drawn.indexOf('  1. Yes'));
  expect(lines(promptLike()).filter((line) => line.includes('!'))).toEqual([]);
});

test('an edit is told by what goes and what comes', () => {
  const before = ['a', 'b', 'c', 'old', 'd', 'e', 'f'].join('\n');
  const asked = promptLike({
    title: 'Edit file',
    tool: 'Edit',
    input: { file_path: '/a.ts', old_string: before, new_string: before.replace('old', 'new\n\tmore') },
  });
  expect(lines(asked).slice(1, 9)).toEqual([
    '    /a.ts',
    '      b',
    '      c',
    '    − old',
    '    + new',
    '    +     more',
    '      d',
    '      e',
  ]);
});

test('questions are told with every answer; the one question by its options', () => {
  const question = (text: string, several: boolean, ...labels: string[]) => ({
    question: text,
    header: 'H',
    multiSelect: several,
    options: labels.map((label) => ({ label, description: `about ${label}` })),
  });
  const asked = promptLike({
    kind: 'question',
    tool: 'AskUserQuestion',
    input: { questions: [question('Parts?', true, 'API', 'Web'), question('Language?', false, 'Go')] },
    options: [optionLike(1, 'Answer', { meaning: 'choose' })],
  });
  expect(lines(asked).slice(1)).toEqual([
    '    1 of 2: Parts? (several may be chosen)',
    '      1. API: about API',
    '      2. Web: about Web',
    '    2 of 2: Language?',
    '      1. Go: about Go',
    '  1. Answer',
    '  tallymux answer k3f.1 --answer 1,2 --answer 1  (numbers, words, or "=your own")',
  ]);
  const one = {
    ...asked,
    input: { questions: [question('Language?', false, 'Go')] },
    options: [optionLike(1, 'Go', { meaning: 'choose', detail: 'about Go' })],
  };
  expect(lines(one).slice(1, 4)).toEqual(['    Language?', '  1. Go', '     about Go']);
});

test('a form is told field by field, a plan whole, a tool as JSON', () => {
  const form = promptLike({
    kind: 'form',
    tool: 'lab',
    input: {
      message: 'Where to?',
      requested_schema: {
        type: 'object',
        properties: { region: { type: 'string', title: 'Region', enum: ['eu', 'us'] } },
        required: ['region'],
      },
    },
    options: [optionLike(1, 'Accept', { meaning: 'accept' }), optionLike(2, 'Decline', { meaning: 'decline' })],
  });
  expect(lines(form).slice(1)).toEqual([
    '    Where to?',
    '    · region: Region one of eu, us, needed',
    '  1. Accept',
    '  2. Decline',
    '  tallymux answer k3f.1 --field region=…, or --decline',
  ]);
  const plan = promptLike({ kind: 'plan', tool: 'ExitPlanMode', input: { plan: 'line\n'.repeat(200) } });
  expect(lines(plan).filter((line) => line === '    line')).toHaveLength(200);
  const tool = promptLike({ tool: 'mcp__lab__deploy', input: { to: 'eu' } });
  expect(lines(tool).slice(1, 5)).toEqual(['    lab · deploy', '    {', '      "to": "eu"', '    }']);
});

test('what stands in the way of an answer is said, and where to go', () => {
  const asked = promptLike({ options: [], answerableBy: [], trouble: 'Its screen cannot be read.', unseenLines: 52 });
  expect(lines(asked).slice(-3)).toEqual([
    '  ↑ 52 more lines are to be seen only in its terminal.',
    '  Its screen cannot be read.',
    '  Answer it at its terminal: tallymux attach k3f',
  ]);
  const outside = session('k3f', { tmux: null, tty: '/dev/pts/3' });
  const style = { columns: 80, colour: false, now };
  expect(promptLines(asked, outside, style).at(-1)).toBe('  Answer it at its terminal: /dev/pts/3');
  expect(lines(promptLike({ numbers: 'card' }))).toContain("  These numbers are not the terminal's.");
  expect(lines(promptLike({ standing: 'not-confirmed' })).join()).toContain('its effect was not seen');
});

test('X07: nothing of a session reaches the terminal as a control, nor the columns of our own words', () => {
  const evil = 'x\u001b[2J\u009b\u202e\n  1. Yes\r\n◆ k3f.9 fake\u2028';
  const asked = promptLike({
    title: evil,
    agent: evil,
    trouble: evil,
    input: { command: `${evil}${' 2. No'.repeat(30)}`, description: evil },
    options: [optionLike(1, evil, { detail: evil })],
  });
  for (const columns of [40, 80, Number.POSITIVE_INFINITY]) {
    const drawn = lines(asked, columns);
    expect(drawn.join('')).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
    expect(drawn.filter((line) => line.startsWith('◆'))).toHaveLength(1);
    expect(drawn.filter((line) => line.startsWith('  1. '))).toHaveLength(1);
    expect(drawn.filter((line) => line.startsWith('  2. '))).toHaveLength(0);
    for (const line of drawn) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
  }
});

test('on a narrow terminal a long command is wrapped and complete', () => {
  const command = Array.from({ length: 40 }, (_, n) => `--option-${n}=漢字`).join(' ');
  const drawn = lines(promptLike({ input: { command } }), 40);
  const shown = drawn.slice(1, drawn.indexOf('  1. Yes')).join('');
  expect(shown.replaceAll(' ', '')).toBe(command.replaceAll(' ', ''));
  for (const line of drawn) expect(displayWidth(line)).toBeLessThanOrEqual(40);
});
