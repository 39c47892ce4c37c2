// Looks again and again at sessions that wait: no bell of tmux's or Claude's tells in time that a dialog was answered at
// its terminal. Screens of sessions at work are left to tmux's own bell, and nothing runs while nobody waits.

import type { Living } from '../living.ts';
import type { Clock, Dispose } from '../ports.ts';
import type { PromptBook } from './book.ts';
import type { Screens } from './screens.ts';

/** How often waiting sessions are gone through, in milliseconds. */
const BEAT = 150;
/** A screen is looked at this often, in milliseconds; where more than `MANY` must be, each as much more seldom. */
const EACH = 450;
const MANY = 20;
/** A pane that was gone or could not be reached is tried this often, in milliseconds. */
const LOST = 2_000;

/** Watches sessions that wait. */
export interface DialogWatch {
  /** Something of it changed: begins or ceases to look. */
  consider(living: Living): void;
  forget(living: Living): void;
  dispose: Dispose;
}

/** What watching needs. */
export interface DialogWatchOptions {
  readonly screens: Pick<Screens, 'hasPane' | 'lookedAt' | 'soon'>;
  readonly book: Pick<PromptBook, 'of'>;
  readonly clock: Clock;
  /** Told again and again of a session that waits and has no pane to be looked at. */
  readonly blind: (living: Living) => void;
}

/** Begins to watch. */
export function watchDialogs({ screens, book, clock, blind }: DialogWatchOptions): DialogWatch {
  const waiting = new Set<Living>();
  let timer: NodeJS.Timeout | null = null;

  const waits = (living: Living): boolean => {
    if (living.endedAt !== null) return false;
    if (living.decision.state === 'needs-input' || living.picture.pane?.dialog != null) return true;
    return book.of(living).length > 0;
  };

  const beat = () => {
    const now = clock.steady();
    const each = EACH * Math.max(1, waiting.size / MANY);
    for (const living of waiting) {
      const blinded = !screens.hasPane(living);
      if (blinded && book.of(living).length === 0) blind(living);
      if ((blinded ? (screens.lookedAt(living) ?? 0) + LOST : dueAt(living, each)) <= now) screens.soon(living);
    }
  };

  /** What cannot be read has times of its own, and is then left alone until somebody asks or tmux rings. */
  const dueAt = (living: Living, each: number): number => {
    const reading = book.of(living).find((asked) => asked.reading !== null)?.reading ?? null;
    if (reading !== null) return reading.nextAt ?? Number.POSITIVE_INFINITY;
    return (screens.lookedAt(living) ?? 0) + each;
  };

  const rest = () => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };

  return {
    consider(living) {
      if (waits(living)) waiting.add(living);
      else waiting.delete(living);
      if (waiting.size === 0) rest();
      else if (timer === null) {
        timer = setInterval(beat, BEAT);
        timer.unref();
      }
    },
    forget: (living) => void waiting.delete(living),
    dispose: rest,
  };
}
