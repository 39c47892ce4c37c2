// Launchers that were stopped while they waited. Claude stops them for a plain No and for Esc, and also when it ends
// itself: then nobody has answered, and its registry file goes a moment before. Where the level still waits, it may only
// be late: a moment later it tells which of the two it was.

import { votingLevel } from '../../core/level.ts';
import type { Ending } from '../../core/prompt.ts';
import type { Living } from '../living.ts';
import type { Clock, Dispose } from '../ports.ts';
import type { Asked } from './asked.ts';
import type { PromptBook } from './book.ts';

/** What following launchers needs. */
export interface LauncherEndOptions {
  readonly book: Pick<PromptBook, 'byId'>;
  readonly clock: Clock;
  readonly living: (session: string) => Living | undefined;
  /** Reads what the registry says of a session now. */
  readonly readRegistry: (living: Living) => void;
  readonly over: (asked: Asked, ending: Ending) => void;
}

/** Follows launchers. */
export interface LauncherEnds {
  /** The launcher of a prompt was stopped. */
  ended(asked: Asked): void;
  /** Somebody answers it: what is known by now has to do. */
  conclude(asked: Asked): void;
  dispose: Dispose;
}

/** Level and process tell so soon after a launcher was stopped whether its Claude goes on, in milliseconds. */
const TOLD = 600;

/** Follows the launchers of all prompts. */
export function followLaunchers({ book, clock, living, readRegistry, over }: LauncherEndOptions): LauncherEnds {
  const waits = new Map<Asked, NodeJS.Timeout>();

  const isOpen = (asked: Asked) => book.byId(asked.id) === asked;
  const mayBeLate = (session: Living): boolean => {
    if (session.endedAt !== null || session.picture.registryTrouble?.kind === 'missing') return false;
    const level = votingLevel(session.picture, clock.steady());
    return level === null || level.word === 'waiting';
  };

  const readAgain = (asked: Asked): Living | undefined => {
    const session = living(asked.session);
    if (session !== undefined) readRegistry(session);
    return session;
  };
  const stopped = (asked: Asked) => {
    clearTimeout(waits.get(asked));
    waits.delete(asked);
    if (isOpen(asked)) over(asked, 'stopped');
  };

  return {
    ended(asked) {
      const session = readAgain(asked);
      if (!isOpen(asked)) return;
      if (session === undefined || !mayBeLate(session)) return stopped(asked);
      waits.set(asked, setTimeout(() => stopped(asked), TOLD).unref());
    },
    conclude(asked) {
      if (!waits.has(asked)) return;
      readAgain(asked);
      stopped(asked);
    },
    dispose() {
      for (const wait of waits.values()) clearTimeout(wait);
    },
  };
}
