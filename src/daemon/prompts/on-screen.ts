// What a session's screen says of its prompts: which one stands in front, which are gone, and what cannot be read. It
// presses nothing.

import type { Dialog, ScreenReading } from '../../core/dialog.ts';
import { dialogFits, onlyFit } from '../../core/dialog-fits.ts';
import { mayBeEndOf } from '../../core/dialog-fits-alone.ts';
import type { Steady } from '../../core/evidence.ts';
import type { Ending, PromptKind } from '../../core/prompt.ts';
import { isSameDialog } from '../../core/same-dialog.ts';
import type { Living } from '../living.ts';
import type { Clock } from '../ports.ts';
import { type Asked, isVisible, saysItWaits } from './asked.ts';
import type { PromptBook } from './book.ts';
import { followPassed } from './passed-dialogs.ts';
import { DRAWING, type Look } from './screens.ts';

/** What reading screens needs. */
export interface OnScreenOptions {
  readonly book: Pick<PromptBook, 'of' | 'byId'>;
  readonly hasPane: (living: Living) => boolean;
  readonly open: (living: Living, kind: PromptKind) => Asked;
  readonly over: (asked: Asked, ending: Ending) => void;
  /** Claude counts the dialog of this one as answered. */
  readonly counted: (asked: Asked) => void;
  readonly clock: Pick<Clock, 'steady'>;
}

/** Keeps prompts in step with screens. */
export interface OnScreen {
  looked(living: Living, look: Look): void;
  /** A session waits, and nothing tells for what. */
  bare(living: Living, lines: readonly string[] | null, at: Steady): void;
  /** Something accounts for its waiting, or it waits no more. */
  accounted(living: Living): void;
  /** A prompt of it was closed, by whomever. */
  closed(living: Living, asked: Asked): void;
  forget(living: Living): void;
}

/**
 * A dialog that nothing accounts for becomes a prompt when it is whole; where hooks of its session are heard, when the
 * same is still read after so long, in milliseconds: its own hook may be on its way.
 */
const HOOK_MAY_COME = 350;
/** The same where a screen cannot be looked at, or shows nothing that is understood, in milliseconds. */
const BARE = 1_200;
/** A screen that cannot be read is read again after these times, in milliseconds; then the person must ask. */
const RETRIES = [500, 1_000, 2_000, 4_000];
/** A composer this long after a question shows that it is over, in milliseconds: a dialog takes a moment to be drawn. */
const DRAWN = 1_000;

