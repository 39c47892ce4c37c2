// Rings for a session that needs the person, when it still does a moment later: what another program's hook answers at
// once rings nothing. It only says that it rings; who hears it is the announcer's business.

import { ringsIn, ringsNow } from '../core/announce.ts';
import type { ChangeLog } from './change-log.ts';
import type { Living } from './living.ts';
import type { Dispose } from './ports.ts';

/** Rings for sessions. */
export interface Bell {
  /** Rings in a moment, once however often it is asked meanwhile. */
  ring(living: Living): void;
  /** Does not ring for it any more. */
  still(living: Living): void;
  dispose: Dispose;
}

/** A bell whose rings are changes of the session. */
export function ringLater(changes: Pick<ChangeLog, 'emit'>): Bell {
  const timers = new Map<Living, NodeJS.Timeout>();

  const after = (living: Living, ms: number) => {
    const timer = setTimeout(() => due(living), ms);
    timer.unref();
    timers.set(living, timer);
  };
  const due = (living: Living) => {
    timers.delete(living);
    const session = living.view;
    const rings = session === null ? null : ringsNow(session);
    if (session === null || rings === null) return;
    if (typeof rings === 'number') after(living, rings);
    else changes.emit({ kind: 'session-changed', session, announce: rings });
  };

  return {
    ring(living) {
      if (!timers.has(living) && living.view !== null) after(living, ringsIn(living.view));
    },
    still(living) {
      clearTimeout(timers.get(living));
      timers.delete(living);
    },
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
