// Whose answer ended a dialog that got our key. The person at the terminal may have been quicker by less than a look
// takes: then our key came too late, and stands in the composer. It takes back that one key and presses nothing else.

import type { Dialog } from '../../core/dialog.ts';
import { votingLevel } from '../../core/level.ts';
import type { Keys } from '../../core/pane.ts';
import type { PromptAnswer } from '../../core/prompt.ts';
import { isSameDialog } from '../../core/same-dialog.ts';
import { composerGuard } from '../composer-text.ts';
import type { Living } from '../living.ts';
import type { Clock } from '../ports.ts';
import { wait } from '../wait.ts';
import type { Effect } from './effects.ts';
import type { Screens } from './screens.ts';
import type { Heard, Signs } from './signs.ts';

/** What judging needs. */
export interface DialogEndOptions {
  readonly screens: Screens;
  readonly signs: Signs;
  readonly clock: Clock;
  /** Reads what registry and transcript tell now. */
  readonly readAgain: (living: Living) => void;
}

/** One answer whose last key was pressed. */
export interface LastKey {
  readonly keys: Keys;
  readonly at: number;
  /** What stood in the composer before; `null`: not known. */
  readonly draft: string | null;
  readonly answer: PromptAnswer;
  /** What was told of the prompt since before the first key. */
  readonly heard: Heard;
  /** Whether a dialog is still the one that was answered. */
  readonly stands: (dialog: Dialog) => boolean;
}

/** The dialog is gone within so long after the last key, or the answer is not confirmed, in milliseconds. */
const GOES = 4_000;
/** Without a status to ask, a screen that shows neither dialog nor composer for so long has lost its dialog, in milliseconds. */
const EMPTY = 1_000;
/** A refusal is in the transcript so soon after its dialog is gone, in milliseconds. */
const STOPPED = 1_500;
/** A turn that rests although it was to go on has its interrupt in the transcript so soon, in milliseconds. */
const RESTED = 700;
/** The same of a turn that is at work, in milliseconds. */
const WORKS = 400;
/** A key that came too late stands in the composer so soon, in milliseconds. */
const DRAWN = 300;
/** How often is looked meanwhile, in milliseconds. */
const GLANCE = 40;

/** Makes what watches the ends of dialogs. */
export function watchDialogEnd({
  screens,
  signs,
  clock,
  readAgain,
}: DialogEndOptions): (living: Living, dialog: Dialog, last: LastKey) => Promise<Effect> {
  return async (living, dialog, last) => {
    if (!(await isGone(living, last))) return 'nothing';
    const look = await screens.look(living);
    // The next of several questions stands there. One that reads the very same is another dialog, or this one still.
    const isNext =
      look !== null &&
      !('trouble' in look) &&
      look.reading.kind === 'dialog' &&
      look.reading.dialog.fingerprint !== dialog.fingerprint &&
      isSameDialog(look.reading.dialog, dialog);
    return isNext ? 'seen' : judge(living, dialog, last);
  };

  /** Only what is seen tells that it is gone: a screen may show another view for a while, or nothing yet. */
  async function isGone(living: Living, { at, stands, heard }: LastKey): Promise<boolean> {
    let emptySince: number | null = null;
    for (const end = clock.steady() + GOES; clock.steady() < end; await wait(GLANCE)) {
      const look = await screens.look(living);
      // Another one of the same words may stand in its place.
      if (living.endedAt !== null || heard.passed || isOthers(heard)) return true;
      const reading = look === null || 'trouble' in look ? null : look.reading;
      if (reading?.kind === 'composer') return true;
      if (reading?.kind === 'dialog' && !stands(reading.dialog)) return true;
      if (reading?.kind !== 'nothing') {
        emptySince = null;
        continue;
      }
      if ((signs.leftWaitingAt(living) ?? 0) >= at) return true;
      emptySince ??= clock.steady();
      if (votingLevel(living.picture, clock.steady()) === null && clock.steady() - emptySince >= EMPTY) return true;
    }
    return false;
  }

  async function judge(living: Living, dialog: Dialog, { keys, draft, answer, heard }: LastKey): Promise<Effect> {
    if (living.endedAt !== null) return mayEndIt(dialog, answer) ? 'seen' : 'unknown';
    if (isOthers(heard)) return OTHERS;
    const digit = 'text' in keys && /^\d$/.test(keys.text) ? keys.text : null;
    const isTold = isToldOf(dialog);
    const stops = isTold && isPlainNo(answer);
    const level = () => votingLevel(living.picture, clock.steady())?.word ?? null;
    let end = clock.steady() + (stops ? STOPPED : isTold ? (level() === 'idle' ? RESTED : WORKS) : digit ? DRAWN : 0);
    while (clock.steady() < end) {
      readAgain(living);
      if (isOthers(heard)) return OTHERS;
      if (digit !== null && (await takesBack(living, draft ?? '', digit))) return { over: 'terminal' };
      if (isTold && heard.stopped) end = Math.min(end, clock.steady() + DRAWN);
      await wait(GLANCE);
    }
    if (!stops) return isTold && heard.stopped ? { over: 'stopped' } : 'seen';
    if (heard.stopped) return 'seen';
    if (level() === 'busy') return { over: 'terminal' };
    return living.picture.transcript.readAt === null ? 'seen' : 'unknown';
  }

  /** Whether the digit stands in the composer behind the person's draft; takes it away. */
  async function takesBack(living: Living, draft: string, digit: string): Promise<boolean> {
    const look = await screens.look(living);
    if (look === null || 'trouble' in look || look.reading.kind !== 'composer') return false;
    if (unspaced(look.reading.draft) !== unspaced(draft) + digit) return false;
    const pane = screens.paneOf(living);
    const guard = composerGuard(look.screen);
    if (pane === null || guard === null) return true;
    const { process } = look.screen;
    await pane.server.press(pane.address, { ...guard, process, keys: { key: 'BSpace' } });
    return true;
  }
}

/** Claude wrote that a hook decided it: then no key did. */
function isOthers({ over }: Heard): boolean {
  return over === OTHERS.over;
}

const OTHERS = { over: 'other-hook' } as const;

/** A draft may wrap elsewhere with one more character in it. */
function unspaced(draft: string): string {
  return draft.replace(/\s+/g, '');
}

/** Dialogs of the main conversation's tools: what became of them is told in its transcript. */
function isToldOf({ kind, agent }: Dialog): boolean {
  return agent === null && (kind === 'permission' || kind === 'question' || kind === 'plan');
}

/**
 * Whether Claude ends of this answer, as a dialog of its own asks (No to trust, Exit). Of any other its end tells
 * nothing: its terminal may have been closed before it read the key.
 */
function mayEndIt({ kind }: Dialog, { option: { meaning, label } }: PromptAnswer): boolean {
  return kind === 'dialog' && (meaning === 'deny' || meaning === 'cancel' || EXITS.test(label));
}

/** Labels of Claude that are no refusal and end it. */
const EXITS = /^(?:exit and (?:stop tasks|fix manually)|move to background and exit)$/i;

/** A refusal without a reason, which stops the turn. */
function isPlainNo({ option, text }: PromptAnswer): boolean {
  return (option.meaning === 'deny' || option.meaning === 'cancel') && text === null;
}
