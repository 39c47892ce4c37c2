// Closes prompts that hooks, levels and transcripts show to be over. Where several are open, a level that moved tells
// that one was answered and not which: then the screen, or each one's own evidence, decides.

import type { Steady } from '../../core/evidence.ts';
import { EDGE_HOLD, votingLevel } from '../../core/level.ts';
import type { Ending } from '../../core/prompt.ts';
import { endOfPrompt, promptRecheckAt } from '../../core/prompt-over.ts';
import type { Living } from '../living.ts';
import { alikeQuestions } from './alike-questions.ts';
import { type Asked, type AskedByHook, isVisible, saysItWaits } from './asked.ts';
import type { PromptBook } from './book.ts';
import type { Signs } from './signs.ts';

/** What closing needs. */
export interface ClosingOptions {
  readonly book: Pick<PromptBook, 'of'>;
  readonly signs: Pick<Signs, 'leftWaitingAt'>;
  readonly hasPane: (living: Living) => boolean;
  readonly over: (asked: Asked, ending: Ending) => void;
}

/** Closes prompts. */
export interface Closing {
  closeOver(living: Living, now: Steady): void;
  /** Whether a question is over before it is opened. */
  isOver(living: Living, hook: AskedByHook, now: Steady): boolean;
  /** When time alone may close one of them; `null`: never. */
  recheckAt(living: Living, now: Steady): Steady | null;
  /** A prompt was closed, by whomever. */
  closed(living: Living, asked: Asked): void;
  forget(living: Living): void;
}

/** Makes what closes prompts of sessions. */
export function closePrompts({ book, signs, hasPane, over }: ClosingOptions): Closing {
  const alike = alikeQuestions();

  /** Visible prompts that were asked before the level last left `waiting`. */
  const before = (living: Living, left: Steady): readonly Asked[] =>
    book.of(living).filter(({ hook }) => hook !== null && !hook.hidden && hook.visibleAt < left);

  /** Since when the level has ceased to wait, as far as that tells of each prompt. */
  const leftFor = (living: Living, now: Steady): Steady | null => {
    const left = signs.leftWaitingAt(living);
    if (left === null || before(living, left).length < 2) return left;
    const waitsAgain = votingLevel(living.picture, now)?.word === 'waiting';
    return waitsAgain || now - left < EDGE_HOLD ? null : left;
  };

  const endOf = ({ picture }: Living, hook: AskedByHook, onScreen: boolean, left: Steady | null, now: Steady) =>
    endOfPrompt(
      picture,
      { ...hook, onScreen, callKnown: hook.toolId !== null, visibleAt: hook.hidden ? null : hook.visibleAt },
      left,
      now,
    );

  /** A screen that cannot be looked at shows nothing: then only the level tells. */
  const isGoneFromScreen = (living: Living, { wasOnScreen, openedAt, seenAt }: Asked): boolean => {
    const { pane } = living.picture;
    if (pane !== null) return pane.dialog === null;
    const left = signs.leftWaitingAt(living);
    return !wasOnScreen || (left !== null && left > Math.max(openedAt, seenAt));
  };

  return {
    closeOver(living, now) {
      const left = leftFor(living, now);
      for (const asked of book.of(living)) {
        if (asked.hook !== null) {
          const end = (hook: AskedByHook) => endOf(living, hook, asked.dialog !== null, left, now);
          const ending = end(asked.hook);
          if (ending !== null && !alike.exchange(living, asked, (hook) => end(hook) !== null)) over(asked, ending);
        } else if (!saysItWaits(living, now) && isGoneFromScreen(living, asked)) over(asked, 'terminal');
      }
      const leftAt = signs.leftWaitingAt(living);
      if (left !== null || leftAt === null || hasPane(living)) return;
      for (const asked of before(living, leftAt)) asked.maybeAnswered = true;
    },
    isOver: (living, hook, now) => endOf(living, hook, false, signs.leftWaitingAt(living), now) !== null,
    recheckAt(living, now) {
      const left = signs.leftWaitingAt(living);
      const moments = book.of(living).flatMap((asked) => {
        if (asked.hook === null) return [];
        const at = promptRecheckAt({ ...asked.hook, visibleAt: isVisible(asked) ? asked.hook.visibleAt : null });
        return [...(at === null ? [] : [at]), ...(left === null ? [] : [left + EDGE_HOLD])];
      });
      const next = moments.filter((at) => at > now);
      return next.length === 0 ? null : Math.min(...next);
    },
    closed: (living, asked) => alike.closed(asked, book.of(living)),
    forget: alike.forget,
  };
}
