// What a stand-in remembers between steps, and what a step may do to the world. Plain data; `play` computes it and
// `session` carries it out.

import type { ProcessIdentity, RegistryEntry } from './registry-entry.ts';
import type { Face, Outcome } from './screen/face.ts';

/** One transcript line before it is written. */
export type Line = Readonly<Record<string, unknown>>;

/** A tool call that has no result yet. */
export interface OpenTool {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly messageId: string;
  readonly lineId: string;
  /** It stands at a dialog, or has been allowed there. */
  readonly asked: boolean;
  /** What the person wrote with the Yes; Claude gets it with the result. */
  readonly note: string | null;
}

/** A dialog, on the screen or still behind its hooks. */
export interface Ask {
  /** Its name in the script and in the effects log. */
  readonly dialog: string;
  /** The last three are Claude's questions about itself. */
  readonly kind: 'tool' | 'form' | 'trust' | 'command' | 'exit';
  /** Id of the sub-agent that asks; `null`: the main conversation. */
  readonly agent: string | null;
  /** What is asked, one line, for the log. */
  readonly subject: string;
  /** The registry's word; `null`: it does not tell of this dialog. */
  readonly waitingFor: string | null;
  /** As it first stands on the screen. */
  readonly face: Face;
  /** Its hooks must have ended before it is shown. */
  readonly blocked: boolean;
  /** What it tells of after a while without a key. */
  readonly notification: Line | null;
  /** The form's server, or the tool, and what it was asked with. */
  readonly tool: string;
  readonly input: Line;
}

/** An answer to a dialog. */
export interface Settled {
  readonly dialog: string;
  readonly outcome: Outcome;
  /** A hook decided; else a person did, in the terminal. */
  readonly byHook: boolean;
  /** The tool's complete input, where a hook changed it. */
  readonly input: Line | null;
  /** What to remember: entries of the kind of `permission_suggestions`. */
  readonly permissions: readonly Line[];
}

/** A shell or a sub-agent in the background. */
export interface BackgroundTask {
  readonly id: string;
  readonly toolId: string;
  /** The turn that began it. */
  readonly promptId: string | null;
  readonly description: string;
  /** What a shell runs; empty for a sub-agent. */
  readonly command: string;
  /** What a sub-agent has called. */
  readonly tool: OpenTool | null;
  /** `uuid` of the newest line in a sub-agent's file. */
  readonly parent: string | null;
}

/** The turn that is going on. */
export interface Turn {
  readonly promptId: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** A stand-in between two steps. */
export interface Playing {
  readonly process: ProcessIdentity;
  /** `null` while it stands at the trust dialog. */
  readonly entry: RegistryEntry | null;
  readonly cwd: string;
  /** The folder of its transcripts, absolute. */
  readonly project: string;
  readonly conversation: string;
  readonly branch: string;
  readonly model: string;
  readonly version: string;
  readonly entrypoint: string;
  /** `uuid` of the newest line in the tree. */
  readonly parent: string | null;
  /** The conversation's file has its first lines: mode, environment and the like. */
  readonly opened: boolean;
  readonly environmentTold: boolean;
  /** It goes on with a conversation that was there before it. */
  readonly resumed: boolean;
  readonly turn: Turn | null;
  /** The newest thing the person or a task has sent, also a command; hooks name it. */
  readonly promptId: string | null;
  readonly turnIndex: number;
  readonly tool: OpenTool | null;
  readonly toolsUsed: readonly string[];
  readonly queue: readonly string[];
  readonly shells: readonly BackgroundTask[];
  readonly agents: readonly BackgroundTask[];
  readonly dialog: string | null;
  /** Open dialogs and those behind their hooks, oldest first. */
  readonly asks: readonly (Ask & { readonly shown: boolean })[];
  /** Claude's permission mode. */
  readonly mode: string;
  /** Sub-agents run in the foreground. */
  readonly foregroundAgents: boolean;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** Something a step does, `after` milliseconds from the step's beginning, in order. */
export type Effect = { readonly after: number } & (
  | { readonly kind: 'registry'; readonly entry: RegistryEntry }
  | { readonly kind: 'registry-gone' }
  | { readonly kind: 'key' }
  | { readonly kind: 'key-gone' }
  /** Lines appended in one write; `file` is relative to the project's folder. */
  | { readonly kind: 'lines'; readonly file: string; readonly lines: readonly Line[] }
  | { readonly kind: 'file'; readonly file: string; readonly content: unknown }
  /** Fires a hook; what comes later waits for the hooks that Claude waits for. */
  | HookCall
  /** The same long after the step, unless the level or the conversation moves, or a key is pressed, before. */
  | (Omit<HookCall, 'kind'> & { readonly kind: 'late-hook' })
  /** Runs hooks that may decide, and shows the dialog, before or after them. */
  | { readonly kind: 'ask'; readonly ask: Ask; readonly event: string; readonly payload: Line }
  /** Shows a dialog that has no hooks, or none that run any more. */
  | { readonly kind: 'show'; readonly ask: Ask }
  /** Takes a dialog off the screen. `refused`: its hooks are ended. */
  | { readonly kind: 'close'; readonly dialog: string; readonly refused: boolean }
  /** Remembers permissions in the project's own settings. */
  | { readonly kind: 'remember'; readonly rules: readonly string[] }
  /** The process ends. */
  | { readonly kind: 'end' }
  | { readonly kind: 'keys' }
);

/** One event for the hooks that are set for it. */
export interface HookCall {
  readonly kind: 'hook';
  readonly event: string;
  readonly payload: Line;
}

/** What a step came to. */
export interface Played {
  readonly playing: Playing;
  readonly effects: readonly Effect[];
}

/** Time and randomness, as arguments. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly at: number;
  /** A new UUID. */
  readonly uuid: () => string;
  /** `length` new hex digits. */
  readonly hex: (length: number) => string;
  /** The commands that the settings have for an event now. */
  readonly hookCommands: (event: string) => readonly string[];
}

/**
 * Claude keeps transcript lines back for about this long, in milliseconds, and writes them together: the registry
 * tells of an end first.
 */
export const FLUSH_MS = 100;

/** Whether a dialog is still to be answered, also while it waits to be drawn. */
export function asksStill(playing: Playing | null, dialog: string): playing is Playing {
  return playing?.asks.some((each) => each.dialog === dialog) ?? false;
}

/** Effects in the order of their times. */
export function inOrder(effects: readonly Effect[]): readonly Effect[] {
  return effects.toSorted((a, b) => a.after - b.after);
}
