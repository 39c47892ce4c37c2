// A real WebSocket client: pairs like a browser, follows /ws, and keeps the exact sequence of states of every session
// with the time at which each arrived here. It judges nothing; `light.ts` does.

import { once } from 'node:events';
import { WebSocket } from 'ws';
import { CONTRACT } from '../../src/contract/commands.ts';
import type { PairReply, ServerFrame } from '../../src/contract/frames.ts';
import { applyChange, type Change, type Snapshot } from '../../src/core/apply-change.ts';
import type { Session } from '../../src/core/session.ts';
import type { LabDaemon } from './daemon.ts';
import { looksAfterFrames } from './look-after-frames.ts';

/** One state of one session as it arrived. */
export interface Sighting {
  /** Epoch milliseconds at which the frame arrived. */
  readonly at: number;
  readonly session: Session;
  /** True when a snapshot told it: it was so before we looked. */
  readonly before: boolean;
  readonly announce: 'needs-input' | 'review' | null;
}

/** A connected client. */
export interface Watcher {
  snapshot(): Snapshot;
  /** Every sighting of one session, oldest first: one for each change, also where the state stayed. */
  sightings(id: string): readonly Sighting[];
  /** Looks after every frame until `look` answers something; throws after `within` milliseconds. */
  next<T>(what: string, look: () => T | null | undefined | false, within: number): Promise<T>;
  close(): void;
}

/** A device credential, as a browser holds it. */
export interface Credential {
  readonly origin: string;
  readonly cookie: string;
  readonly secret: string;
}

/** Pairs a device with a code minted over the Unix socket. */
export async function pairDevice(daemon: LabDaemon, name = 'watcher'): Promise<Credential> {
  const { url } = await daemon.command('status', {});
  const { code } = await daemon.command('pair', {});
  const origin = new URL(url).origin;
  const reply = await fetch(`${origin}/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ code, name }),
  });
  if (!reply.ok) throw new Error(`pairing: ${reply.status} ${await reply.text()}`);
  const { secret } = (await reply.json()) as PairReply;
  const cookie = reply.headers.getSetCookie().map((each) => each.split(';')[0]);
  return { origin, cookie: cookie.join('; '), secret };
}

/** Connects and waits for the first snapshot. */
export async function watch(daemon: LabDaemon, credential?: Credential): Promise<Watcher> {
  const { origin, cookie, secret } = credential ?? (await pairDevice(daemon));
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, { headers: { cookie, origin } });
  const sightings = new Map<string, Sighting[]>();
  let snapshot: Snapshot | null = null;
  let failure: Error | null = null;
  const looks = looksAfterFrames(() => failure);

  const see = (session: Session, before: boolean, announce: Sighting['announce']) => {
    const list = sightings.get(session.id) ?? [];
    list.push({ at: Date.now(), session, before, announce });
    sightings.set(session.id, list);
  };
  const follow = (change: Change) => {
    const after = snapshot && applyChange(snapshot, change);
    if (after === null) {
      failure = new Error(`a gap before change ${change.number}`);
      return;
    }
    snapshot = after;
    if (change.kind === 'session-changed') see(change.session, false, change.announce);
  };
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as ServerFrame;
    if (frame.frame === 'snapshot') {
      snapshot = frame;
      for (const session of frame.sessions) see(session, true, null);
    }
    if (frame.frame === 'change') follow(frame);
    looks.came();
  });
  socket.on('close', (code, reason) => {
    failure ??= new Error(`the WebSocket was closed: ${code} ${reason}`);
    looks.came();
  });
  socket.on('error', (error) => {
    failure = error;
  });

  const watcher: Watcher = {
    snapshot: () => {
      if (snapshot === null) throw new Error('no snapshot yet');
      return snapshot;
    },
    sightings: (id) => sightings.get(id) ?? [],
    next: looks.next,
    close: () => socket.terminate(),
  };
  await once(socket, 'open');
  socket.send(JSON.stringify({ frame: 'hello', contract: CONTRACT, secret }));
  await watcher.next('the first snapshot', () => snapshot, 5000);
  return watcher;
}
