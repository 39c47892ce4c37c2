// What the doors (`server/`) may ask of the living daemon. The server knows HTTP and sockets and nothing of sessions.

import type { CommandName, ReplyOf, RequestOf } from '../contract/commands.ts';
import type { Change, Snapshot } from '../core/apply-change.ts';
import type { HookArrival } from '../core/hook.ts';
import type { Dispose, StoredDevice } from './ports.ts';

/** Who sends a command: the same user over the Unix socket, or a paired device. */
export type Caller = { readonly door: 'socket' } | { readonly door: 'device'; readonly device: StoredDevice };

/** Commands that the daemon carries out by itself; `pair`, `devices`, `revoke-device` are the server's own. */
export type DaemonCommand = Exclude<CommandName, 'pair' | 'devices' | 'revoke-device'>;

/** A command that cannot be carried out; the server turns it into a `Problem` body. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly problem: 'bad-request' | 'not-found' | 'conflict' | 'forbidden' | 'answered' | 'changed' | 'refused';
  /** @param text what is wrong and what to do next, in one or two sentences. */
  constructor(problem: Refused['problem'], text: string) {
    super(text);
    this.problem = problem;
  }
}

/** The daemon as its doors see it. */
export interface Daemon {
  snapshot(): Snapshot;
  /**
   * Calls `listener` for each change, in order, at once. It must not throw and must not block.
   * @param looks whether a person can see there, now, what is asked, and answer it; nobody does unless it is said.
   */
  subscribe(listener: (change: Change) => void, looks?: () => boolean): Dispose;
  /** Takes a hook that came over a door. `refused`: it belongs to no session, contradicts one, or came before. */
  hook(arrival: HookArrival): Promise<'taken' | 'refused'>;
  /** Carries out one validated command. Throws `Refused`. */
  execute<N extends DaemonCommand>(name: N, request: RequestOf<N>, caller: Caller): Promise<ReplyOf<N>>;
}
