// The tmux command that brings a person to exactly one pane, and when it may be used. Pure. It addresses panes by id
// only, and changes nothing of the server but what its person looks at.

import type { TmuxPane } from '../../core/session.ts';

/** A program with its words. */
export type Words = readonly [program: string, ...words: string[]];

/** Attaches this terminal. @param tmux the program that speaks the server's protocol. */
export function attachWords(tmux: string, { socket, pane }: TmuxPane): Words {
  return [
    tmux,
    '-S',
    socket,
    'select-window',
    '-t',
    pane,
    ';',
    'select-pane',
    '-t',
    pane,
    ';',
    'attach-session',
    '-t',
    pane,
  ];
}

/** Brings the tmux client that we run in to the pane. */
export function switchWords(tmux: string, { socket, pane }: TmuxPane): Words {
  return [tmux, '-S', socket, 'switch-client', '-t', pane];
}

/** Whether it can be addressed at all: what names a pane comes from the session's own environment. */
export function isAddress({ socket, pane }: TmuxPane): boolean {
  return /^%\d{1,9}$/.test(pane) && socket.startsWith('/');
}

/** The socket of the tmux server we run in, out of `TMUX`; its path may hold commas. */
export function socketAround(tmux: string | undefined): string | null {
  return /^(.+),\d+,\d+$/.exec(tmux ?? '')?.[1] ?? null;
}

/** The command as a shell takes it. */
export function shellText(words: readonly string[]): string {
  return words.map((word) => (/^[\w%@+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}
