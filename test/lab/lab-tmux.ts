// A private tmux server: its own socket, no configuration, nothing inherited. It must never touch the person's server.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { kill, processState } from './lab-processes.ts';
import { until } from './until.ts';

const run = promisify(execFile);

/** One private tmux server. */
export interface LabTmux {
  readonly socket: string;
  /** Opens a window of its own for `command` (run by `sh`), 120×40, and tells its `%id` and the pid of its process. */
  open(name: string, cwd: string, command: string): Promise<{ pane: string; pid: number }>;
  /** Types text, literally. */
  type(pane: string, text: string): Promise<void>;
  /** Presses keys by tmux's names (`Enter`, `Escape`, `C-c`, `1`). */
  press(pane: string, ...keys: string[]): Promise<void>;
  /** What the pane shows now; empty when it is gone. */
  screen(pane: string): Promise<string>;
  /** Any command of tmux on this server. */
  command(...words: string[]): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts a server whose socket lies in `directory`.
 * @param configuration the file it reads; none unless it is said.
 */
export async function startTmux(directory: string, configuration = '/dev/null'): Promise<LabTmux> {
  const tmux = tmuxAt(directory, configuration);
  // Something must live in it for as long as the lab does, or the server ends with its last Claude.
  await tmux.command('new-session', '-d', '-s', 'keeper', '-x', '120', '-y', '40', 'exec cat');
  return tmux;
}

/** The same without starting it: it comes with its first session, whose pane is `%0`, and goes with its last. */
export function tmuxAt(directory: string, configuration = '/dev/null'): LabTmux {
  const socket = join(directory, 'tmux.sock');
  const environment = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    HOME: directory,
  };
  const tmux = async (...arguments_: string[]) => {
    const { stdout } = await run('tmux', ['-S', socket, '-f', configuration, ...arguments_], { env: environment });
    return stdout;
  };
  return {
    socket,
    async open(name, cwd, command) {
      const told = await tmux(
        ...['new-session', '-d', '-P', '-F', '#{pane_id} #{pane_pid}', '-s', name],
        ...['-x', '120', '-y', '40', '-c', cwd, command],
      );
      const [pane = '', pid = ''] = told.trim().split(' ');
      return { pane, pid: Number(pid) };
    },
    async type(pane, text) {
      await tmux('send-keys', '-t', pane, '-l', '--', text);
    },
    async press(pane, ...keys) {
      await tmux('send-keys', '-t', pane, ...keys);
    },
    async screen(pane) {
      return tmux('capture-pane', '-p', '-t', pane).catch(() => '');
    },
    command: tmux,
    async close() {
      const server = Number(await tmux('display-message', '-p', '#{pid}').catch(() => '0'));
      await tmux('kill-server').catch(() => '');
      // One of 3.3a hangs for good where a client of it reads no more: that of a daemon that was killed.
      const isGone = () => server === 0 || [null, 'Z'].includes(processState(server));
      await until('the tmux server is gone', isGone, { within: 1_000 }).catch(() => kill(server, 'SIGKILL'));
    },
  };
}
