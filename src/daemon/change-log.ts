// Numbers changes without gaps and hands each to every listener, in order. Knows nothing of what they say. A listener
// that fails must never keep a change from the others.

import type { Change, ChangeBody } from '../core/apply-change.ts';
import type { Clock, Dispose } from './ports.ts';

/** The one sequence of changes of a living daemon. */
export interface ChangeLog {
  /** Number of the newest change. */
  number(): number;
  emit(body: ChangeBody): Change;
  /** Does `work`, and hands what it emits over when it is done: whatever it writes down is written by then. */
  hold(work: () => void): void;
  /** @param looks whether a person can see there, now, what is told; nobody does unless it is said. */
  subscribe(listener: (change: Change) => void, looks?: () => boolean): Dispose;
  /** Whether a person can see anywhere what is told. */
  seen(): boolean;
}

/**
 * Starts a sequence. Its first number is the wall clock's milliseconds, so that numbers go on growing over restarts
 * and an acknowledgement from before one can never match a change after it.
 * @param failed hears what a listener threw; without it that is a fault of the process.
 */
export function startChangeLog(clock: Clock, host: string, failed: (error: unknown) => void = uncaught): ChangeLog {
  let number = clock.wall();
  const listeners = new Map<(change: Change) => void, () => boolean>();
  let held: Change[] | null = null;
  const tell = (change: Change) => {
    for (const listener of [...listeners.keys()]) {
      try {
        listener(change);
      } catch (error) {
        failed(error);
      }
    }
  };
  return {
    number: () => number,
    emit(body) {
      number += 1;
      const change: Change = { ...body, number, at: new Date(clock.wall()).toISOString(), host };
      if (held === null) tell(change);
      else held.push(change);
      return change;
    },
    hold(work) {
      if (held !== null) return work();
      const mine: Change[] = [];
      held = mine;
      try {
        work();
      } finally {
        held = null;
        for (const change of mine) tell(change);
      }
    },
    seen: () => [...listeners.values()].some((looks) => looks()),
    subscribe(listener, looks = () => false) {
      listeners.set(listener, looks);
      return () => listeners.delete(listener);
    },
  };
}

function uncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
