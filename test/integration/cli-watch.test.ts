// The live list on a real terminal, in a tmux server of its own, against a daemon whose prompts are chosen: what stands
// there, what a digit does, and the way to a session's terminal and back.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Prompt } from '../../src/core/prompt.ts';
import { sessionOf } from '../../src/server/testing/memory-daemon.ts';
import { type OpenServer, openServer } from '../../src/server/testing/open-server.ts';
import { CLI, type CommandLine, commandLine } from '../lab/command-line.ts';
import { pause, until } from '../lab/until.ts';
import { optionLike, promptLike } from '../prompt-like.ts';

let at: CommandLine;
let open: OpenServer;

beforeEach(async () => {
  at = commandLine();
  mkdirSync(at.state, { mode: 0o700 });
  open = await openServer({ socketPath: join(at.state, 'sock') });
  const waits = { state: 'needs-input', waitingFor: 'permission prompt' } as const;
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  open.daemon.put(sessionOf('k3f', { label: 'shop', since: ago(12), waitingSince: ago(12), ...waits }));
  open.daemon.put(sessionOf('m2q', { label: 'docs', since: ago(3), waitingSince: ago(3), ...waits }));
  open.daemon.put(sessionOf('x9a', { label: 'api', state: 'busy', action: 'Read · server.ts' }));
});
afterEach(async () => {
  for (const server of ['terminal', 'inner']) if (existsSync(join(at.home, server))) tmux(server, 'kill-server');
  await open.close();
  await at.dispose();
});

function tmux(server: string, ...words: string[]): string {
  const env = { ...at.environment, TERM: 'xterm-256color', PS1: '$ ', NO_COLOR: '1' };
  return execFileSync('tmux', ['-S', join(at.home, server), ...words], { env, encoding: 'utf8' });
}

/** Starts the live list on a terminal of this size. */
async function watch(columns: number, rows: number): Promise<void> {
  const words = ['new-session', '-d', '-s', 't', '-x', `${columns}`, '-y', `${rows}`, 'sh'];
  tmux('terminal', '-f', '/dev/null', ...words);
  tmux('terminal', 'set', '-g', 'status', 'off');
  type(`TMUX= ${process.execPath} ${CLI} watch\n`);
  await shows('2 need you');
}

const type = (text: string) => tmux('terminal', 'send-keys', '-t', 't', '-l', text.replace('\n', '\r'));
const screen = () => tmux('terminal', 'capture-pane', '-p', '-t', 't');
const shows = (text: string) => until(`the screen shows ${text}`, () => screen().includes(text), { seen: screen });
const ask = (more: Partial<Prompt> = {}) => {
  const openedAt = new Date(Date.now() - 12 * 60_000).toISOString();
  open.daemon.ask(promptLike({ openedAt, changedAt: openedAt, ...more }));
};
/** Longer than digits rest; that time is what is tested. */
const rested = () => pause(350);

test.each([
  [80, 24],
  [40, 10],
  [120, 40],
])(
  'B6: on %i × %i a digit answers the prompt of the chosen row, once, and the screen says so',
  async (columns, rows) => {
    ask();
    ask({
      id: 'm2q.4',
      session: 'm2q',
      title: 'Create file',
      tool: 'Write',
      input: { file_path: '/home/dev/docs/a.md', content: '# A\n' },
      options: [optionLike(1, 'No', { meaning: 'deny' }), optionLike(2, 'Yes', { meaning: 'allow' })],
    });
    await watch(columns, rows);
    await shows('npm run e2e');
    type('j');
    await shows('+ # A');
    await rested();
    type('2');
    await shows('Answered m2q.4 → 2. Yes');
    expect(open.daemon.answers).toMatchObject([{ prompt: 'm2q.4', option: { n: 2, label: 'Yes', meaning: 'allow' } }]);
    type('2');
    await shows('What it asks is not known here');
    expect(open.daemon.answers).toHaveLength(1);
  },
);

