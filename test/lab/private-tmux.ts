// A tmux server of a test's own, with a configuration of the test's own, and panes whose input is kept byte for byte. It
// inherits nothing, and must never touch the person's server.

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { until } from './until.ts';

const run = promisify(execFile);

/** A pane that shows some lines and keeps what is typed into it. */
export interface ListeningPane {
  readonly pane: string;
  readonly pid: number;
  /** All that was typed so far. */
  typed(): string;
}

/** One private server. */
export interface PrivateTmux {
  readonly socket: string;
  /** Pid of the server. */
  readonly pid: number;
  /** Runs one command of tmux and tells what it printed. */
  tmux(...words: string[]): Promise<string>;
  /** Opens a session of its own, or with `words` anything else that opens a pane. */
  listen(screen: string, words?: readonly string[]): Promise<ListeningPane>;
  close(): Promise<void>;
}

let panes = 0;

/**
 * Starts a server with one session, `keeper`, whose pane is `cat`.
 * @param directory where its files lie, and where `socket` is unless it is a whole path.
 * @param configuration text of its `tmux.conf`.
 */
export async function startPrivateTmux(
  directory: string,
  { configuration = '', socket = join(directory, 'tmux.sock') } = {},
): Promise<PrivateTmux> {
  mkdirSync(dirname(socket), { recursive: true });
  const file = join(directory, 'tmux.conf');
  writeFileSync(file, configuration);
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', TERM: 'xterm-256color', LANG: 'C.UTF-8', HOME: directory };
  const at = ['-S', socket, '-f', file];
  const tmux = async (...words: string[]) => (await run('tmux', [...at, ...words], { env, cwd: directory })).stdout;
  await tmux('new-session', '-d', '-s', 'keeper', '-x', '100', '-y', '30', 'exec cat');
  return {
    socket,
    pid: Number(await tmux('display-message', '-p', '#{pid}')),
    tmux,
    async listen(screen, words = ['new-session', '-d', '-x', '100', '-y', '30']) {
      panes += 1;
      const [shown, kept] = [join(directory, `shown-${panes}`), join(directory, `kept-${panes}`)];
      writeFileSync(shown, screen);
      const program = `cat '${shown}'; stty raw -echo; : > '${kept}'; exec cat > '${kept}'`;
      const told = await tmux(...words, '-P', '-F', '#{pane_id} #{pane_pid}', `exec /bin/sh -c ${quote(program)}`);
      const [pane = '', pid = ''] = told.trim().split(' ');
      await until('the pane listens', () => existsSync(kept));
      return { pane, pid: Number(pid), typed: () => readFileSync(kept, 'utf8') };
    },
    async close() {
      await tmux('kill-server').catch(() => '');
    },
  };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