/** Reads prompts off the screens of sessions. */
export function promptsOnScreen({ book, hasPane, open, over, counted, clock }: OnScreenOptions): OnScreen {
  /** Dialogs that nothing accounts for yet: which, and since when. */
  const unaccounted = new Map<Living, { readonly fingerprint: string; readonly since: Steady }>();
  /** Since when a session waits without any prompt of ours. */
  const waitingBare = new Map<Living, Steady>();
  const passed = followPassed(book);
  /** Prompts whose dialog was answered, as Claude's count tells, and that are open only while an answer is on its way. */
  const past = new WeakSet<Asked>();

  const openOf = (living: Living): readonly Asked[] => book.of(living).filter((asked) => !past.has(asked));

  /** Which open prompt a dialog is: the one that has shown it already, else the oldest whose question it shows. */
  const accountOf = (living: Living, dialog: Dialog): Asked | null => {
    const all = openOf(living);
    // Also while its screen could not be read in between, and after a restart.
    const same = all.find(({ dialog: now, shown }) => isKnown(now ?? shown, dialog));
    if (same !== undefined) return same;
    const fit = onlyFit(dialog, all.filter(isVisible), ({ hook }) => hook?.question ?? null);
    if (fit !== null) return fit;
    // One that no screen was read of yet takes the first dialog that is read.
    return all.find((asked) => asked.hook === null && asked.shown === null) ?? null;
  };

  /** The only open one of a session, where little of a dialog is seen: by now a hook of its own would have come. */
  const aloneWith = (living: Living, dialog: Dialog): Asked | null => {
    const [only, ...more] = openOf(living);
    if (only === undefined || more.length > 0 || only.hook === null || !isVisible(only)) return null;
    return mayBeEndOf(dialog, only.hook.question, only.dialog) ? only : null;
  };

  /** Of a session that runs hooks, another program's may have answered one behind it, of which nothing was heard yet. */
  const mayBePast = (living: Living, front: Asked, dialog: Dialog): boolean => {
    if (front.hook === null || front.standing === 'sending') return true;
    const others = openOf(living).filter((other) => other !== front && isVisible(other));
    return others.some(({ hook }) => hook !== null && dialogFits(dialog, hook.question));
  };

  /** The prompt in front. Those before it whose dialogs read the same and were answered are over. */
  const frontOf = (living: Living, dialog: Dialog, at: Steady): Asked | null => {
    let front = accountOf(living, dialog);
    for (let left = passed.since(living, front, dialog, at); left > 0; left -= 1) {
      if (front === null || !mayBePast(living, front, dialog)) break;
      past.add(front);
      front.dialog = null;
      counted(front);
      over(front, 'terminal');
      front = accountOf(living, dialog);
    }
    return front;
  };

  const showDialog = (living: Living, dialog: Dialog, at: Steady) => {
    waitingBare.delete(living);
    let front = frontOf(living, dialog, at);
    if (front === null) {
      if (!isDue(living, dialog, at)) return;
      front = aloneWith(living, dialog) ?? open(living, dialog.kind);
    }
    unaccounted.delete(living);
    // What stood in front before is answered, or it would still stand there.
    for (const other of book.of(living))
      if (other !== front && (other.dialog !== null || isOnlyOfScreen(other) || past.has(other)))
        over(other, 'terminal');
    if (front.dialog?.fingerprint !== dialog.fingerprint) front.dialogSince = at;
    // What hides that it is a permission hides some of its options.
    const seen =
      front.hook !== null && front.kind === 'permission' && dialog.kind === 'dialog'
        ? { ...dialog, listCut: true }
        : dialog;
    front.dialog = front.shown?.fingerprint === dialog.fingerprint ? withKnownTexts(seen, front.shown) : seen;
    front.shown = front.dialog;
    if (front.hook === null) front.kind = dialog.kind;
    front.wasOnScreen = true;
    front.seenAt = at;
    front.maybeAnswered = false;
    front.unreadable = null;
    front.reading = null;
  };

  /** It may be drawn only in part, and its hook may be on its way. */
  const isDue = (living: Living, { fingerprint }: Dialog, at: Steady): boolean => {
    const known = unaccounted.get(living);
    if (known?.fingerprint !== fingerprint) {
      unaccounted.set(living, { fingerprint, since: at });
      return false;
    }
    return at - known.since >= (living.picture.hooks.heardAt === null ? DRAWING : HOOK_MAY_COME);
  };

  /** Another view of Claude's, or another program: where the dialog is now, nobody knows. */
  const showNothing = (living: Living, at: Steady) => {
    unaccounted.delete(living);
    for (const asked of book.of(living)) asked.dialog = null;
    if (saysItWaits(living, at) && book.of(living).length === 0) bare(living, null, at);
  };

  /** The composer stands where a dialog would. */
  const showNone = (living: Living, at: Steady) => {
    unaccounted.delete(living);
    passed.forget(living);
    for (const asked of book.of(living)) {
      if (!isVisible(asked)) continue;
      const seenBefore = asked.dialog !== null || (asked.wasOnScreen && at - asked.openedAt > DRAWN);
      asked.dialog = null;
      if (seenBefore) over(asked, 'terminal');
      else if (asked.hook === null && !saysItWaits(living, at)) over(asked, 'terminal');
    }
    if (saysItWaits(living, at) && book.of(living).length === 0) bare(living, null, at);
  };

  /** A session waits, and nothing tells for what: a card that says so, and reads the screen again. */
  const bare = (living: Living, lines: readonly string[] | null, at: Steady) => {
    const since = waitingBare.get(living) ?? at;
    waitingBare.set(living, since);
    if (at - since < BARE) return;
    const asked = open(living, 'dialog');
    if (hasPane(living)) couldNotRead(asked, lines, at);
  };

  const couldNotRead = (asked: Asked, lines: readonly string[] | null, at: Steady) => {
    asked.unreadable = lines;
    asked.dialog = null;
    const { reading } = asked;
    // Looked at for another reason: its own time has not come, or has passed.
    if (reading !== null && (reading.nextAt === null || at < reading.nextAt)) return;
    const tries = (reading?.tries ?? 0) + 1;
    const wait = RETRIES[tries - 1];
    asked.reading = { tries: Math.min(tries, RETRIES.length + 1), nextAt: wait === undefined ? null : at + wait };
  };

  const showUnreadable = (living: Living, { lines }: Extract<ScreenReading, { kind: 'unreadable' }>, at: Steady) => {
    const visible = book.of(living).filter(isVisible);
    const [first] = visible;
    if (first === undefined) {
      if (saysItWaits(living, at)) bare(living, lines, at);
      return;
    }
    for (const asked of visible) if (asked.hook === null || asked.dialog !== null) couldNotRead(asked, lines, at);
  };

  return {
    bare,
    accounted: (living) => void waitingBare.delete(living),
    closed(living, asked) {
      if (book.of(living).length === 0) passed.forget(living);
      else passed.closed(living, asked, clock.steady());
    },
    looked(living, { reading, at }) {
      switch (reading.kind) {
        case 'dialog':
          showDialog(living, reading.dialog, at);
          break;
        case 'unreadable':
          showUnreadable(living, reading, at);
          break;
        case 'composer':
          showNone(living, at);
          break;
        case 'nothing':
          showNothing(living, at);
      }
    },
    forget(living) {
      unaccounted.delete(living);
      waitingBare.delete(living);
      passed.forget(living);
    },
  };
}

function isKnown(seen: Dialog | null, dialog: Dialog): boolean {
  return seen !== null && isSameDialog(seen, dialog);
}

/** No hook told of it, and its dialog was seen before: another dialog in its place shows that it is over. */
function isOnlyOfScreen({ hook, shown }: Asked): boolean {
  return hook === null && shown !== null;
}

/** Claude names the key that adds words only while the highlight is where it works. */
function withKnownTexts(dialog: Dialog, before: Dialog): Dialog {
  return {
    ...dialog,
    amendable: dialog.amendable || before.amendable,
    options: dialog.options.map((option, at) =>
      option.text === 'no' ? { ...option, text: before.options[at]?.text ?? 'no' } : option,
    ),
  };
}
