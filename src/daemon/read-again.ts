// Has registry and transcript of a session read again when its hooks tell that something moved: at once, and in a burst
// of hooks once for each moment. The last hook of a burst must always be followed by one more reading.

import type { Conversations } from './conversations.ts';
import type { Living } from './living.ts';
import type { Dispose } from './ports.ts';
import type { Sessions } from './sessions.ts';

/** One session is read again at most once in so long, in milliseconds. */
const MOMENT = 20;

/** What reads. */
export interface ReadAgainOptions {
  readonly sessions: Pick<Sessions, 'byId' | 'settle'>;
  readonly conversations: Pick<Conversations, 'readNow'>;
  readonly readRegistry: (claudeDirectory: string, pid: number) => void;
  /** Told of a reading that failed in its own time. */
  readonly failed: (living: Living, error: unknown) => void;
}

/** Reads again for sessions. */
export interface ReadAgain {
  /** Reads now, without settling, or soon, and then settles. */
  now(living: Living): void;
  dispose: Dispose;
}

/** Makes a reader of sessions. */
export function readAgain({ sessions, conversations, readRegistry, failed }: ReadAgainOptions): ReadAgain {
  /** Sessions that were read within the last moment, and whether somebody asked since. */
  const recent = new Map<Living, { asked: boolean; readonly timer: NodeJS.Timeout }>();

  const read = (living: Living) => {
    const timer = setTimeout(() => soon(living), MOMENT);
    timer.unref();
    recent.set(living, { asked: false, timer });
    if (tellsState(living)) readRegistry(living.origin.claudeDirectory, living.origin.pid);
    conversations.readNow(living);
  };

  const soon = (living: Living) => {
    const { asked } = recent.get(living) ?? { asked: false };
    recent.delete(living);
    if (!asked || living.endedAt !== null || sessions.byId(living.id) !== living) return;
    try {
      read(living);
      sessions.settle(living);
    } catch (error) {
      failed(living, error);
    }
  };

  return {
    now(living) {
      const before = recent.get(living);
      if (before === undefined) read(living);
      else before.asked = true;
    },
    dispose() {
      for (const { timer } of recent.values()) clearTimeout(timer);
      recent.clear();
    },
  };
}

/** Versions without a status in their registry file, and a file that is not there, have nothing to read. */
function tellsState({ picture: { level, registryTrouble } }: Living): boolean {
  return level !== null && level.word !== 'none' && registryTrouble?.kind !== 'missing';
}
