// What a stand-in remembers between steps, and what a step may do to the world. Plain data; `play` computes it and
// `session` carries it out.

import type { ProcessIdentity, RegistryEntry } from './registry-entry.ts';

/** One transcript line before it is written. */
export type Line = Readonly<Record<string, unknown>>;

/** A tool call that has no result yet. */
export interface OpenTool {
  readonly id: string;
  readonly name: string;
  readonly messageId: string;
  readonly lineId: string;
  /** It stands at a dialog, or has been allowed there. */
  readonly asked: boolean;
}

/** A shell or a sub-agent in the background. */
export interface BackgroundTask {
  readonly id: string;
  readonly toolId: string;
  readonly description: string;
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
  readonly turn: Turn | null;
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
);

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
}

/**
 * Claude keeps transcript lines back for about this long, in milliseconds, and writes them together: the registry
 * tells of an end first.
 */
export const FLUSH_MS = 100;
