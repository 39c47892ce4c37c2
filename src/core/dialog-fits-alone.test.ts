import { describe, expect, it } from 'vitest';
import { recordedScreen, screenOf } from '../../test/lab/screens.ts';
import { readScreen } from '../adapters/claude/dialogs/read-screen.ts';
import type { Dialog } from './dialog.ts';
import { dialogFits } from './dialog-fits.ts';
import { mayBeEndOf } from './dialog-fits-alone.ts';
import type { HookQuestion } from './hook-question.ts';

const bash = (command: string, more: Partial<HookQuestion> = {}): HookQuestion => ({
  ...{ asks: 'permission', tool: 'Bash', input: { command }, suggestions: [], mode: 'default', agentType: null },
  ...{ held: null, foregroundAgents: false },
  ...more,
});
const read = (screen: ReturnType<typeof screenOf>): Dialog => {
  const reading = readScreen(screen);
  if (reading.kind !== 'dialog') throw new Error(reading.kind);
  return reading.dialog;
};
/** The last rows of a command in a pane of 40 columns and ten rows. */
const shows = (...rows: readonly string[]) =>
  read(
    screenOf(
      [
        ...[...rows, '╌'.repeat(40), ' Do you want to proceed?', ' ❯ 1. Yes', ' ↓ 2. Yes, and always allow access to'],
        ...['      /home/dev/shop from this project', ' ↑ 11 more lines', ' Esc to cancel · Tab to amend'],
      ].join('\n'),
      40,
      10,
    ),
  );
const LONG = 'echo tiny1 > tiny.txt; echo a very long command that wraps over several rows; echo end > tiny2.txt';
const END = shows(' command that wraps over several rows;', '  echo end > tiny2.txt');

describe('the end of a command that is one long line', () => {
  it('may be that one, though it tells it from no other', () => {
    expect([mayBeEndOf(END, bash(LONG)), dialogFits(END, bash(LONG))]).toEqual([true, false]);
  });

  it('is the same one when the highlight moves and its list hides the rest of it, but no other one', () => {
    const [none, little] = [shows(), shows(' ny2.txt')];
    expect([none, little].map((dialog) => mayBeEndOf(dialog, bash(LONG), END))).toEqual([true, true]);
    const unnamed: Dialog = { ...END, kind: 'dialog' };
    expect([null, END, unnamed].map((before) => mayBeEndOf(unnamed, bash(LONG), before))).toEqual([false, true, true]);
    expect(mayBeEndOf(little, bash('rm -rf tools'), END)).toBe(false);
    expect(mayBeEndOf(none, bash(LONG), read(recordedScreen('perm-bash.120')))).toBe(false);
  });

  it.each<[string, Dialog, HookQuestion]>([
    ['of another end', END, bash(`${LONG}; rm tiny.txt`)],
    ['of which the middle differs', END, bash(LONG.replace('several', 'many'))],
    ['that a sub-agent asks', END, bash(LONG, { agentType: 'general-purpose' })],
    ['of another tool', END, bash(LONG, { tool: 'Write' })],
    ['that is no permission', END, bash(LONG, { asks: 'form' })],
    ['of which next to nothing is seen', shows(' ny2.txt'), bash(LONG)],
    ['of which nothing is seen', shows(), bash(LONG)],
    ['whose title is seen', read(recordedScreen('perm-bash.120')), bash('echo a; touch short.txt')],
    ['whose beginning is seen', read(recordedScreen('perm-bash.40x8')), bash('echo a; touch short.txt')],
    ['of an old Claude', read(recordedScreen('v2.0.77-perm-bash.80x10')), bash('echo a; touch short.txt')],
  ])('is not one %s', (_what, dialog, question) => {
    expect(mayBeEndOf(dialog, question)).toBe(false);
  });
});
