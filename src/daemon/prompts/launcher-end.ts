// Launchers that were stopped while they waited. Claude stops them for a plain No and for Esc, and also when it ends
// itself: then nobody has answered, and its registry file goes a moment before. Where the level still waits, it may only
// be late: a moment later it tells which of the two it was. A Claude that ends may also write that file once more.

import { votingLevel } from '../../core/level.ts';
import type { Ending } from '../../core/prompt.ts';
import type { Living } from '../living.ts';
import type { Clock, Dispose } from '../ports.ts';
import type { Asked } from './asked.ts';
import type { PromptBook } from './book.ts';
import type { Signs } from './signs.ts';

/** What following launchers needs. */
export interface LauncherEndOptions {
  readonly book: Pick<PromptBook, 'byId'>;
  readonly signs: Pick<Signs, 'missedAt'>;
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
  /** Resolves once it is known what a stopped launcher means for it; at once where none was stopped. */
  concluded(asked: Asked): Promise<void>;
  dispose: Dispose;
}

/** Level and process tell so soon after a launcher was stopped whether its Claude goes on, in milliseconds. */
const TOLD = 600;
/** The same where its registry file was gone since it was asked: its process goes so soon, in milliseconds. */
const ENDS = 4_000;

/** One that waits to be told. */
interface Stopped {
  readonly timer: NodeJS.Timeout;
  readonly told: Promise<void>;
  readonly tell: () => void;
}

/** Follows the launchers of all prompts. */
export function followLaunchers(options: LauncherEndOptions): LauncherEnds {
  const { book, signs, clock, living, readRegistry, over } = options;
  const waits = new Map<Asked, Stopped>();

  const isOpen = (asked: Asked) => book.byId(asked.id) === asked;
  const mayBeLate = (session: Living): boolean => {
    if (isEnding(session)) return false;
    const level = votingLevel(session.picture, clock.steady());
    return level === null || level.word === 'waiting';
  };

  const readAgain = (asked: Asked): Living | undefined => {
    const session = living(asked.session);
    if (session !== undefined) readRegistry(session);
    return session;
  };
  const conclude = (asked: Asked) => {
    if (isOpen(asked)) readAgain(asked);
    // What was read may have closed it.
    if (isOpen(asked)) over(asked, 'stopped');
    waits.get(asked)?.tell();
    waits.delete(asked);
  };

  return {
    ended(asked) {
      const session = readAgain(asked);
      if (!isOpen(asked)) return;
      if (session === undefined || !mayBeLate(session)) return over(asked, 'stopped');
      const missedAt = signs.missedAt(session);
      const within = missedAt !== null && missedAt > asked.openedAt ? ENDS : TOLD;
      let tell = () => {};
      const told = new Promise<void>((resolve) => {
        tell = resolve;
      });
      waits.set(asked, { timer: setTimeout(conclude, within, asked).unref(), told, tell });
    },
    concluded: async (asked) => waits.get(asked)?.told,
    dispose() {
      for (const { timer, tell } of waits.values()) {
        clearTimeout(timer);
        tell();
      }
    },
  };
}

/** Whether its Claude ends: its process is gone, or its registry file, which Claude takes away first of all. */
export function isEnding({ endedAt, picture }: Living): boolean {
  return endedAt !== null || (picture.level !== null && picture.registryTrouble?.kind === 'missing');
}
