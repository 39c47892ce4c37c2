// A body that lives in a tmux pane, as a Claude that a person started there: its own process with the pane's terminal,
// while we, elsewhere, read the keys and draw the screen. So one process of ours serves many panes. The body sleeps; it
// only puts the terminal into raw mode and tells when its size changes. It ends when we do.

import { execFile, execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { ReadStream, WriteStream } from 'node:tty';
import { promisify } from 'node:util';
import { type Body, environmentOf, type Place } from './body.ts';
import { identify } from './machine.ts';
import type { PaneWish } from './steps.ts';

const run = promisify(execFile);

/** The terminal of a body in a pane. */
export interface Terminal {
  readonly size: () => { readonly columns: number; readonly rows: number };
  readonly write: (text: string) => void;
  /** Told what was typed, chunk by chunk; told `null` when the terminal is gone. */
  readonly listen: (listener: (typed: string | null) => void) => void;
  /** Told when the size changes. */
  readonly resized: (listener: () => void) => void;
}

/** A body with a terminal of its own. */
export interface PaneBody extends Body {
  readonly terminal: Terminal;
  /** As Claude's registry names it: `name:@window.%pane`. */
  readonly tmux: string;
}

/** How long tmux and the body may take to get ready, in milliseconds. */
const PATIENCE = 10_000;

/** Opens a session with one pane on the server at `wish.socket`, which must run. Rejects when it cannot. */
export async function bodyInPane(place: Place, cwd: string, wish: PaneWish): Promise<PaneBody> {
  const directory = mkdtempSync(join(tmpdir(), 'tallymux-body-'));
  const at = (name: string) => join(directory, name);
  symlinkSync('/bin/sh', at('claude'));
  execFileSync('mkfifo', [at('in'), at('out')]);
  writeFileSync(at('body'), bodyScript(at('in'), at('out')));
  // Both ends are ours too, so that opening never waits; the body meets the end of `in` when we close it or die.
  const sink = openSync(at('in'), constants.O_RDWR | constants.O_NONBLOCK);
  const source = new Socket({ fd: openSync(at('out'), constants.O_RDWR | constants.O_NONBLOCK), readable: true });
  let size = { columns: wish.columns ?? 120, rows: wish.rows ?? 40 };
  let onResize = () => {};
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: source }).on('line', (line) => {
      const [rows = 0, columns = 0] = line.split(' ').map(Number);
      if (columns > 0 && rows > 0) size = { columns, rows };
      resolve();
      onResize();
    });
  });
  const sweep = () => {
    source.destroy();
    rmSync(directory, { recursive: true, force: true });
  };
  let told: readonly string[];
  try {
    told = await newPane(place, cwd, wish, directory, size);
    const late = AbortSignal.timeout(PATIENCE);
    await Promise.race([ready, pause(PATIENCE, undefined, { signal: late }).catch(() => Promise.reject(TOO_LATE))]);
  } catch (error) {
    closeSync(sink);
    sweep();
    throw error;
  }
  const [pane = '', pid = '0', path = '', tmux = '', name = ''] = told;
  const { terminal, closed } = terminalAt(path, () => size);
  terminal.resized = (listener) => {
    onResize = listener;
  };
  let open = true;
  const release = () => {
    if (open) closeSync(sink);
    open = false;
    sweep();
  };
  void closed.then(release);
  const signal: Body['signal'] = async (word) => {
    tell(Number(pid), word);
    if (word === 'SIGKILL') await gone(Number(pid));
  };
  return {
    identity: identify(Number(pid)),
    environment: { ...environmentOf(place), TMUX: tmux.replace(/\$(\d+)$/, '$1'), TMUX_PANE: pane },
    terminal,
    tmux: name,
    end: async () => {
      tell(Number(pid), 'SIGCONT');
      release();
      await gone(Number(pid));
    },
    signal,
  };
}

const TOO_LATE = new Error('The body in the pane did not come up.');

/** A program for `sh`: raw mode, the size now and at each change, and sleep until `in` is closed. */
function bodyScript(input: string, output: string): string {
  return [
    `exec 3<'${input}' 4>'${output}'`,
    'stty raw -echo',
    // A signal ends `read` as the end of its input does.
    "trap 'stty size >&4; told=1' WINCH",
    'stty size >&4',
    'while read -r _ <&3 || [ "$told" ]; do told=; done',
    '',
  ].join('\n');
}

async function newPane(
  place: Place,
  cwd: string,
  wish: PaneWish,
  directory: string,
  size: { readonly columns: number; readonly rows: number },
): Promise<readonly string[]> {
  const variables = Object.entries(environmentOf(place)).map(([key, value]) => quote(`${key}=${value}`));
  const own = ['TMUX="$TMUX"', 'TMUX_PANE="$TMUX_PANE"', `PATH=${quote(`${directory}:/usr/local/bin:/usr/bin:/bin`)}`];
  const command = `exec env -i ${[...variables, ...own].join(' ')} claude ${quote(join(directory, 'body'))}`;
  const told = ['#{pane_id}', '#{pane_pid}', '#{pane_tty}', '#{socket_path},#{pid},#{session_id}'];
  const named = '#{session_name}:#{window_id}.#{pane_id}';
  const { stdout } = await run(
    'tmux',
    [
      ...['-S', wish.socket, 'new-session', '-d', '-P', '-F', [...told, named].join('\t')],
      ...(wish.name === undefined ? [] : ['-s', wish.name]),
      ...['-x', String(size.columns), '-y', String(size.rows), '-c', cwd, command],
    ],
    { env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', TERM: 'xterm-256color' } },
  );
  return stdout.trimEnd().split('\t');
}

/** Reads and writes a terminal that is another's. Nothing of ours makes it our own. */
function terminalAt(path: string, size: Terminal['size']) {
  const flags = constants.O_RDWR | constants.O_NOCTTY;
  const input = new ReadStream(openSync(path, flags));
  const output = new WriteStream(openSync(path, flags));
  let listener: (typed: string | null) => void = () => {};
  input.setEncoding('utf8');
  output.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    const end = () => resolve();
    input.on('error', end).on('end', end).on('close', end);
  });
  input.on('data', (typed) => listener(String(typed)));
  void closed.then(() => {
    listener(null);
    input.destroy();
    output.destroy();
  });
  const terminal: { -readonly [K in keyof Terminal]: Terminal[K] } = {
    size,
    write: (text) => {
      if (!output.destroyed) output.write(text);
    },
    listen: (next) => {
      listener = next;
    },
    resized: () => undefined,
  };
  return { terminal, closed };
}

function tell(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** It is tmux's child, not ours: nobody tells us when it is gone. */
async function gone(pid: number): Promise<void> {
  for (let tries = 0; tries < 500 && tell(pid, 0); tries += 1) await pause(10);
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
