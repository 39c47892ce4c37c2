// The real Claude Code's own dialogs, of which no hook tells: trust, bypass, settings, auto mode, an exit with work in
// the background. Most of them begin with No, or have no digits, or come before there is a registry file.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Prompt } from '../../src/core/prompt.ts';
import type { LabClaude } from '../lab/lab-claude.ts';
import { answerOf, PROMPTLY, refuses } from '../lab/prompt-play.ts';
import { promptRows, type Scene } from '../lab/prompt-rows.ts';
import type { PromptVenue } from '../lab/prompt-venue.ts';
import { until } from '../lab/until.ts';

const { plays } = promptRows();

/** How long a process may stand at a dialog before anything tells so, and its screen be read, in milliseconds. */
const FOUND = 6000;

/** The card of a Claude that stands at a dialog of its start. */
async function startCard({ cards, sessionOf }: PromptVenue, claude: LabClaude): Promise<Prompt> {
  const session = await sessionOf(claude);
  const ready = () =>
    cards.open(session).find(({ options, answerableBy }) => options.length > 0 && answerableBy.length > 0);
  const prompt = await cards.next('a card of the dialog at its start', ready, FOUND);
  expect(prompt).toMatchObject({
    kind: 'dialog',
    tool: null,
    input: null,
    answerableBy: ['pane'],
    numbers: 'terminal',
  });
  return prompt;
}

/** Answers with the option of this label; the card is gone when it is called answered, or a moment later. */
async function choose({ daemon, cards }: PromptVenue, prompt: Prompt, label: string): Promise<void> {
  const option = prompt.options.find((each) => each.label === label);
  if (option === undefined) throw new Error(`no "${label}" in ${JSON.stringify(prompt.options)}`);
  const { receipt, text } = await daemon.command('answer', answerOf(prompt, { meaning: option.meaning, label }));
  expect(receipt, text).toMatchObject({ prompt: prompt.id, answer: label });
  await cards.next('the card is gone', () => cards.closed(prompt.id), PROMPTLY);
}

const labels = ({ options }: Prompt) => options.map(({ label }) => label);

plays('trust in a directory, No first and without digits: yes', 'pane', async ({ venue }) => {
  const one = await venue.start('both', { project: 'stranger-1', early: true });
  try {
    await one.claude.shows(/trust this folder/);
    const prompt = await startCard(venue, one.claude);
    expect(labels(prompt)).toEqual(['No, exit', 'Yes, I trust this folder']);
    expect(prompt.screen?.join('\n')).toContain(one.claude.cwd);
    await choose(venue, prompt, 'Yes, I trust this folder');
    await one.claude.reaches('idle');
  } finally {
    await venue.end(one);
  }
});

plays(
  'trust in a directory, answered in the terminal: the card goes, and a late answer presses nothing',
  'pane',
  async ({ venue }) => {
    const one = await venue.start('both', { project: 'stranger-2', early: true });
    try {
      await one.claude.shows(/trust this folder/);
      const prompt = await startCard(venue, one.claude);
      await one.claude.press('Down', 'Enter');
      // A loaded Claude draws nothing for a while.
      await one.claude.reaches('idle');
      await venue.cards.next('the card is gone', () => venue.cards.closed(prompt.id), PROMPTLY);
      await refuses(venue.daemon.command('answer', answerOf(prompt, { meaning: 'deny' })), 'answered');
      expect(venue.cards.closed(prompt.id)?.receipt).toMatchObject({ outcome: 'elsewhere', answer: null });
    } finally {
      await venue.end(one);
    }
  },
);

plays(
  'trust in a directory: no ends it',
  'pane',
  async ({ venue }) => {
    const one = await venue.start('both', { project: 'stranger-3', early: true });
    try {
      await one.claude.shows(/trust this folder/);
      const prompt = await startCard(venue, one.claude);
      await choose(venue, prompt, 'No, exit');
      await one.claude.ends();
    } finally {
      await venue.end(one);
    }
  },
  { onlyFull: 'much like yes' },
);

