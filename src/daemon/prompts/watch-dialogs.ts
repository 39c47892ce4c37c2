// Looks again and again at screens where a dialog stands or may stand: no bell of tmux's or Claude's tells in time that
// it was answered there. Screens of sessions at work are left to tmux's own bell.

import type { Living } from '../living.ts';
import type { Clock, Dispose } from '../ports.ts';
import type { Sessions } from '../sessions.ts';
import type { PromptBook } from './book.ts';
import type { Screens } from './screens.ts';

/** How often sessions are gone through, in milliseconds. */
const BEAT = 150;
/** A screen is looked at this often, in milliseconds; where more than `MANY` must be, as often in turn. */
const EACH = 450;
const MANY = 20;

/** Begins to look; returns what ends it. */
export function watchDialogs(options: {
  readonly sessions: Pick<Sessions, 'all'>;
  readonly screens: Screens;
  readonly book: PromptBook;
  readonly clock: Clock;
}): Dispose {
  const { sessions, screens, book, clock } = options;

  /** When its screen is due, steady milliseconds; `null`: not at all. */
  const dueAt = (living: Living, each: number): number | null => {
    if (living.endedAt !== null || !screens.hasPane(living)) return null;
    const prompts = book.of(living);
    const waits = living.decision.state === 'needs-input' || living.picture.pane?.dialog != null;
    const visible = prompts.filter(({ hook }) => hook === null || !hook.hidden);
    if (visible.length === 0 && !waits) return null;
    const last = screens.lookedAt(living) ?? 0;
    const reading = visible.find((asked) => asked.reading !== null)?.reading ?? null;
    // What cannot be read has times of its own, and is then left alone until somebody asks or the screen rings.
    return reading === null ? last + each : reading.nextAt;
  };

  const timer = setInterval(() => {
    const now = clock.steady();
    const all = [...sessions.all()].filter((living) => dueAt(living, 0) !== null);
    const each = EACH * Math.max(1, all.length / MANY);
    for (const living of all) if ((dueAt(living, each) ?? Number.POSITIVE_INFINITY) <= now) screens.soon(living);
  }, BEAT);
  timer.unref();
  return () => clearInterval(timer);
}
