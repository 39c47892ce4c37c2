// The command line on a real terminal, in a tmux server of its own: colours, the live list, and the way back.

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CLI, type CommandLine, commandLine } from '../lab/command-line.ts';
import { type StandIns, startStandIns } from '../lab/stand-ins.ts';
import { until } from '../lab/until.ts';

let at: CommandLine;
let claudes: StandIns;

beforeEach(async () => {
  at = commandLine();
  claudes = startStandIns(at.home);
  const cwd = join(at.home, 'shop');
  mkdirSync(cwd);
  await at.run(['start']);
  await claudes.perform('one', { do: 'start', cwd, name: 'checkout' });
  await claudes.perform('one', { do: 'prompt', text: 'go' });
  tmux('-f', '/dev/null', 'new-session', '-d', '-s', 't', '-x', '60', '-y', '12', 'env', 'PS1=$ ', 'sh');
  await until('the session is listed', async () => (await at.run(['show', 'checkout'])).code === 0);
});
afterEach(async () => {
  tmux('kill-server');
  await claudes.stop();
  await at.dispose();
});

function tmux(...words: string[]): string {
  const env = { ...at.environment, TERM: 'xterm-256color' };
  return execFileSync('tmux', ['-S', join(at.home, 'tmux'), ...words], { env, encoding: 'utf8' });
}

const type = (text: string) => tmux('send-keys', '-t', 't', '-l', text);
const enter = () => tmux('send-keys', '-t', 't', 'Enter');
const screen = () => tmux('capture-pane', '-p', '-e', '-t', 't');
const shows = (text: string | RegExp) =>
  until(`the screen shows ${text}`, () => screen().search(text) >= 0, { seen: screen });
const tallymux = (words: string) => {
  type(`${process.execPath} ${CLI} ${words}`);
  enter();
};

test('on a terminal the mark has its colour, and NO_COLOR takes it away', async () => {
  tallymux('list');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what is looked for.
  await shows(/\u001b\[35m◐/);
  type('clear; export NO_COLOR=1');
  enter();
  tallymux('list');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what is looked for.
  await shows(/(?<!\u001b\[35m)◐ \S+ {2}checkout/);
  expect(screen()).not.toContain('\u001b[35m◐');
});

test('watch shows changes as they come, labels, explains, and gives the terminal back at q', async () => {
  tallymux('watch');
  await shows(/1 busy/);
  await claudes.perform('one', { do: 'finish', text: 'It is done.' });
  await shows(/1 to review/);
  type('l');
  await shows(/Label of/);
  type('Till 漢字');
  enter();
  await shows(/is now “Till 漢字”/);
  type('e');
  await shows(/state +to review/);
  type('q');
  await shows(/attach/);
  type('s');
  await shows(/is seen/);
  type('q');
  await until(
    'the old screen is back',
    () => tmux('display-message', '-p', '-t', 't', '#{alternate_on}#{cursor_flag}') === '01\n',
  );
});

test('watch gives the terminal back when it is ended by a signal, and lives through a restart of the daemon', async () => {
  tallymux('watch');
  await shows(/1 busy/);
  await at.run(['stop']);
  await shows(/Daemon away/);
  await at.run(['start']);
  await shows(/The daemon is back/);
  const shell = tmux('display-message', '-p', '-t', 't', '#{pane_pid}').trim();
  const child = execFileSync('ps', ['-o', 'pid=', '--ppid', shell], { encoding: 'utf8' }).trim();
  process.kill(Number(child), 'SIGTERM');
  await until(
    'the old screen is back',
    () => tmux('display-message', '-p', '-t', 't', '#{alternate_on}#{cursor_flag}') === '01\n',
  );
});