plays('the warning of bypass mode: accepted', 'pane', async ({ venue }) => {
  const settings = join(venue.lab.home.claudeDirectory, 'settings.json');
  const before = readFileSync(settings, 'utf8');
  const { skipDangerousModePermissionPrompt: _, ...rest } = JSON.parse(before);
  writeFileSync(settings, JSON.stringify(rest, null, 2));
  const arguments_ = ['--permission-mode', 'bypassPermissions'];
  const one = await venue.start('both', { arguments: arguments_, environment: { IS_SANDBOX: '1' }, early: true });
  try {
    await one.claude.shows(/Bypass Permissions mode/);
    const prompt = await startCard(venue, one.claude);
    expect(labels(prompt)).toEqual(['No, exit', 'Yes, I accept']);
    await choose(venue, prompt, 'Yes, I accept');
    await one.claude.reaches('idle');
    await one.claude.shows(/bypass permissions on/);
  } finally {
    await venue.end(one);
    writeFileSync(settings, before);
  }
});

plays('a warning about settings: continue', 'pane', async ({ venue }) => {
  const folder = join(venue.lab.project('site'), '.claude');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'settings.json'),
    '{"hooks":{"NoSuchEvent":[{"hooks":[{"type":"command","command":"true"}]}]}}',
  );
  const one = await venue.start('both', { project: 'site', early: true });
  try {
    await one.claude.shows(/Settings Warning/);
    const prompt = await startCard(venue, one.claude);
    expect(labels(prompt)).toEqual(['Continue', 'Fix with Claude', 'Exit and fix manually']);
    await choose(venue, prompt, 'Continue');
    await one.claude.reaches('idle');
  } finally {
    await venue.end(one);
  }
});

plays('an exit with work in the background: stay, and then go', 'pane', async ({ venue }) => {
  const one = await venue.start('both', {
    arguments: ['--permission-mode', 'bypassPermissions'],
    environment: { IS_SANDBOX: '1' },
  });
  const { claude, session } = one;
  const { cards } = venue;
  const card = () =>
    cards.next('the card of the exit', () => cards.open(session).find(({ options }) => options.length > 0), FOUND);
  try {
    await claude.say('bgbash: tail -f /dev/null ;; say: it runs');
    await claude.reaches('shell');
    await claude.press('C-c', 'C-c');
    await claude.shows(/Background work is running/);
    const first = await card();
    expect(first).toMatchObject({ kind: 'dialog', answerableBy: ['pane'] });
    expect(labels(first)).toEqual(['Exit and stop tasks', 'Move to background and exit', 'Stay']);
    await choose(venue, first, 'Stay');
    await claude.shows(/^❯\s*$/m);
    await claude.type('/exit');
    await claude.press('Enter');
    await claude.shows(/Background work is running/);
    await choose(venue, await card(), 'Exit and stop tasks');
    await claude.ends();
  } finally {
    await venue.end(one);
  }
});

/** A command that auto mode would have checked. */
const checked = ({ word }: Scene) => `bash: curl -s http://127.0.0.1:9/${word} -X DELETE || touch ${word} ;; say: done`;

plays('auto mode that cannot check: its notice, then No first without digits: yes, and no', 'pane', async (scene) => {
  const { venue, word } = scene;
  const one = await venue.start('both', { arguments: [] });
  const { claude, session } = one;
  const { cards } = venue;
  const card = (test: (prompt: Prompt) => boolean) =>
    cards.next(
      'the card',
      () => cards.open(session).find((prompt) => prompt.options.length > 0 && test(prompt)),
      FOUND,
    );
  try {
    await claude.say(checked(scene));
    await claude.shows(/Auto mode can't check/);
    const notice = await card(({ kind }) => kind === 'dialog');
    await choose(venue, notice, labels(notice).find((label) => /^Enter to stay/.test(label)) ?? '');
    const first = await card(({ kind }) => kind === 'permission');
    expect(labels(first)).toEqual(['No', 'Yes']);
    expect(first).toMatchObject({ answerableBy: ['pane'], input: { command: expect.stringContaining(word) } });
    await choose(venue, first, 'Yes');
    await claude.rests();
    expect(existsSync(join(claude.cwd, word))).toBe(true);

    await claude.say(checked({ ...scene, word: `${word}-no` }));
    const second = await card(({ kind, id }) => kind === 'permission' && id !== first.id);
    await choose(venue, second, 'No');
    await claude.rests();
    await until('nothing is open', () => cards.open(session).length === 0);
    expect(existsSync(join(claude.cwd, `${word}-no`))).toBe(false);
  } finally {
    await venue.end(one);
  }
});
