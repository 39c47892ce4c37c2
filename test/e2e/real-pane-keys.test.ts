// Looking at the real Claude Code through tmux, and pressing keys into it: what rings, what is pressed, and what is not.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePanes } from '../../src/adapters/tmux/panes.ts';
import { type ClaudeLab, makeClaudeLab } from '../lab/claude-lab.ts';
import { until } from '../lab/until.ts';

const seldom = test.runIf(process.env.TALLYMUX_FULL === '1');
let lab: ClaudeLab;
beforeAll(async () => {
  lab = await makeClaudeLab();
});
afterAll(() => lab.dispose());

seldom(
  'each of two dialogs in one place rings, and a digit goes only into the one that was meant (only with --full: rows of prompts hold the same through the daemon)',
  async () => {
    const { socket } = lab.tmux;
    const rings: (readonly string[] | null)[] = [];
    const looking = makePanes('/usr/local/bin:/usr/bin:/bin').open(socket, (panes) => rings.push(panes));
    try {
      const claude = await lab.start({ arguments: ['--permission-mode', 'default'] });
      const address = { socket, pane: claude.pane, server: null };
      const screen = async () => {
        const look = await looking.screen(address);
        if ('trouble' in look) throw new Error(look.reason);
        return look;
      };
      /** Waits for a ring after which a dialog with this command is seen. */
      const asks = (command: string) =>
        until(
          `a dialog for ${command} rings`,
          async () => {
            if (!rings.some((panes) => panes?.includes(claude.pane))) return null;
            const look = await screen();
            const text = look.lines.join('\n').replaceAll(/\p{Cc}\[[\d;]*m/gu, '');
            return text.includes(command) && /❯ 1\. Yes/.test(text.slice(text.lastIndexOf(command))) ? look : null;
          },
          { within: 20_000, seen: async () => (await screen()).lines.join('\n') },
        );
      await claude.say('parallel: 2 touch p{i}.txt ;; say: all done');
      const first = await asks('touch p1.txt');
      expect(first).toMatchObject({ inMode: false, command: 'claude' });
      await claude.dialogTakesKeys();
      const press = (rows: string[], unless: string[] = []) =>
        looking.press(address, { expect: [], rows, unless, process: first.process, keys: { text: '1' } });
      // Both commands stand on the screen, for both tools were called; only one stands in the dialog.
      expect(first.lines.join('\n')).toContain('touch p2.txt');
      expect(await press(['touch p2.txt', '❯ 1. Yes'])).toBe('changed');
      expect(await press(['❯ 1. Yes'], ['Do you want to proceed?'])).toBe('changed');
      expect(existsSync(join(claude.cwd, 'p1.txt'))).toBe(false);
      rings.length = 0;
      expect(await press(['touch p1.txt', '❯ 1. Yes'])).toBe('sent');
      await asks('touch p2.txt');
      expect(existsSync(join(claude.cwd, 'p1.txt'))).toBe(true);
      await claude.dialogTakesKeys();
      expect(await press(['touch p1.txt', '❯ 1. Yes'])).toBe('changed');
      rings.length = 0;
      expect(await press(['touch p2.txt', '❯ 1. Yes'])).toBe('sent');
      await claude.reaches('idle');
      expect(existsSync(join(claude.cwd, 'p2.txt'))).toBe(true);
      expect(await press(['❯ 1. Yes'])).toBe('changed');
      await until('the end rings', () => rings.some((panes) => panes?.includes(claude.pane)));
    } finally {
      looking.dispose();
    }
  },
);
