// After a start: sessions as they were kept, each to be looked at again. Nothing found here announces anything.

import type { ProcessKey } from '../core/process.ts';
import type { Conversations } from './conversations.ts';
import { fromKept } from './living.ts';
import type { Clock, Store } from './ports.ts';
import type { Sessions } from './sessions.ts';

/** Evidence lines brought back for each session. */
const EVIDENCE = 200;

/**
 * Restores kept sessions and goes on reading their transcripts where it stopped.
 * @param knownUntil until when the daemon before this one knew what they did, epoch milliseconds.
 * @returns the processes to look at.
 */
export function recoverSessions(
  store: Store,
  sessions: Sessions,
  conversations: Conversations,
  clock: Clock,
  log: (text: string) => void,
  knownUntil: number | null,
): readonly ProcessKey[] {
  const keys: ProcessKey[] = [];
  const restore = (id: string, body: string) => {
    const living = fromKept(body, store.evidence(id, EVIDENCE));
    if (living === null) throw new Error('it was kept in a form that cannot be read');
    living.keptUntil = knownUntil;
    // What cannot be looked at from here is shown again when its registry file is read again.
    if (living.origin.process === null) return store.removeSession(id);
    sessions.add(living);
    if (living.endedAt === null) {
      const restart = { source: 'memory', at: clock.steady(), kind: 'restart', state: living.decision.state } as const;
      sessions.tell(living, [restart]);
      keys.push(living.origin.process);
    }
    sessions.settle(living);
    if (living.endedAt === null) conversations.follow(living);
  };
  for (const { id, body } of store.sessions()) {
    try {
      restore(id, body);
    } catch (error) {
      // One that cannot be restored must not keep the others, or the daemon itself, from coming back.
      log(`session ${id} could not be restored and will be found anew: ${String(error)}`);
      const broken = sessions.byId(id);
      if (broken !== undefined) sessions.remove(broken);
      else store.removeSession(id);
    }
  }
  return keys;
}
