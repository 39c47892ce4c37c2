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
 * @returns the processes to look at.
 */
export function recoverSessions(
  store: Store,
  sessions: Sessions,
  conversations: Conversations,
  clock: Clock,
  log: (text: string) => void,
): readonly ProcessKey[] {
  const keys: ProcessKey[] = [];
  for (const { id, body } of store.sessions()) {
    const living = fromKept(body, store.evidence(id, EVIDENCE));
    if (living === null) {
      log(`session ${id} was kept in a form that cannot be read; it will be found anew`);
      continue;
    }
    sessions.add(living);
    if (living.endedAt === null) {
      const restart = { source: 'memory', at: clock.steady(), kind: 'restart', state: living.decision.state } as const;
      sessions.tell(living, [restart]);
      if (living.origin.process !== null) keys.push(living.origin.process);
    }
    sessions.settle(living);
    if (living.endedAt === null) conversations.follow(living);
  }
  return keys;
}
