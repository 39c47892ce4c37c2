// The vocabulary of a stand-in's script: one JSON object a line. Types only; it knows nothing of files or processes.

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
  readonly tmux?: string;
  /** It goes on with `conversation`, as `claude --resume` does. */
  readonly resumed?: boolean;
  /** More of its environment, as `TMUX` and `TMUX_PANE`; its hooks inherit it. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A settings file besides its directory's own, as `claude --settings` takes it. */
  readonly settings?: string;
  /** False: it stands at the trust dialog until a `trust` step; only its key file exists. */
  readonly trusted?: boolean;
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
  | { readonly do: 'ask-permission'; readonly waitingFor?: string }
  /** Keys that answer no dialog: they only show that somebody is there. */
  | { readonly do: 'press' }
  /** The person answers it. `yes: false` alone ends the turn; with `text` Claude is told and goes on. */
  | { readonly do: 'answer'; readonly yes: boolean; readonly text?: string }
  /** The open tool ends. */
  | { readonly do: 'tool-done'; readonly output?: string; readonly failed?: boolean }
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
      /** Pid and conversation after the step; `null` before `start`. */
      readonly pid: number | null;
      readonly conversation: string | null;
    }
  | { readonly session: string; readonly id: number | null; readonly failed: string };
