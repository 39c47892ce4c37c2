// A tmux pane as we look at it and type into it. Plain data. A pane's identity is more than its `%id`: ids begin anew
// with every tmux server.

import type { TmuxPane } from './session.ts';

/** A pane, so that no other can be taken for it. */
export interface PaneAddress extends TmuxPane {
  /** Pid of the tmux server, from `TMUX`; `null` where it was not told. */
  readonly server: number | null;
}

/** What a pane shows now. */
export interface PaneScreen {
  /** One string a row, with its colours (SGR) and without trailing blanks; rows are not joined. */
  readonly lines: readonly string[];
  readonly columns: number;
  readonly rows: number;
  /** Cursor, from 0. */
  readonly cursor: { readonly row: number; readonly column: number };
  /** Copy mode or another of tmux's own: keys would go there. */
  readonly inMode: boolean;
  /** Pid of the pane's first process. */
  readonly process: number;
  /** Its foreground command's name. */
  readonly command: string;
  /** Its terminal, `/dev/pts/3`, where tmux tells it. */
  readonly tty?: string;
}

/** `gone`: that pane is no more, or another has its id; `unreachable`: tmux could not be asked. */
export interface PaneTrouble {
  readonly trouble: 'gone' | 'unreachable';
  readonly reason: string;
  /** Keys were certainly not pressed; without it, they may have been. */
  readonly untouched?: true;
  /** The pane itself is no more, or its server. */
  readonly closed?: true;
}

/** Keys that may be pressed by name; everything else is text. */
export type KeyName = 'Enter' | 'Escape' | 'Tab' | 'BTab' | 'Up' | 'Down' | 'Left' | 'Right' | 'Space' | 'BSpace';

/**
 * What is pressed: a named key, or text typed byte for byte (a line end in it is LF, which starts a new line). Of a text
 * at most 512 bytes: what follows needs a look of its own.
 */
export type Keys = { readonly key: KeyName } | { readonly text: string };

/** Keys that go only where all of these lines stand. */
export interface GuardedKeys {
  /** Whole or part of screen lines, as plain text; each must be found on one line of the pane. At least one, or a row. */
  readonly expect: readonly string[];
  /** Whole screen lines but for the blanks around them: much surer, for what is asked is often named elsewhere too. */
  readonly rows?: readonly string[];
  /** Lines that must not be there. */
  readonly unless: readonly string[];
  /** Pid of the pane's first process, as seen when the screen was read. */
  readonly process: number;
  readonly keys: Keys;
}

/** `changed`: the pane showed something else, or was in a mode: nothing was sent. */
export type KeysOutcome = 'sent' | 'changed' | PaneTrouble;
