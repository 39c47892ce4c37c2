// The commands: what a client may ask of the daemon, by POST /api/<name> on the Unix socket and, behind the gate,
// over HTTP. Plain types only; `schemas/commands.ts` holds the validators, and the compiler keeps the two equal.

import type { Snapshot, Warning } from '../core/apply-change.ts';
import type { Prompt, PromptAnswer, Receipt } from '../core/prompt.ts';
import type { Recording } from '../core/recording.ts';
import type { Session } from '../core/session.ts';

/** Number of this contract. A newer command line restarts an older daemon; an older one says so. */
export const CONTRACT = 4;

/** What `status` tells: exactly `tallymux status --json`. */
export interface Status {
  readonly pid: number;
  readonly version: string;
  readonly contract: number;
  /** The panel's address, without any secret. */
  readonly url: string;
  readonly hookUrl: string | null;
  readonly home: string;
  readonly socket: string;
  readonly startedAt: string;
  readonly host: string;
  readonly store: 'node:sqlite' | 'better-sqlite3' | 'memory';
  readonly claudeDirectories: readonly string[];
  readonly warnings: readonly Warning[];
}

/** One source's last word about a session, as `explain` shows it. */
export interface SourceReport {
  readonly source: 'registry' | 'process' | 'transcript' | 'hook' | 'pane' | 'person' | 'memory';
  /** What it said, in words. */
  readonly said: string;
  readonly at: string;
  readonly ageMs: number;
  readonly verdict: 'decided' | 'agrees' | 'overruled' | 'could not look' | 'nothing' | 'not trusted';
}

/** One line of a session's evidence log. */
export interface EvidenceLine {
  readonly at: string;
  readonly source: SourceReport['source'];
  readonly text: string;
}

/** Why a session is in its state. */
export interface Explanation {
  readonly session: Session;
  readonly rule: string;
  /** The rule in one sentence. */
  readonly because: string;
  /** When time alone may change the answer. */
  readonly recheckAt: string | null;
  readonly sources: readonly SourceReport[];
  /** Oldest first, at most 200. */
  readonly evidence: readonly EvidenceLine[];
}

/** A paired device. */
export interface Device {
  readonly id: string;
  readonly name: string;
  readonly role: 'full' | 'read-only';
  readonly pairedAt: string;
  readonly lastUsedAt: string | null;
  /** True for the device that asks. */
  readonly current: boolean;
}

/** Every command: what it takes and what it answers. Errors are `Problem`s. */
export interface Commands {
  readonly status: { readonly request: Record<string, never>; readonly reply: Status };
  readonly list: { readonly request: Record<string, never>; readonly reply: Snapshot };
  readonly explain: { readonly request: { readonly session: string }; readonly reply: Explanation };
  /** What `explain` rests on, to be decided again elsewhere. `full`: with what was typed, said and run. */
  readonly record: {
    readonly request: { readonly session: string; readonly full: boolean };
    readonly reply: Recording;
  };
  /** `label: null` takes the label away. Replies with what it was before, for undo. */
  readonly label: {
    readonly request: { readonly session: string; readonly label: string | null };
    readonly reply: { readonly session: Session; readonly previous: string | null };
  };
  /** `until: null` unmutes; an ISO time or `forever` mutes. */
  readonly mute: {
    readonly request: { readonly session: string; readonly until: string | null };
    readonly reply: { readonly session: Session };
  };
  /** Marks a review as seen. `change` is the `stateChange` that was looked at; a newer one is left alone. */
  readonly seen: {
    readonly request: { readonly session: string; readonly change: number };
    readonly reply: { readonly session: Session; readonly cleared: boolean };
  };
  /** Takes back `seen`: the review stands again, if nothing newer happened. */
  readonly unseen: {
    readonly request: { readonly session: string };
    readonly reply: { readonly session: Session; readonly restored: boolean };
  };
  /** Every open prompt, oldest first. */
  readonly prompts: {
    readonly request: Record<string, never>;
    readonly reply: { readonly prompts: readonly Prompt[] };
  };
  /**
   * Answers one prompt, once. `receipt`: the effect was seen; `null`: it was sent and not confirmed, and the prompt
   * stays. Problems: `answered` (somebody was first), `changed` (it is another one now), `refused` (it cannot be).
   */
  readonly answer: {
    readonly request: PromptAnswer;
    readonly reply: { readonly receipt: Receipt | null; readonly text: string };
  };
  /** Reads the screen of a prompt again. */
  readonly reread: { readonly request: { readonly prompt: string }; readonly reply: { readonly prompt: Prompt } };
  /** The prompt of a session that closed last, where that was within the last minute: what a late answer meant. */
  readonly 'just-closed': {
    readonly request: { readonly session: string };
    readonly reply: { readonly receipt: Receipt | null };
  };
  /** Types a text into an empty composer and sends it. `confirmed`: Claude was seen to take it. */
  readonly send: {
    readonly request: { readonly session: string; readonly text: string };
    readonly reply: { readonly session: Session; readonly confirmed: boolean };
  };
  /** Presses Esc where Claude works and asks nothing. `confirmed`: the turn was seen to stop. */
  readonly interrupt: {
    readonly request: { readonly session: string };
    readonly reply: { readonly session: Session; readonly confirmed: boolean };
  };
  /** Mints a one-time pairing code, valid 5 minutes. */
  readonly pair: {
    readonly request: { readonly role?: 'full' | 'read-only' };
    readonly reply: { readonly code: string; readonly url: string; readonly expiresAt: string };
  };
  readonly devices: {
    readonly request: Record<string, never>;
    readonly reply: { readonly devices: readonly Device[] };
  };
  readonly 'revoke-device': {
    readonly request: { readonly device: string };
    readonly reply: { readonly device: Device };
  };
  /** Ends the daemon. Only on the Unix socket. */
  readonly stop: { readonly request: Record<string, never>; readonly reply: { readonly pid: number } };
}

/** Name of a command. */
export type CommandName = keyof Commands;
/** What command `N` takes. */
export type RequestOf<N extends CommandName> = Commands[N]['request'];
/** What command `N` answers. */
export type ReplyOf<N extends CommandName> = Commands[N]['reply'];

/** Why a command was not carried out. HTTP status in brackets. */
export type ProblemCode =
  | 'bad-request' // 400
  | 'not-paired' // 401
  | 'read-only' // 403
  | 'forbidden' // 403: Host, Origin or door
  | 'not-found' // 404
  | 'conflict' // 409
  | 'answered' // 409: the prompt is closed
  | 'changed' // 409: the prompt is another one than was looked at
  | 'refused' // 409: it would be blind, or cannot be done there
  | 'too-large' // 413
  | 'too-many' // 429
  | 'internal'; // 500

/** Body of every answer that is not 2xx. `text` says what is wrong and what to do next. */
export interface Problem {
  readonly problem: ProblemCode;
  readonly text: string;
}
