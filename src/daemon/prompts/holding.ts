// Launchers that wait: which are kept waiting, which are let go, and what is left behind by those that were killed.
// Claude shows nothing of a background agent's question or of a form while its hook is held, so these are kept only
// while somebody looks here and nowhere else, and never for long.

import type { Steady } from '../../core/evidence.ts';
import type { HookQuestion } from '../../core/hook-question.ts';
import type { Living } from '../living.ts';
import type { Clock, Dispose, HeldHooks } from '../ports.ts';
import type { Sessions } from '../sessions.ts';
import type { Asked } from './asked.ts';
import type { PromptBook } from './book.ts';

/**
 * The longest that Claude is kept from showing something, in milliseconds since its hook ran. Claude itself ends the
 * hook of a form after 60 s: by then it must be gone, or what ended it would pass for a refusal.
 */
const LONGEST: Readonly<Record<HookQuestion['asks'], number>> = { permission: 60_000, form: 50_000 };
/** While something is hidden, whether anybody still looks is asked this often, in milliseconds. */
const LOOK = 500;

/** What holding needs. */
export interface HoldingOptions {
  readonly held: HeldHooks;
  readonly book: PromptBook;
  readonly sessions: Pick<Sessions, 'tell' | 'settle' | 'byId'>;
  readonly clock: Clock;
  /** Whether any client shows a person what is asked. */
  readonly looking: () => boolean;
  readonly hasPane: (living: Living) => boolean;
  readonly log: (text: string) => void;
}

/** Holds launchers. */
export interface Holding {
  /** A prompt was opened, or one on the screen took its hook. */
  opened(living: Living, asked: Asked): void;
  closed(asked: Asked): void;
  /** Takes up one that was kept from before: what was hidden must not stay so, for nobody holds it any more. */
  recover(living: Living, asked: Asked): boolean;
  /** Claude shows it from now on, and its launcher is let go. @returns false where it was not hidden. */
  surface(living: Living, asked: Asked): boolean;
  /** Lets a launcher go that waits for nothing. */
  release(name: string): void;
  /** Tells a session how many of its prompts are held where Claude shows nothing of them. */
  count(living: Living): void;
  /** Takes away what killed launchers left, and lets go of those whose question is over. */
  sweep(): void;
  /** Lets go of every launcher whose question nobody can see; those of others wait for the next daemon. */
  dispose: Dispose;
}

interface Hold {
  readonly living: Living;
  readonly timer: NodeJS.Timeout;
  end: Dispose | null;
}

/** Holds the launchers of all prompts. */
export function holdPrompts(options: HoldingOptions): Holding {
  const { held, book, sessions, clock, looking, hasPane, log } = options;
  const holds = new Map<Asked, Hold>();
  let watching: NodeJS.Timeout | null = null;
  /** A page that is loaded again is away for a moment: nobody looks only when that is seen twice. */
  let deserted = false;
  /** Names that no prompt accounts for, since when. */
  let strays = new Map<string, Steady>();
  /** Prompts whose launcher was found to have ended without a word, so far. */
  let lost: ReadonlySet<Asked> = new Set();
  let disposed = false;

  const release = (name: string) => {
    held.release(name).catch((error: unknown) => log(`a launcher could not be let go: ${String(error)}`));
  };

  const surface = (living: Living, asked: Asked): boolean => {
    const { hook } = asked;
    drop(asked);
    if (hook === null || !hook.hidden) return false;
    hook.hidden = false;
    hook.visibleAt = clock.steady();
    if (hook.held !== null) release(hook.held);
    hook.held = null;
    count(living);
    sessions.settle(living);
    book.tell(living);
    return true;
  };

  const drop = (asked: Asked) => {
    const hold = holds.get(asked);
    if (hold === undefined) return;
    clearTimeout(hold.timer);
    hold.end?.();
    holds.delete(asked);
    if (holds.size === 0) unwatch();
  };

  const keep = (living: Living, asked: Asked, name: string, left: number) => {
    drop(asked);
    const timer = setTimeout(() => surface(living, asked), left);
    timer.unref();
    const hold: Hold = { living, timer, end: null };
    holds.set(asked, hold);
    watching ??= setInterval(look, LOOK).unref();
    held
      .hold(name)
      .then((end) => {
        if (holds.get(asked) === hold && !disposed) hold.end = end;
        else end?.();
      })
      .catch((error: unknown) => log(`a launcher could not be held: ${String(error)}`));
  };

  const look = () => {
    const nobody = !looking();
    for (const [asked, { living }] of [...holds]) if ((nobody && deserted) || hasPane(living)) surface(living, asked);
    deserted = nobody;
  };

  const unwatch = () => {
    if (watching !== null) clearInterval(watching);
    watching = null;
    deserted = false;
  };

  const count = (living: Living) => {
    const prompts = book.of(living).filter(({ hook }) => hook?.hidden === true).length;
    if (prompts === living.picture.holding) return;
    sessions.tell(living, [{ source: 'memory', at: clock.steady(), kind: 'holding', prompts }]);
  };

  /** Its launcher ended: what it left may say why, and is still to be read. */
  const isLost = ({ hook }: Asked) => hook !== null && hook.held !== null && !held.writerLives(hook.held);

  /** It ended without a word, as with a kill that nothing can trap: nobody waits there. */
  const forget = (asked: Asked) => {
    if (asked.hook !== null) asked.hook.held = null;
    const living = sessions.byId(asked.session);
    if (living !== undefined && !surface(living, asked)) book.tell(living);
  };

  return {
    opened(living, asked) {
      const { hook } = asked;
      if (hook === null || !hook.hidden || hook.held === null) return;
      const left = LONGEST[hook.question.asks] - (clock.steady() - hook.at);
      if (hasPane(living) || !looking() || left <= 0 || isLost(asked)) surface(living, asked);
      else keep(living, asked, hook.held, left);
      count(living);
    },
    closed(asked) {
      drop(asked);
      const name = asked.hook?.held ?? null;
      if (name !== null) release(name);
      if (asked.hook !== null) asked.hook.held = null;
    },
    recover: surface,
    surface,
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
      const ended = book.all().filter(isLost);
      for (const asked of ended.filter((one) => lost.has(one))) forget(asked);
      lost = new Set(ended);
    },
    dispose() {
      disposed = true;
      for (const asked of [...holds.keys()]) drop(asked);
      const shown = new Set(book.all().flatMap(({ hook }) => (hook?.hidden === false ? (hook.held ?? []) : [])));
      for (const name of held.names()) if (!shown.has(name)) release(name);
    },
  };
}
