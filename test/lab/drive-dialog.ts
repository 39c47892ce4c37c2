// Answers a dialog of a real Claude as the daemon does: reads the pane, plans one key, presses it where the expected
// lines stand, and looks again. It is strict: what keys cannot say is an error, and so is a key without effect.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readScreen } from '../../src/adapters/claude/dialogs/read-screen.ts';
import type { Dialog, ScreenReading } from '../../src/core/dialog.ts';
import { type KeyGoal, nextKey } from '../../src/core/dialog-keys.ts';
import type { PaneScreen } from '../../src/core/pane.ts';
import { inWords } from './screens.ts';
import { CLAUDE_PATIENCE, pause, until } from './until.ts';

const run = promisify(execFile);

/** A pane whose dialogs are answered by keys. */
export interface Driven {
  screen(): Promise<PaneScreen>;
  reading(): Promise<ScreenReading>;
  /** Waits for a dialog that stands still. */
  dialog(within?: number): Promise<Dialog>;
  /** Answers the dialog that stands there now; returns the keys it took. */
  answer(goal: Partial<KeyGoal>): Promise<readonly string[]>;
}

/** Claude drops the keys of a dialog's first moments, in milliseconds. */
const SETTLED = 300;
const MOST_KEYS = 60;

/** Drives a pane of the lab in `directory`. */
export function drive(directory: string, pane: string): Driven {
  const tmux = async (...words: string[]) =>
    (
      await run('tmux', ['-S', join(directory, 'tmux.sock'), '-f', '/dev/null', ...words], {
        env: { LANG: 'C.UTF-8', PATH: process.env.PATH },
      })
    ).stdout;

  const driven: Driven = {
    async screen() {
      const [text, facts] = [
        await tmux('capture-pane', '-p', '-e', '-t', pane),
        await tmux(
          'display-message',
          '-p',
          '-t',
          pane,
          '#{pane_width} #{pane_height} #{cursor_x} #{cursor_y} #{pane_pid}',
        ),
      ];
      const [columns = 0, rows = 0, column = 0, row = 0, process = 0] = facts.split(' ').map(Number);
      const lines = text.replace(/\n$/, '').split('\n');
      return { lines, columns, rows, cursor: { row, column }, inMode: false, process, command: 'claude' };
    },
    async reading() {
      return readScreen(await driven.screen());
    },
    async dialog(within = CLAUDE_PATIENCE) {
      let before = '';
      let since = 0;
      return until(
        'a dialog that stands still',
        async () => {
          const reading = await driven.reading();
          const now = inWords(reading);
          if (now !== before) [before, since] = [now, Date.now()];
          return reading.kind === 'dialog' && Date.now() - since >= SETTLED ? reading.dialog : null;
        },
        { within, seen: async () => `${before}\n${(await driven.screen()).lines.map(plain).join('\n')}` },
      );
    },
    async answer(part) {
      const goal: KeyGoal = { n: 0, label: '', meaning: 'other', text: null, answers: null, content: null, ...part };
      const pressed: string[] = [];
      let [typed, waits] = [false, 0];
      await driven.dialog();
      for (;;) {
        const screen = await driven.screen();
        const reading = readScreen(screen);
        const said = () =>
          `${inWords(reading)}\nafter ${JSON.stringify(pressed)}\n${screen.lines.map(plain).join('\n')}`;
        if (reading.kind !== 'dialog') throw new Error(`no dialog any more: ${said()}`);
        const lines = screen.lines.map(plain);
        const step = nextKey(reading.dialog, lines, goal, typed);
        if (step === null || pressed.length > MOST_KEYS) throw new Error(`keys cannot say it: ${said()}`);
        if (step === 'wait') {
          waits += 1;
          if (waits > 100) throw new Error(`what was typed is not shown: ${said()}`);
          await pause(40);
          continue;
        }
        const missing = step.expect.filter((line) => !lines.some((each) => each.includes(line)));
        if (missing.length > 0) throw new Error(`${JSON.stringify(missing)} is not on the screen: ${said()}`);
        if ('key' in step.keys) await tmux('send-keys', '-t', pane, step.keys.key);
        else await tmux('send-keys', '-t', pane, '-l', '--', step.keys.text);
        pressed.push('key' in step.keys ? step.keys.key : step.keys.text);
        typed ||= goal.text !== null && 'text' in step.keys && step.keys.text === goal.text;
        const before = inWords(reading);
        await until(`an effect of ${pressed.at(-1)}`, async () => inWords(await driven.reading()) !== before, {
          within: 5_000,
          seen: said,
        });
        if (step.last) return pressed;
        // Another step of it may just have appeared, and drops its first keys.
        await driven.dialog();
      }
    },
  };
  return driven;
}

function plain(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
  return line.replace(/\u001b\[[0-9;:]*m/g, '');
}
