// The vocabulary of a stand-in's script: one JSON object a line. Types only; it knows nothing of files or processes.

import type { Settled } from './playing.ts';
import type { Outcome } from './screen/face.ts';

/** A pane to live in. */
export interface PaneWish {
  /** Socket of a tmux server that runs. */
  readonly socket: string;
  /** Name of the tmux session that is made for it. */
  readonly name?: string;
  /** Default: 120 × 40. */
  readonly columns?: number;
  readonly rows?: number;
}

/** Numbers and texts that a `start` step may choose; the rest has believable defaults. */
export interface StartStep {
  readonly do: 'start';
  /** Physical working directory; it must exist. */
  readonly cwd: string;
  /** Name shown by Claude; default: the directory's name and two hex digits. */
  readonly name?: string;
  readonly branch?: string;
  readonly conversation?: string;
  readonly model?: string;
  readonly version?: string;
  readonly entrypoint?: string;
  readonly kind?: 'interactive' | 'bg';
  /** Claude's permission mode; default: `default`. */
  readonly mode?: string;
  readonly tmux?: string;
  /** It goes on with `conversation`, as `claude --resume` does. */
  readonly resumed?: boolean;
  /** More of its environment, as `TMUX` and `TMUX_PANE`; its hooks inherit it. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A settings file besides its directory's own, as `claude --settings` takes it. */
  readonly settings?: string;
  /** False: it stands at the trust dialog until a `trust` step; only its key file exists. */
  readonly trusted?: boolean;
  /** It lives in a pane of its own, draws its dialogs there and obeys the keys; without one only the script answers. */
  readonly pane?: PaneWish;
  /** A file that gets a line for each thing that happens to its dialogs; see `LoggedEffect`. */
  readonly effects?: string;
}

/** What a dialog may be asked with. */
export interface AskStep {
  /** Its name in the effects log; default: `d1`, `d2`, … */
  readonly dialog?: string;
  /** The sub-agent that asks, by its place among those that work, from 0. Default: the main conversation. */
  readonly agent?: number;
  /** The registry's word; default: what the tool's dialog has. */
  readonly waitingFor?: string;
  /** What the second option remembers, behind `Yes, and `; `null`: there is none. */
  readonly always?: string | null;
  readonly suggestions?: readonly Readonly<Record<string, unknown>>[];
  /** What an MCP server says of its tool. */
  readonly about?: string;
  /** Claude's own fallback: no hook, No first, no digits. */
  readonly unchecked?: boolean;
}

/** Trouble that lasts until another such step. Times are milliseconds. */
export interface TroubleStep {
  readonly do: 'trouble';
  /** Keys that come this long after a dialog appeared are lost; Claude's own is 150. */
  readonly dropKeys?: number;
  /** Until this long from now every key is lost. */
  readonly ignoreKeys?: number;
  /** Between the upper half of a drawing and the rest. */
  readonly redraw?: number;
  readonly registryLag?: number;
  /** Between the moment for a hook that may decide and its start. */
  readonly hookLag?: number;
}

