// Whether the dialog in front is still the one that the last look saw: the next one of Claude's queue may say the very
// same. Claude counts those that were answered; what was answered elsewhere than in front is taken off.

import type { Dialog } from '../../core/dialog.ts';
import { answeredBetween } from '../../core/dialog-queue.ts';
import type { Steady } from '../../core/evidence.ts';
import type { Living } from '../living.ts';
import { type Asked, isVisible } from './asked.ts';
import type { PromptBook } from './book.ts';

/** Claude counts a prompt that was answered elsewhere so long after we closed it at most, in milliseconds. */
const COUNTED = 5_000;

/** The last look at a dialog of one session. */
interface Seen {
  readonly dialog: Dialog;
  /** The prompt that it was of. */
  readonly front: Asked | null;
  /** Prompts that waited behind it, and since when each is known to be over. */
  readonly behind: Map<Asked, Steady | null>;
}

/** Follows the dialogs in front. */
export interface PassedDialogs {
  /**
   * How many dialogs that read like this one were answered in front since the last look.
   * @param front the prompt that the last look saw there, as far as its words tell.
   */
  since(living: Living, front: Asked | null, dialog: Dialog, at: Steady): number;
  /** A prompt of the session was closed, by whomever. */
  closed(living: Living, asked: Asked, at: Steady): void;
  /** Nothing waits there any more: Claude counts from the beginning. */
  forget(living: Living): void;
}

/** Follows the dialogs in front of all sessions. */
export function followPassed(book: Pick<PromptBook, 'of' | 'byId'>): PassedDialogs {
  const last = new Map<Living, Seen>();
  /** Prompts whose end Claude has counted. */
  const counted = new WeakSet<Asked>();

  /** Takes off what else was answered, or is being. */
  const withoutOthers = (answered: number, behind: Map<Asked, Steady | null>): number => {
    let left = answered;
    for (const [asked, overSince] of behind) {
      if (left === 0) break;
      if (overSince === null && asked.standing !== 'sending') continue;
      counted.add(asked);
      behind.delete(asked);
      left -= 1;
    }
    return left;
  };

  return {
    since(living, front, dialog, at) {
      // Before a restart it was written down what its prompt had shown.
      const before = last.get(living) ?? (front?.shown ? { dialog: front.shown, front, behind: new Map() } : null);
      const behind = new Map(before?.behind);
      for (const [asked, overSince] of behind) {
        if (book.byId(asked.id) !== undefined) continue;
        if (overSince === null) behind.set(asked, at);
        else if (at - overSince > COUNTED) behind.delete(asked);
      }
      const answered = before === null ? 0 : answeredBetween(before.dialog, dialog);
      const isSame = before?.dialog.fingerprint === dialog.fingerprint;
      // What another dialog stands in the place of was answered, and is not taken off when we hear of it.
      if (!isSame && before?.front) counted.add(before.front);
      const left = withoutOthers(isSame ? answered : Math.max(0, answered - 1), behind);
      for (const asked of book.of(living))
        if (isVisible(asked) && !counted.has(asked) && !behind.has(asked)) behind.set(asked, null);
      if (front !== null) behind.delete(front);
      last.set(living, { dialog, front, behind });
      return isSame ? left : 0;
    },
    closed(living, asked, at) {
      if (asked.dialog === null && isVisible(asked) && !counted.has(asked)) last.get(living)?.behind.set(asked, at);
    },
    forget: (living) => void last.delete(living),
  };
}
