// Looks again and again at sessions that wait: no bell of tmux's or Claude's tells in time that a dialog was drawn, or
// answered at its terminal. Screens of sessions at work are left to tmux's own bell, and nothing runs while nobody waits.

import type { Steady } from '../../core/evidence.ts';
import type { Living } from '../living.ts';
import type { Clock, Dispose } from '../ports.ts';
import type { PromptBook } from './book.ts';
import type { Screens } from './screens.ts';

/** How often waiting sessions are gone through, in milliseconds. */
const BEAT = 150;
/** A screen is looked at this often, in milliseconds; where more than `MANY` must be, each as much more seldom. */
const EACH = 450;
const MANY = 20;
/** The same while its dialog is awaited: Claude says that it waits some 300 ms before it has drawn for what. */
const AWAITED = 50;
/** It is awaited for so long after its session began to wait, in milliseconds: then it is told that nothing is read. */
const DRAWN = 1_500;
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
  /** Since when each of them does. */
  const waiting = new Map<Living, Steady>();
  let timer: { readonly at: Steady; readonly handle: NodeJS.Timeout } | null = null;

  const waits = (living: Living): boolean => {
    if (living.endedAt !== null) return false;
    if (living.decision.state === 'needs-input' || living.picture.pane?.dialog != null) return true;
    return book.of(living).length > 0;
  };

  const isAwaited = (living: Living, since: Steady, now: Steady): boolean => {
    const began = Math.max(since, living.picture.level?.wordSince ?? since);
    return now - began < DRAWN && screens.hasPane(living) && !book.of(living).some(({ dialog }) => dialog !== null);
  };

  const beat = () => {
    timer = null;
    const now = clock.steady();
    const many = Math.max(1, waiting.size / MANY);
    let isAny = false;
    for (const [living, since] of waiting) {
      const awaited = isAwaited(living, since, now);
      isAny ||= awaited;
      const blinded = !screens.hasPane(living);
      if (blinded && book.of(living).length === 0) blind(living);
      // A look takes its time: at the beat after it, it is due.
      const pace = (awaited ? AWAITED / 2 : EACH) * many;
      if ((blinded ? (screens.lookedAt(living) ?? 0) + LOST : dueAt(living, pace)) <= now) screens.soon(living);
    }
    if (waiting.size > 0) wind(isAny ? AWAITED : BEAT);
  };

  /** Beats in so long at the latest. */
  const wind = (ms: number) => {
    const at = clock.steady() + ms;
    if (timer !== null && timer.at <= at) return;
    if (timer !== null) clearTimeout(timer.handle);
    timer = { at, handle: setTimeout(beat, ms) };
    timer.handle.unref();
  };

  /** What cannot be read has times of its own, and is then left alone until somebody asks or tmux rings. */
  const dueAt = (living: Living, each: number): number => {
    const reading = book.of(living).find((asked) => asked.reading !== null)?.reading ?? null;
    if (reading !== null) return reading.nextAt ?? Number.POSITIVE_INFINITY;
    return (screens.lookedAt(living) ?? 0) + each;
  };

  return {
    consider(living) {
      if (!waits(living)) {
        waiting.delete(living);
        return;
      }
      const now = clock.steady();
      const since = waiting.get(living) ?? now;
      waiting.set(living, since);
      wind(isAwaited(living, since, now) ? AWAITED : BEAT);
    },
    forget: (living) => void waiting.delete(living),
    dispose() {
      waiting.clear();
      if (timer !== null) clearTimeout(timer.handle);
      timer = null;
    },
  };
}
