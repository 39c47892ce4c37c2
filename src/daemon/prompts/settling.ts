// What is done for a session's prompts when it settles, and when time alone may close one. It judges nothing itself: it
// says who looks again, in which order.

import type { Living } from '../living.ts';
import type { Clock, Dispose } from '../ports.ts';
import type { PromptBook } from './book.ts';
import type { FollowPrompts } from './follow.ts';
import type { Holding } from './holding.ts';
import type { Screens } from './screens.ts';
import type { DialogWatch } from './watch-dialogs.ts';

/** A session that was looked at within so long is not looked at again because it settled, in milliseconds. */
const AGAIN = 40;

/** Who looks again. */
export interface SettlingOptions {
  readonly book: Pick<PromptBook, 'tell'>;
  readonly screens: Pick<Screens, 'follow' | 'forget' | 'lookedAt' | 'soon'>;
  readonly follow: Pick<FollowPrompts, 'settled' | 'recheckAt'>;
  readonly holding: Pick<Holding, 'count'>;
  readonly watching: Pick<DialogWatch, 'consider'>;
  readonly clock: Clock;
}

/** Settles the prompts of sessions. */
export interface Settling {
  settled(living: Living): void;
  /** Settles it when time alone may close a prompt of its own, instead of when that was so before. */
  recheckLater(living: Living): void;
  forget(living: Living): void;
  dispose: Dispose;
}

/** Settles the prompts of all sessions. */
export function settlePrompts({ book, screens, follow, holding, watching, clock }: SettlingOptions): Settling {
  const rechecks = new Map<Living, NodeJS.Timeout>();

  /** A look settles its session again: it must not call for the next look. */
  const isNewlySeen = (living: Living): boolean => {
    const at = screens.lookedAt(living);
    return at !== null && clock.steady() - at < AGAIN;
  };

  const forget = (living: Living): void => {
    clearTimeout(rechecks.get(living));
    rechecks.delete(living);
  };

  const recheckLater = (living: Living): void => {
    forget(living);
    const at = follow.recheckAt(living);
    if (at === null) return;
    const timer = setTimeout(settled, at - clock.steady() + 5, living);
    timer.unref();
    rechecks.set(living, timer);
  };

  const settled = (living: Living): void => {
    if (living.endedAt === null) screens.follow(living);
    follow.settled(living);
    // What was seen of its pane tells how it ended.
    if (living.endedAt !== null) screens.forget(living);
    holding.count(living);
    if (living.decision.state === 'needs-input' && !isNewlySeen(living)) screens.soon(living);
    book.tell(living);
    recheckLater(living);
    watching.consider(living);
  };

  return {
    settled,
    recheckLater,
    forget,
    dispose() {
      for (const timer of rechecks.values()) clearTimeout(timer);
      rechecks.clear();
    },
  };
}
