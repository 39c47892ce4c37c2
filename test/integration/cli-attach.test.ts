// `attach` against real tmux servers on sockets of their own: it comes to exactly the pane, whatever stands around it.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Session } from '../../src/core/session.ts';
import { sessionOf } from '../../src/server/testing/memory-daemon.ts';
import { type OpenServer, openServer } from '../../src/server/testing/open-server.ts';
import { CLI, type CommandLine, commandLine } from '../lab/command-line.ts';
import { until } from '../lab/until.ts';

let at: CommandLine;
let open: OpenServer;

beforeEach(async () => {
  at = commandLine();
  mkdirSync(at.state, { mode: 0o700 });
  open = await openServer({ socketPath: join(at.state, 'sock') });
  for (const server of ['outer', 'inner']) {
    writeFileSync(
      join(at.home, `${server}.conf`),
      'set -g base-index 1\nset -g pane-base-index 1\nset -g status off\n',
    );
    tmux(
      server,
      '-f',
      join(at.home, `${server}.conf`),
      'new-session',
      '-d',
      '-s',
      'odd name',
      '-x',
      '60',
      '-y',
      '12',
      'sh',
    );
  }
});
afterEach(async () => {
  tmux('inner', 'kill-server');
  tmux('outer', 'kill-server');
  await open.close();
  await at.dispose();
});

function tmux(server: string, ...words: string[]): string {
  const env = { ...at.environment, TERM: 'xterm-256color', PS1: '$ ' };
  return execFileSync('tmux', ['-S', join(at.home, server), ...words], { env, encoding: 'utf8' }).trim();
}

/** A pane among others, none of them the current one afterwards, that shows `word`. */
function paneShowing(server: string, word: string): string {
  const command = `echo ${word}; exec cat`;
  tmux(server, 'new-window', '-d', '-t', 'odd name:', 'sh');
  const pane = tmux(server, 'split-window', '-d', '-t', 'odd name:2', '-P', '-F', '#{pane_id}', command);
  tmux(server, 'new-session', '-d', '-s', 'another', '-x', '60', '-y', '12', 'sh');
  return pane;
}

const put = (more: Partial<Session>) => open.daemon.put(sessionOf('k3f', { label: 'shop', ...more }));
const type = (text: string) => {
  tmux('outer', 'send-keys', '-t', 'odd name:1', '-l', text);
  tmux('outer', 'send-keys', '-t', 'odd name:1', 'Enter');
};
const outerShows = (text: string) =>
  until(
    `the outer terminal shows ${text}`,
    () => tmux('outer', 'capture-pane', '-p', '-t', 'odd name:1').includes(text),
    {
      seen: () => tmux('outer', 'capture-pane', '-p', '-t', 'odd name:1'),
    },
  );
const active = (server: string) => tmux(server, 'list-clients', '-F', '#{session_name} #{pane_id}');

test('not on a terminal it prints the command, which names socket and pane', async () => {
  const socket = join(at.home, 'inner');
  const pane = paneShowing('inner', 'HERE');
  put({ tmux: { socket, pane } });
  expect(await at.run(['attach', 'shop'])).toEqual({
    code: 0,
    out: expect.stringMatching(
      new RegExp(
        `^\\S*tmux -N -u -S ${socket} attach-session -t ${pane} ';' select-window -t ${pane} ';' select-pane -t ${pane}\\n$`,
      ),
    ),
    err: '',
  });
});

test('M07, M04: on a terminal it attaches at exactly the pane, and ends when one detaches', async () => {
  const pane = paneShowing('inner', 'HERE');
  put({ tmux: { socket: join(at.home, 'inner'), pane } });
  type(`TMUX= ${process.execPath} ${CLI} attach shop; echo ended $?`);
  await outerShows('HERE');
  expect(active('inner')).toBe(`odd name ${pane}`);
  tmux('inner', 'detach-client', '-s', 'odd name');
  await outerShows('ended 0');
});

test('inside a client of another server it attaches there all the same', async () => {
  const pane = paneShowing('inner', 'HERE');
  put({ tmux: { socket: join(at.home, 'inner'), pane } });
  type(`${process.execPath} ${CLI} attach shop`);
  await outerShows('HERE');
  expect(active('inner')).toBe(`odd name ${pane}`);
});

test('inside a client of that server it turns this client to the pane', async () => {
  const pane = paneShowing('inner', 'HERE');
  put({ tmux: { socket: join(at.home, 'inner'), pane } });
  type(`TMUX= tmux -S ${join(at.home, 'inner')} attach -t another`);
  await until('it is attached', () => active('inner').startsWith('another'));
  tmux('inner', 'send-keys', '-t', 'another:', '-l', `${process.execPath} ${CLI} attach shop`);
  tmux('inner', 'send-keys', '-t', 'another:', 'Enter');
  await until('it was turned', () => active('inner') === `odd name ${pane}`, { seen: () => active('inner') });
  await outerShows('HERE');
});

test('M08: a pane that is gone is said, and no other is shown', async () => {
  put({ tmux: { socket: join(at.home, 'inner'), pane: '%99' } });
  type(`TMUX= ${process.execPath} ${CLI} attach shop; echo ended $?`);
  await outerShows("can't find pane: %99");
  await outerShows('ended 1');
});

test('one in the background is shown by Claude’s own attach, in its Claude directory', async () => {
  put({ kind: 'background', tmux: null, pid: 4711, claudeDirectory: join(at.home, '.claude') });
  expect(await at.run(['attach', 'shop'])).toMatchObject({ code: 7, err: expect.stringContaining('claude attach') });
  const entry = { pid: 4711, cwd: '/', kind: 'bg', jobId: 'd685783c' };
  writeFileSync(join(at.home, '.claude', 'sessions', '4711.json'), JSON.stringify(entry));
  expect((await at.run(['attach', 'shop'])).out).toBe('claude attach d685783c\n');
  const elsewhere = await at.run(['attach', 'shop'], { CLAUDE_CONFIG_DIR: '/other' });
  expect(elsewhere.out).toBe(`env CLAUDE_CONFIG_DIR=${join(at.home, '.claude')} claude attach d685783c\n`);
  writeFileSync(join(at.home, '.claude', 'sessions', '4711.json'), JSON.stringify({ ...entry, jobId: '--dangerous' }));
  expect(await at.run(['attach', 'shop'])).toMatchObject({ code: 7, out: '' });
});

test.each<[Partial<Session>, string]>([
  [{ tmux: null, tty: '/dev/pts/3' }, '/dev/pts/3'],
  [{ tmux: null, kind: 'editor' }, 'editor'],
  [{ tmux: null, kind: 'script', tty: null }, 'script'],
  [{ tmux: { socket: '/tmp/x', pane: '%1;kill-server' }, tty: '/dev/pts/3' }, '/dev/pts/3'],
  [{ state: 'ended' }, 'has ended'],
])('what has no pane is told where it runs: %j', async (more, where) => {
  put(more);
  const ran = await at.run(['attach', 'shop']);
  expect(ran).toMatchObject({ code: 7, out: '' });
  expect(ran.err).toContain(where);
});
