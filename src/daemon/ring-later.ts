// Rings for a session that needs the person, and for each more prompt of one that does already, when it is still so a
// moment later: what another program's hook answers at once rings nothing. It only says that it rings; who hears it is
// the announcer's business.

import { ringsIn, ringsNow } from '../core/announce.ts';
import type { ChangeLog } from './change-log.ts';
import type { Living } from './living.ts';
import type { Dispose } from './ports.ts';

/** Rings for sessions. */
export interface Bell {
  /**
   * Rings in a moment, once however often it is asked meanwhile.
   * @param about what it rings for: the session itself, or one more prompt of it.
   */
  ring(living: Living, about: object): void;
  /** Does not ring for that any more. */
  still(about: object): void;
  dispose: Dispose;
}

/** A bell whose rings are changes of the session. */
export function ringLater(changes: Pick<ChangeLog, 'emit'>): Bell {
  const timers = new Map<object, NodeJS.Timeout>();

  const after = (living: Living, about: object, ms: number) => {
    const timer = setTimeout(() => due(living, about), ms);
    timer.unref();
    timers.set(about, timer);
  };
  const due = (living: Living, about: object) => {
    timers.delete(about);
    const session = living.view;
    const rings = session === null ? null : ringsNow(session, living.openPrompts);
    if (session === null || rings === null) return;
    if (typeof rings === 'number') after(living, about, rings);
    else changes.emit({ kind: 'session-changed', session, announce: rings });
  };

  return {
    ring(living, about) {
      if (!timers.has(about) && living.view !== null) after(living, about, ringsIn(living.view));
    },
    still(about) {
      clearTimeout(timers.get(about));
      timers.delete(about);
    },
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
