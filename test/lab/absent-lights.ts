// Lights where no daemon watches: while a recording is made, and for rows played while the daemon is away. They demand
// nothing; they keep what would have been demanded last.

import type { Session, State } from '../../src/core/session.ts';
import type { Light } from './light.ts';

/** A light that nobody sees. */
export interface AbsentLight extends Light {
  /** The state that was demanded last: what a daemon that comes back must find. */
  last(): State | null;
}

/** @param mark is told what a daemon would have had to show. */
export function absentLight(mark: (text: string) => void): AbsentLight {
  let last: State | null = null;
  // What rows read from a session that they go on with; everything else is not looked at without a daemon.
  const session = { id: '', state: 'idle' } as Session;
  return {
    session: () => session,
    async begins() {
      last = 'idle';
      mark('expect idle');
      return session;
    },
    goesOn: () => {},
    async turns(state) {
      last = state;
      mark(`expect ${state}`);
      return session;
    },
    says: async () => session,
    shown: () => [],
    hasShown: async (...states) => {
      last = states.at(-1) ?? last;
      mark(`shown ${states.join(' ')}`);
    },
    neverShows: async () => {},
    announced: () => [],
    last: () => last,
  };
}
