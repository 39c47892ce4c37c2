// What a stand-in remembers between steps, and what a step may do to the world. Plain data; `play` computes it and
// `session` carries it out.

import type { ProcessIdentity, RegistryEntry } from './registry-entry.ts';

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
  /** Ends the hooks of the dialog that the person left. */
  | { readonly kind: 'drop-requests' }
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
