// The text frames of the WebSocket `/ws` and the lines of `GET /changes` on the Unix socket.
// First the client says who it is (WebSocket only), then the daemon sends `hello`, a snapshot, and numbered changes.
// A client that meets a gap sends `resync` and gets a new snapshot. One that shows a person what is asked says so: with
// `looking` on the WebSocket, by following `GET /changes?looking` on the Unix socket. Whoever says nothing (a script, a
// bar, a page in a hidden tab) does not look, and Claude keeps nothing from its terminal for them.

import type { Change, Snapshot } from '../core/apply-change.ts';

/** What the daemon sends. Lines of `GET /changes` are the same objects. */
export type ServerFrame =
  | {
      readonly frame: 'hello';
      readonly contract: number;
      readonly version: string;
      readonly epoch: string;
      readonly role: 'full' | 'read-only';
      /** A `pulse` comes at least this often, in milliseconds; twice that silent means the connection is dead. */
      readonly pulseMs: number;
    }
  | ({ readonly frame: 'snapshot' } & Snapshot)
  | ({ readonly frame: 'change' } & Change)
  | { readonly frame: 'pulse'; readonly at: string };

/** What a WebSocket client sends. `secret` is the second half of the device credential and must come first. */
export type ClientFrame =
  | { readonly frame: 'hello'; readonly contract: number; readonly secret: string }
  | { readonly frame: 'resync' }
  /** Whether a person can see here, from now on, what is asked: the page is visible. False until it is said. */
  | { readonly frame: 'looking'; readonly looking: boolean };

/** Header that carries the second half of the device credential with HTTP commands. */
export const SECRET_HEADER = 'x-tallymux-secret';

/** Close codes of the WebSocket beyond the standard ones. */
export const CLOSE = {
  /** The credential is missing, wrong, or was revoked: pair again. */
  notPaired: 4401,
  /** The page is older or newer than the daemon: reload. */
  contractMismatch: 4409,
} as const;

/** `POST /pair`: swaps a one-time code for a device credential (cookie set, secret in the reply). */
export interface PairRequest {
  readonly code: string;
  /** What the device calls itself, 1–60 characters. */
  readonly name: string;
}

/** Answer to a successful pairing; `secret` is told once and never again. */
export interface PairReply {
  readonly device: string;
  readonly secret: string;
  readonly role: 'full' | 'read-only';
}