test('B6: a digit that comes together with the key that brings a prompt into sight answers nothing', async () => {
  ask();
  await watch(80, 24);
  type('j');
  await shows('› ◆ m2q');
  type('k1');
  await shows('It just came up');
  await rested();
  type('3');
  await shows('Answered k3f.1 → 3. No');
  expect(open.daemon.answers).toMatchObject([{ option: { n: 3, meaning: 'deny' } }]);
});

test('B6: what another device answers goes away at once, and it is said who did', async () => {
  ask();
  await watch(80, 24);
  await shows('npm run e2e');
  await at.run(['answer', 'k3f.1', '--no']);
  await shows('k3f.1: answered with "No" from a test.');
  expect(screen()).not.toContain('3. No');
});

test('what does not fit is read in full before it can be allowed', async () => {
  ask({ input: { command: Array.from({ length: 60 }, (_, n) => `echo ${n}`).join('\n') } });
  await watch(80, 24);
  await shows('p shows all');
  await rested();
  type('1');
  await shows('Not all of it is on the screen');
  type('p');
  await shows('echo 12');
  type('G');
  await shows('echo 59');
  await rested();
  type('1');
  await shows('Answered k3f.1 → 1. Yes');
});

test('Enter goes to the session’s pane, and back to the list when one detaches', async () => {
  tmux('inner', '-f', '/dev/null', 'new-session', '-d', '-s', 'in', '-x', '80', '-y', '23', 'echo CLAUDE; exec cat');
  const pane = tmux('inner', 'list-panes', '-a', '-F', '#{pane_id}').trim();
  open.daemon.put(sessionOf('x9a', { label: 'api', state: 'busy', tmux: { socket: join(at.home, 'inner'), pane } }));
  await watch(80, 24);
  type('jj\n');
  await shows('CLAUDE');
  type('typed there');
  await until('the pane got it', () => tmux('inner', 'capture-pane', '-p', '-t', pane).includes('typed there'));
  tmux('inner', 'detach-client', '-a');
  tmux('inner', 'detach-client', '-s', 'in');
  await shows('2 need you');
  type('k');
  await until('keys work again', () => /^› ◆ m2q/m.test(screen()), { seen: screen });
});

test('Enter on a session without a pane says where it runs', async () => {
  await watch(80, 24);
  type('\n');
  await shows('runs in the terminal /dev/pts/3');
});

test('somebody looks while the list is on the screen, and not while it is stopped or over', async () => {
  const looking = (count: number) => until(`${count} look`, () => open.daemon.looking() === count, { seen: screen });
  await watch(80, 24);
  await looking(1);
  tmux('terminal', 'send-keys', '-t', 't', 'C-z');
  await looking(0);
  type('fg\n');
  await looking(1);
  await shows('2 need you');
  type('q');
  await looking(0);
});

test('nobody looks once Enter has turned to another window of the same tmux, until a key comes', async () => {
  const looking = (count: number) => until(`${count} look`, () => open.daemon.looking() === count, { seen: screen });
  tmux('inner', '-f', '/dev/null', 'new-session', '-d', '-s', 'in', '-x', '80', '-y', '23', 'echo CLAUDE; exec cat');
  tmux('inner', 'new-session', '-d', '-s', 'list', '-x', '80', '-y', '23', 'sh');
  const pane = tmux('inner', 'list-panes', '-t', 'in:', '-F', '#{pane_id}').trim();
  open.daemon.put(sessionOf('x9a', { label: 'api', state: 'busy', tmux: { socket: join(at.home, 'inner'), pane } }));
  tmux('terminal', '-f', '/dev/null', 'new-session', '-d', '-s', 't', '-x', '80', '-y', '24', 'sh');
  type(`TMUX= tmux -S ${join(at.home, 'inner')} attach -t list\n`);
  await shows('[list]');
  type(`${process.execPath} ${CLI} watch\n`);
  await shows('2 need you');
  await looking(1);
  type('jj\n');
  await shows('CLAUDE');
  await looking(0);
  await until('it follows all the same', () => open.daemon.listeners() === 1);
  tmux('inner', 'switch-client', '-t', 'list');
  await shows('2 need you');
  expect(open.daemon.looking()).toBe(0);
  type('k');
  await looking(1);
});
