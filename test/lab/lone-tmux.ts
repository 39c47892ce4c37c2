// A tmux server in which a stand-in has the first pane, `%0`, and that can be killed: at once another takes its socket,
// and its `%0` shows the very same screen but belongs to a stranger, who keeps what is typed. It must never touch another
// server.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kill, processState } from './lab-processes.ts';
import { type LabTmux, tmuxAt } from './lab-tmux.ts';
import { until } from './until.ts';

/** The server, and the one that comes after it. */
export interface LoneTmux {
  readonly tmux: LabTmux;
  /**
   * Looks at the pane. What it returns kills the server at once and starts the next; it rejects where that one's first
   * pane has not the same number.
   */
  toRestart(pane: string, signal: NodeJS.Signals): Promise<() => Promise<void>>;
  /** What was typed into the next one's pane; empty before. */
  typed(): string;
  close(): Promise<void>;
}

/** @param directory where its files lie; made when it is not there. */
export function loneTmux(directory: string): LoneTmux {
  mkdirSync(directory, { recursive: true });
  const tmux = tmuxAt(directory);
  const [shown, kept] = [join(directory, 'shown'), join(directory, 'kept')];
  writeFileSync(kept, '');
  const pid = async () => Number(await tmux.command('display-message', '-p', '#{pid}').catch(() => '0'));
  const end = async (server: number, signal: NodeJS.Signals) => {
    kill(server, signal);
    await until('the tmux server is gone', () => [null, 'Z'].includes(processState(server)));
  };
  return {
    tmux,
    async toRestart(pane, signal) {
      const size = await tmux.command('display-message', '-p', '-t', pane, '#{pane_width} #{pane_height}');
      const [columns = '', rows = ''] = size.trim().split(' ');
      const server = await pid();
      writeFileSync(shown, (await tmux.screen(pane)).replace(/\n$/, ''));
      return async () => {
        await end(server, signal);
        // It listens before it shows anything: no key may be lost.
        const stranger = `stty -icanon -echo -isig -icrnl min 1; cat '${shown}'; exec cat > '${kept}'`;
        const told = await tmux.command(
          ...['new-session', '-d', '-P', '-F', '#{pane_id}', '-x', columns, '-y', rows],
          `exec /bin/sh -c "${stranger}"`,
        );
        if (told.trim() !== pane) throw new Error(`the new server's first pane is ${told.trim()}, not ${pane}`);
      };
    },
    typed: () => readFileSync(kept, 'utf8'),
    async close() {
      const server = await pid();
      // By its pid: one of 3.3a that is asked to end may hang with a client that reads no more.
      if (server > 0) await end(server, 'SIGKILL');
    },
  };
}
