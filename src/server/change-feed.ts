// Tells one client everything in order: hello, snapshot, numbered changes, pulses. A client that reads too slowly is
// left alone until it has read what it was sent, and then gets a fresh snapshot: never a gap it cannot see, never a
// queue without end.

import { CONTRACT } from '../contract/commands.ts';
import type { ServerFrame } from '../contract/frames.ts';
import type { Change } from '../core/apply-change.ts';
import type { Daemon } from '../daemon/doors.ts';
import type { Role } from './auth/pairing.ts';

/** Bytes that may wait in a client's connection, beyond its snapshot, before we stop sending. */
export const MOST_WAITING_BYTES = 256 * 1024;

/** A connection, as far as the feed needs it. */
export interface Sink {
  /** Sends one frame; `written` is called once all of it has left our memory. */
  send(text: string, written: () => void): void;
  /** Bytes that have not left our memory yet. */
  waiting(): number;
}

/** One client's feed. */
export interface Feed {
  /** A fresh snapshot, as soon as the client can take it. */
  resync(): void;
  /** Says that we live. `at` in epoch milliseconds. */
  pulse(at: number): void;
  close(): void;
}

/** What every feed says about this server. */
export interface Greeting {
  readonly version: string;
  readonly role: Role;
  readonly pulseMs: number;
}

/**
 * Greets the client and feeds it until closed. Everything up to the first change happens before it returns.
 * @param looks whether a person looks there now.
 */
export function openFeed(daemon: Daemon, sink: Sink, greeting: Greeting, looks = () => false): Feed {
  let open = true;
  let behind = false;
  let allowance = MOST_WAITING_BYTES;

  const send = (text: string) => sink.send(text, catchUp);
  const sendSnapshot = () => {
    const text = frameText({ frame: 'snapshot', ...daemon.snapshot() });
    behind = false;
    // A snapshot of many sessions may alone be larger than what may wait.
    allowance = MOST_WAITING_BYTES + text.length;
    send(text);
  };
  function catchUp(): void {
    if (open && behind && sink.waiting() === 0) sendSnapshot();
  }
  const stop = daemon.subscribe((change) => {
    if (behind || !open) return;
    if (sink.waiting() > allowance) behind = true;
    else send(changeText(change));
  }, looks);

  const { epoch } = daemon.snapshot();
  send(frameText({ frame: 'hello', contract: CONTRACT, epoch, ...greeting }));
  sendSnapshot();
  return {
    resync() {
      if (sink.waiting() > allowance) behind = true;
      else if (!behind) sendSnapshot();
    },
    pulse(at) {
      if (sink.waiting() <= allowance) send(frameText({ frame: 'pulse', at: new Date(at).toISOString() }));
    },
    close() {
      open = false;
      stop();
    },
  };
}

function frameText(frame: ServerFrame): string {
  return JSON.stringify(frame);
}

const texts = new WeakMap<Change, string>();

/** One change is written once, however many clients follow. */
function changeText(change: Change): string {
  const known = texts.get(change);
  if (known !== undefined) return known;
  const text = frameText({ frame: 'change', ...change });
  texts.set(change, text);
  return text;
}
