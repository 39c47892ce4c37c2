// Follows the daemon's changes through restarts of the daemon and keeps a snapshot in step. It must never show a
// snapshot with a hole in it: after a gap it begins anew.

import type { ServerFrame } from '../contract/frames.ts';
import { applyChange, type Change, type Snapshot } from '../core/apply-change.ts';
import type { HomePaths } from '../home/paths.ts';
import { changes, type DaemonUnreachable, type Following, type ProblemError } from '../home/socket-client.ts';
import { socketOf } from './connection.ts';

/** What a follower is told. */
export interface ChangeFollower {
  /** A whole new picture: at first, after a gap, after a restart. */
  onSnapshot(snapshot: Snapshot): void;
  /** One change, and the picture after it. */
  onChange(change: Change, snapshot: Snapshot): void;
  /** The daemon is away; it is looked for until `close`. Called once for each time it goes. */
  onAway(reason: DaemonUnreachable | ProblemError): void;
}

/** The wait before each new try, in milliseconds; the last one repeats. */
const BACK_OFF = [50, 100, 200, 400, 800, 1_000];

/** Follows until closed. @param looking a person sees what is told, and can answer it. */
export function followChanges(paths: HomePaths, follower: ChangeFollower, looking = false): { close(): void } {
  let snapshot: Snapshot | null = null;
  let stream: Following | undefined;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  const take = (frame: ServerFrame): void => {
    switch (frame.frame) {
      case 'hello':
        stream?.expectWithin(frame.pulseMs * 2);
        return;
      case 'snapshot': {
        const { frame: _frame, ...rest } = frame;
        snapshot = rest;
        failures = 0;
        follower.onSnapshot(snapshot);
        return;
      }
      case 'change': {
        if (snapshot === null) return;
        const next = applyChange(snapshot, frame);
        if (next === null) {
          again(0);
          return;
        }
        if (next === snapshot) return;
        snapshot = next;
        follower.onChange(frame, next);
        return;
      }
      case 'pulse':
        return;
    }
  };
  const again = (wait: number): void => {
    stream?.close();
    snapshot = null;
    if (!closed) retry = setTimeout(open, wait);
  };
  const open = (): void => {
    const following = {
      onFrame: (frame: unknown) => take(frame as ServerFrame),
      onEnd(reason: DaemonUnreachable | ProblemError) {
        if (failures === 0) follower.onAway(reason);
        const wait = BACK_OFF[Math.min(failures, BACK_OFF.length - 1)] ?? 1_000;
        failures += 1;
        again(wait);
      },
    };
    stream = changes(socketOf(paths), following, looking);
  };
  open();
  return {
    close() {
      closed = true;
      clearTimeout(retry);
      stream?.close();
    },
  };
}
