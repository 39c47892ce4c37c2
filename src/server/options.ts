// What the server is started with and what it hands back.

import type { Warning } from '../core/apply-change.ts';
import type { HookArrival, HookFault } from '../core/hook.ts';
import type { Daemon } from '../daemon/doors.ts';
import type { Clock } from '../daemon/ports.ts';
import type { DeviceStore } from './auth/devices.ts';
import type { Random } from './auth/hash.ts';

/** Writes one line to the log; an error goes under `err`. The server never gives it a secret, a code, a cookie or a body. */
export type Log = (level: 'info' | 'warn' | 'error', fields: Record<string, unknown>, text: string) => void;

/** What comes beside a hook's payload, as it was written in headers. */
export interface HookClaims {
  readonly pid?: string | undefined;
  readonly parent?: string | undefined;
  readonly uptime?: string | undefined;
}

/** Reads a hook's payload. Never throws, and its fault quotes nothing. */
export type HookReader = (payload: Uint8Array, claims: HookClaims) => HookArrival | HookFault;

/** How hooks are let in. */
export interface HookDoor {
  readonly read: HookReader;
  /** Address of the HTTP intake; 127.0.0.1 unless the person set another, such as a container bridge's. */
  readonly bind: string;
  /** Port of the HTTP intake; 0 for any free one. */
  readonly port: number;
  /** Who sends this may deliver hooks over HTTP, and nothing else. */
  readonly token: string;
}

/** How the server starts. */
export interface ServerOptions {
  readonly daemon: Daemon;
  readonly store: DeviceStore;
  readonly hooks: HookDoor;
  /** Where the Unix socket goes; its directory exists, is ours and has mode 0700. */
  readonly socketPath: string;
  /** Address to listen on; `127.0.0.1` unless the person set another. */
  readonly bind: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Whether the person chose the port: then it is that one or none. */
  readonly portConfigured: boolean;
  /** `https://name[:port]` of each proxy in front of us. */
  readonly publicUrls: readonly string[];
  readonly allowPlainHttp: boolean;
  /** Directory of the built panel. */
  readonly webRoot: string;
  readonly version: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Shorter times for tests. */
  readonly timing?: Partial<Timing>;
}

/** Times in milliseconds. */
export interface Timing {
  /** A pulse goes out, and dead peers are looked for, this often. */
  readonly pulseMs: number;
  /** How long a WebSocket may stay without its first frame. */
  readonly helloMs: number;
  /** How long a request's headers may take. */
  readonly headersMs: number;
  /** How long a whole request may take. */
  readonly requestMs: number;
}

/** Times as they are in life. */
export const TIMING: Timing = { pulseMs: 15_000, helloMs: 5_000, headersMs: 10_000, requestMs: 30_000 };

/** A server that listens. */
export interface RunningServer {
  /** The panel's address on this machine, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Where hooks are taken over HTTP; `null` when that could not be opened. */
  readonly hookUrl: string | null;
  /** What every page must say about how we listen. */
  readonly warnings: readonly Warning[];
  /**
   * Listens at the socket's path again where nothing is there any more; who came over the old one goes on.
   * @param before is called then, and what it throws is passed on. @returns whether it did.
   */
  keepSocket(before: () => void): Promise<boolean>;
  /** Ends all connections, frees the port and removes our socket, if it is still ours. */
  close(): Promise<void>;
}

/** The server cannot start as asked; the message says what to do. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}
