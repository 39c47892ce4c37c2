// Launchers that wait: which are kept waiting, which are let go, and what is left behind by those that were killed.
// Claude shows nothing of a background agent's question or of a form while its hook is held, so these are kept only
// while somebody looks here and nowhere else, and never for long.

import type { Steady } from '../../core/evidence.ts';
import type { Living } from '../living.ts';
import type { Clock, Dispose, HeldHooks } from '../ports.ts';
import type { Sessions } from '../sessions.ts';
import type { Asked } from './asked.ts';
import type { PromptBook } from './book.ts';

/** The longest that Claude is kept from showing something, in milliseconds. */
const LONGEST = 60_000;

/** What holding needs. */
export interface HoldingOptions {
  readonly held: HeldHooks;
  readonly book: PromptBook;
  readonly sessions: Pick<Sessions, 'tell' | 'settle'>;
  readonly clock: Clock;
  /** Whether any client follows what happens. */
  readonly looking: () => boolean;
  readonly hasPane: (living: Living) => boolean;
  readonly log: (text: string) => void;
}

/** Holds launchers. */
export interface Holding {
  opened(living: Living, asked: Asked): void;
  closed(asked: Asked): void;
  /** Lets Claude show it from now on; false where it was not kept from the screen. */
  surface(living: Living, asked: Asked): boolean;
  /** Takes up one that was restored: what kept it from the screen ended with the daemon before. */
  recover(living: Living, asked: Asked): void;
  /** Lets a launcher go that waits for nothing. */
  release(name: string): void;
  /** Tells a session how many of its prompts are held where Claude shows nothing of them. */
  count(living: Living): void;
  /** Takes away what killed launchers left, and lets go of those whose question is over. */
  sweep(): void;
  dispose: Dispose;
}

/** Holds the launchers of all prompts. */
export function holdPrompts(options: HoldingOptions): Holding {
  const { held, book, sessions, clock, looking, hasPane, log } = options;
  const holds = new Map<Asked, { end: Dispose | null; readonly timer: NodeJS.Timeout }>();
  /** Names that no prompt accounts for, since when. */
  let strays = new Map<string, Steady>();
  let disposed = false;

  const release = (name: string) => {
    held.release(name).catch((error: unknown) => log(`a launcher could not be let go: ${String(error)}`));
  };

  const letGo = (living: Living, asked: Asked) => {
    const { hook } = asked;
    drop(asked);
    if (hook === null || !hook.hidden) return;
    hook.hidden = false;
    hook.visibleAt = clock.steady();
    if (hook.held !== null) release(hook.held);
    hook.held = null;
    count(living);
    sessions.settle(living);
    book.tell(living);
  };

  const drop = (asked: Asked) => {
    const hold = holds.get(asked);
    if (hold === undefined) return;
    clearTimeout(hold.timer);
    hold.end?.();
    holds.delete(asked);
  };

  const keep = (living: Living, asked: Asked, name: string) => {
    const timer = setTimeout(() => letGo(living, asked), LONGEST);
    timer.unref();
    const hold = { end: null as Dispose | null, timer };
    holds.set(asked, hold);
    held
      .hold(name)
      .then((end) => {
        if (holds.get(asked) === hold && !disposed) hold.end = end;
        else end?.();
      })
      .catch((error: unknown) => log(`a launcher could not be held: ${String(error)}`));
  };

  const count = (living: Living) => {
    const prompts = book.of(living).filter(({ hook }) => hook?.hidden === true).length;
    if (prompts === living.picture.holding) return;
    sessions.tell(living, [{ source: 'memory', at: clock.steady(), kind: 'holding', prompts }]);
  };

  return {
    opened(living, asked) {
      const { hook } = asked;
      if (hook === null || !hook.hidden || hook.held === null) return;
      if (hasPane(living) || !looking()) letGo(living, asked);
      else keep(living, asked, hook.held);
      count(living);
    },
    surface(living, asked) {
      const hidden = asked.hook?.hidden === true;
      if (hidden) letGo(living, asked);
      return hidden;
    },
    recover(living, asked) {
      const { hook } = asked;
      if (hook !== null && hook.held !== null && !held.writerLives(hook.held)) hook.held = null;
      letGo(living, asked);
    },
    closed(asked) {
      drop(asked);
      const name = asked.hook?.held ?? null;
      if (name !== null) release(name);
      if (asked.hook !== null) asked.hook.held = null;
    },
    release,
    count,
    sweep() {
      const now = clock.steady();
      const accounted = new Set(book.all().flatMap(({ hook }) => hook?.held ?? []));
      const found = new Map<string, Steady>();
      for (const name of held.names()) {
        if (accounted.has(name)) continue;
        const since = strays.get(name);
        // Its question may be on its way: it is let go at the second sight.
        found.set(name, since ?? now);
        if (since === undefined) continue;
        if (held.writerLives(name)) release(name);
        else held.remove(name);
      }
      strays = found;
      for (const { hook } of book.all())
        if (hook !== null && hook.held !== null && !held.writerLives(hook.held)) hook.held = null;
    },
    dispose() {
      disposed = true;
      for (const asked of [...holds.keys()]) drop(asked);
    },
  };
}
