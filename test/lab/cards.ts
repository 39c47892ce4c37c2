// Follows the daemon's prompts as any client does, over `GET /changes` of its socket, and keeps every version of every
// card with the time at which it came. It judges nothing; the rows do.

import type { ServerFrame } from '../../src/contract/frames.ts';
import { applyChange, type Snapshot } from '../../src/core/apply-change.ts';
import type { Prompt, Receipt } from '../../src/core/prompt.ts';
import { changes } from '../../src/home/socket-client.ts';
import { looksAfterFrames } from './look-after-frames.ts';

/** One version of a card. `at`: epoch milliseconds at which it came. */
export interface SeenCard {
  readonly at: number;
  readonly prompt: Prompt;
}

/** How a card went. */
export interface ClosedCard {
  readonly at: number;
  readonly receipt: Receipt;
}

/** A client that follows prompts. */
export interface Cards {
  snapshot(): Snapshot;
  /** Open cards of a session, oldest first. */
  open(session: string): readonly Prompt[];
  /** Every version of a card, oldest first. */
  history(prompt: string): readonly SeenCard[];
  closed(prompt: string): ClosedCard | null;
  /** Every receipt so far, in order. */
  receipts(): readonly Receipt[];
  /** What rang, in order: the session's id and why. */
  rang(): readonly { readonly session: string; readonly why: string }[];
  /** Looks after every frame until `look` answers something; throws after `within` milliseconds. */
  next<T>(what: string, look: () => T | null | undefined | false, within: number): Promise<T>;
  stop(): void;
}

/** Connects and waits for the first snapshot. */
export async function followCards(socket: string): Promise<Cards> {
  const history = new Map<string, SeenCard[]>();
  const closed = new Map<string, ClosedCard>();
  const rang: { session: string; why: string }[] = [];
  let snapshot: Snapshot | null = null;
  let failure: Error | null = null;
  const looks = looksAfterFrames(
    () => failure,
    () => JSON.stringify(snapshot?.prompts, null, 1),
  );

  const see = (prompt: Prompt) => {
    const versions = history.get(prompt.id) ?? [];
    versions.push({ at: Date.now(), prompt });
    history.set(prompt.id, versions);
  };
  const read = (frame: ServerFrame) => {
    if (frame.frame === 'snapshot') {
      snapshot = frame;
      for (const prompt of frame.prompts) see(prompt);
    }
    if (frame.frame !== 'change') return;
    const after = snapshot && applyChange(snapshot, frame);
    if (after === null) {
      failure = new Error(`a gap before change ${frame.number}`);
      return;
    }
    snapshot = after;
    if (frame.kind === 'prompt-changed') see(frame.prompt);
    if (frame.kind === 'prompt-closed') closed.set(frame.receipt.prompt, { at: Date.now(), receipt: frame.receipt });
    if (frame.kind === 'session-changed' && frame.announce !== null)
      rang.push({ session: frame.session.id, why: frame.announce });
  };
  const follower = {
    onFrame(frame: unknown) {
      read(frame as ServerFrame);
      looks.came();
    },
    onEnd(reason: Error) {
      failure = reason;
      looks.came();
    },
  };
  // As the page of somebody who looks: what Claude shows nowhere else is held for them.
  const following = changes(socket, follower, true);
  following.expectWithin(60_000);

  const cards: Cards = {
    snapshot() {
      if (snapshot === null) throw new Error('no snapshot yet');
      return snapshot;
    },
    open: (session) => snapshot?.prompts.filter((prompt) => prompt.session === session) ?? [],
    history: (prompt) => history.get(prompt) ?? [],
    closed: (prompt) => closed.get(prompt) ?? null,
    receipts: () => [...closed.values()].map(({ receipt }) => receipt),
    rang: () => rang,
    next: looks.next,
    stop: () => following.close(),
  };
  await cards.next('the first snapshot', () => snapshot, 5000);
  return cards;
}