/** One thing a stand-in does. Its words follow the events a person would name. */
export type Step =
  | StartStep
  | { readonly do: 'trust' }
  /** The person types a prompt: busy. */
  | { readonly do: 'prompt'; readonly text: string }
  /** Claude writes text and goes on. */
  | { readonly do: 'say'; readonly text: string }
  /** Claude calls a tool. */
  | { readonly do: 'tool'; readonly name: string; readonly input: Readonly<Record<string, unknown>> }
  /** A dialog for the open tool: `permission prompt` unless `waitingFor` says otherwise. */
  | ({ readonly do: 'ask-permission' } & AskStep)
  /** Keys that answer no dialog: they only show that somebody is there. */
  | { readonly do: 'press' }
  /** The person answers it. `yes: false` alone ends the turn; with `text` Claude is told and goes on. */
  | { readonly do: 'answer'; readonly yes: boolean; readonly text?: string }
  /**
   * The person at the terminal lets the main conversation's tool run; it ends, and another asks at once: all that
   * anybody sees is one dialog in the place of another.
   */
  | ({
      readonly do: 'swap';
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
    } & AskStep)
  /** An MCP server asks for a form. */
  | {
      readonly do: 'elicit';
      readonly server: string;
      readonly message: string;
      readonly schema: Readonly<Record<string, unknown>>;
      readonly dialog?: string;
    }
  /** A sub-agent calls a tool, and that tool ends. `agent` as in `AskStep`, default 0. */
  | {
      readonly do: 'agent-tool';
      readonly agent?: number;
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
    }
  | { readonly do: 'agent-tool-done'; readonly agent?: number; readonly output?: string }
  /** Ctrl-C twice while something runs in the background. */
  | { readonly do: 'leave'; readonly dialog?: string }
  /** A dialog is answered with exactly this. */
  | ({ readonly do: 'settle' } & Pick<Settled, 'dialog' | 'outcome'>)
  /** Waits until no dialog is open; the reply tells what the last one came to. Steps behind it go on meanwhile. */
  | { readonly do: 'until-answered' }
  /** Waits until a prompt is typed in its terminal; the reply tells it. */
  | { readonly do: 'until-prompted' }
  /** Plays these the moment the next key comes, before the key is taken. */
  | { readonly do: 'on-key'; readonly steps: readonly Step[] }
  | TroubleStep
  /** The open tool ends. */
  | {
      readonly do: 'tool-done';
      readonly output?: string;
      readonly failed?: boolean;
      /** What its hooks are told; default: as of a command. */
      readonly response?: Readonly<Record<string, unknown>>;
    }
  /** Claude's last message: the turn ends. */
  | { readonly do: 'finish'; readonly text: string }
  /** Esc, whenever. */
  | { readonly do: 'interrupt' }
  /** The API refused for good: the turn ends. */
  | { readonly do: 'api-error'; readonly status: number; readonly error?: string; readonly text?: string }
  /** A shell in the background. */
  | { readonly do: 'shell'; readonly command: string; readonly description?: string }
  | { readonly do: 'shell-done' }
  /** A sub-agent in the background. */
  | { readonly do: 'agent'; readonly description: string; readonly prompt: string }
  | { readonly do: 'agent-done'; readonly text?: string }
  /** A prompt typed while Claude is busy: the next tool result absorbs it, else it has the next turn. */
  | { readonly do: 'queue'; readonly text: string }
  | { readonly do: 'clear' }
  /** The person's `/compact`; during a turn, Claude's own. */
  | { readonly do: 'compact' }
  /** The person's own dialog (`/model` and the like). */
  | { readonly do: 'dialog'; readonly command: string }
  | { readonly do: 'close-dialog' }
  | { readonly do: 'rename'; readonly name: string }
  /** Writes the registry alone, for load and for races. */
  | { readonly do: 'level'; readonly status: string; readonly waitingFor?: string }
  /**
   * Ends as Claude does: the registry file goes. `reason`: `prompt_input_exit`, or `other` for a signal.
   * `crash`: kill -9, the file stays.
   */
  | { readonly do: 'exit'; readonly reason?: string }
  | { readonly do: 'crash' }
  | { readonly do: 'suspend' }
  | { readonly do: 'continue' }
  | { readonly do: 'wait'; readonly ms: number };

/** A step for one of the sessions that a process plays; both come back in the reply. */
export type ScriptLine = Step & { readonly session?: string; readonly id?: number };

/** What the process answers, one line for each step done. */
export type Reply =
  | {
      readonly session: string;
      readonly id: number | null;
      readonly done: Step['do'];
      /** What a step that waits has waited for. */
      readonly result?: Outcome | string | null;
      /** Pid and conversation after the step; `null` before `start`. */
      readonly pid: number | null;
      readonly conversation: string | null;
    }
  | { readonly session: string; readonly id: number | null; readonly failed: string };
