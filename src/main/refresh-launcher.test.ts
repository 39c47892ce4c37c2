// What the launcher is told of the settings when a daemon starts.

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { installLauncher } from '../adapters/claude/launcher.ts';
import { refreshLauncher } from './refresh-launcher.ts';

it('keeps the marker of answerPrintMode as the setting is, and makes no launcher where none was', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tallymux-refresh-'));
  const paths = { directory, hook: join(directory, 'hook') };
  const logged: string[] = [];
  const refresh = (answer: boolean) => refreshLauncher(paths, answer, (text) => logged.push(text));
  try {
    refresh(true);
    expect(readdirSync(directory)).toEqual(['answer-print-mode']);
    installLauncher(directory);
    rmSync(join(directory, 'ask'), { recursive: true });
    refresh(true);
    expect(existsSync(join(directory, 'ask'))).toBe(true);
    refresh(false);
    expect(existsSync(join(directory, 'answer-print-mode'))).toBe(false);
    expect(logged).toEqual(['the launcher of hooks was brought up to date: ask']);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
