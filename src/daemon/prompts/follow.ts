// Opens and closes prompts by what hooks, levels, transcripts and screens tell. It sends nothing anywhere: answering
// and the holding of launchers have files of their own.

import type { Dialog, ScreenReading } from '../../core/dialog.ts';
import { dialogFits } from '../../core/dialog-fits.ts';
import type { Steady } from '../../core/evidence.ts';
import type { HookArrival } from '../../core/hook.ts';
import type { HookQuestion } from '../../core/hook-question.ts';
import { votingLevel } from '../../core/level.ts';
import type { Outcome, PromptKind } from '../../core/prompt.ts';
import { promptIsOver } from '../../core/prompt-over.ts';
import { isSameDialog } from '../../core/same-dialog.ts';
import type { Living } from '../living.ts';
import type { Clock } from '../ports.ts';
import type { Asked, AskedByHook } from './asked.ts';
import type { PromptBook } from './book.ts';
import type { Look } from './screens.ts';
import type { Signs } from './signs.ts';

/** What following needs. */
export interface FollowOptions {
  readonly book: PromptBook;
  readonly signs: Signs;
  readonly clock: Clock;
  /** Whether a session has a pane that can be looked at. */
  readonly hasPane: (living: Living) => boolean;
  /** Told of each prompt that opened, before clients are. */
  readonly opened: (living: Living, asked: Asked) => void;
}

/** Follows prompts. */
export interface FollowPrompts {
  /** A hook asked something; its evidence was folded in. */
  asked(living: Living, arrival: HookArrival, at: Steady): void;
  /** The launcher of this name was killed while it waited. */
  gone(name: string): void;
  settled(living: Living): void;
  looked(living: Living, look: Look): void;
  /** Its session is gone. */
  removed(living: Living): void;
}

/** A screen that no hook accounts for becomes a prompt when it is still there after so long, in milliseconds. */
const HOOK_MAY_COME = 350;
/** The same where a screen cannot be looked at, or shows nothing that is understood, in milliseconds. */
const BARE = 1_200;
/** A screen that cannot be read is read again after these times, in milliseconds; then the person must ask. */
const RETRIES = [500, 1_000, 2_000, 4_000];
/** A composer this long after a question shows that it is over, in milliseconds: a dialog takes a moment to be drawn. */
const DRAWN = 1_000;

/** Follows the prompts of all sessions. */
export function followPrompts(options: FollowOptions): FollowPrompts {
  const { book, signs, clock, hasPane } = options;
  /** Dialogs that nothing accounts for yet: which, and since when. */
  const unaccounted = new Map<Living, { readonly fingerprint: string; readonly since: Steady }>();
  /** Since when a session waits without any prompt of ours. */
  const waitingBare = new Map<Living, Steady>();

  const open = (living: Living, kind: PromptKind, hook: AskedByHook | null): Asked => {
    const asked = book.open(living, kind, hook);
    options.opened(living, asked);
    return asked;
  };

  /** One that is being answered is closed by whoever answers it: they know whose effect was seen. */
  const over = (asked: Asked, outcome: Outcome) => {
    signs.tell(asked, { kind: 'over', outcome });
    if (asked.standing !== 'sending') book.close(asked, outcome, null);
  };

  const isVisible = ({ hook }: Asked) => hook === null || !hook.hidden;

  /** Which open prompt a dialog is: the one that has shown it already, else the oldest whose question it shows. */
  const accountOf = (living: Living, dialog: Dialog): Asked | null => {
    const all = book.of(living);
    const same = all.find((asked) => asked.dialog !== null && isSameDialog(asked.dialog, dialog));
    if (same !== undefined) return same;
    const fits = all.find(
      (asked) => isVisible(asked) && asked.hook !== null && dialogFits(dialog, asked.hook.question),
    );
    if (fits !== undefined) return fits;
    // One that no screen was read of yet takes the first dialog that is read.
    return all.find((asked) => asked.hook === null && asked.dialog === null && !asked.wasOnScreen) ?? null;
  };

  const showDialog = (living: Living, dialog: Dialog, at: Steady) => {
    waitingBare.delete(living);
    let front = accountOf(living, dialog);
    if (front === null) {
      if (!isDue(living, dialog, at)) return;
      front = open(living, dialog.kind, null);
    }
    unaccounted.delete(living);
    // What stood in front before is answered, or it would still stand there.
    for (const other of book.of(living)) if (other !== front && other.dialog !== null) over(other, 'elsewhere');
    if (front.dialog?.fingerprint !== dialog.fingerprint) front.dialogSince = at;
    front.dialog = front.shown?.fingerprint === dialog.fingerprint ? withKnownTexts(dialog, front.shown) : dialog;
    front.shown = front.dialog;
    if (front.hook === null) front.kind = dialog.kind;
    front.wasOnScreen = true;
    front.unreadable = null;
    front.reading = null;
  };

  /** Its hook may be on its way. */
  const isDue = (living: Living, { fingerprint }: Dialog, at: Steady): boolean => {
    const known = unaccounted.get(living);
    if (known?.fingerprint !== fingerprint) {
      unaccounted.set(living, { fingerprint, since: at });
      return false;
    }
    return at - known.since >= HOOK_MAY_COME;
  };

  const showNone = (living: Living, at: Steady) => {
    unaccounted.delete(living);
    for (const asked of book.of(living)) {
      if (!isVisible(asked)) continue;
      const seenBefore = asked.dialog !== null || (asked.wasOnScreen && at - asked.openedAt > DRAWN);
      asked.dialog = null;
      if (seenBefore) over(asked, 'elsewhere');
      else if (asked.hook === null && !needsInput(living, at)) over(asked, 'elsewhere');
    }
    if (needsInput(living, at) && book.of(living).length === 0) bare(living, null, at);
  };

  /** A session waits, and nothing tells for what: a card that says so, and reads the screen again. */
  const bare = (living: Living, lines: readonly string[] | null, at: Steady) => {
    const since = waitingBare.get(living) ?? at;
    waitingBare.set(living, since);
    if (at - since < BARE) return;
    const asked = open(living, 'dialog', null);
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
    const open = book.of(living).filter(isVisible);
    const [first] = open;
    if (first === undefined) {
      if (needsInput(living, at)) bare(living, lines, at);
      return;
    }
    for (const asked of open) if (asked.hook === null || asked.dialog !== null) couldNotRead(asked, lines, at);
  };

  const closeOver = (living: Living, now: Steady) => {
    const left = signs.leftWaitingAt(living);
    for (const asked of book.of(living)) {
      const { hook } = asked;
      if (hook !== null) {
        const ask = { ...hook, visibleAt: hook.hidden ? null : hook.visibleAt };
        if (promptIsOver(living.picture, ask, left, now)) over(asked, 'elsewhere');
      } else if (!needsInput(living, now) && living.picture.pane?.dialog == null) over(asked, 'elsewhere');
    }
  };

  return {
    asked(living, arrival, at) {
      const { question } = arrival;
      if (question === null) return;
      // Print mode is answered by nobody: it is refused at once.
      if (living.kind === 'script' && question.held === null) return;
      if (book.of(living).some(({ hook }) => hook?.key === arrival.key)) return;
      const hook = askedBy(living, arrival, question, at);
      const left = signs.leftWaitingAt(living);
      if (promptIsOver(living.picture, { ...hook, visibleAt: hook.hidden ? null : at }, left, clock.steady())) {
        signs.refused(question.held);
        return;
      }
      const shown = book.of(living).find((asked) => takes(asked, question));
      if (shown !== undefined) {
        shown.hook = hook;
        shown.kind = kindOf(question);
        options.opened(living, shown);
      } else open(living, kindOf(question), hook);
      waitingBare.delete(living);
    },
    gone(name) {
      for (const asked of book.all()) {
        if (asked.hook?.held !== name) continue;
        asked.hook.held = null;
        over(asked, 'elsewhere');
      }
    },
    settled(living) {
      const now = clock.steady();
      if (living.endedAt !== null) {
        for (const asked of book.of(living)) over(asked, 'gone');
        return;
      }
      closeOver(living, now);
      if (!needsInput(living, now)) waitingBare.delete(living);
      else if (book.of(living).length === 0 && !hasPane(living)) bare(living, null, now);
    },
    looked(living, { reading, at }) {
      switch (reading.kind) {
        case 'dialog':
          showDialog(living, reading.dialog, at);
          break;
        case 'unreadable':
          showUnreadable(living, reading, at);
          break;
        default:
          showNone(living, at);
      }
    },
    removed(living) {
      for (const asked of book.of(living)) over(asked, 'gone');
      unaccounted.delete(living);
      waitingBare.delete(living);
    },
  };

  function askedBy(living: Living, arrival: HookArrival, question: HookQuestion, at: Steady): AskedByHook {
    const waits = question.held !== null;
    const background = arrival.agent !== null && !question.foregroundAgents;
    return {
      key: arrival.key,
      at,
      visibleAt: at,
      conversation: arrival.conversation,
      agent: arrival.agent,
      question,
      toolId: toolIdOf(living, arrival),
      held: question.held,
      hidden: waits && (background || question.asks === 'form'),
    };
  }

  /** Its call stands in the transcript already when its hook runs: the oldest of its kind that nobody claimed. */
  function toolIdOf({ picture, ...living }: Living, { agent, fact }: HookArrival): string | null {
    if (agent !== null || fact.kind !== 'permission-asked') return null;
    const claimed = book.all().flatMap(({ session, hook }) => (session === living.id ? (hook?.toolId ?? []) : []));
    const calls = picture.transcript.turn?.openTools ?? [];
    return calls.find(({ id, action }) => action === fact.action && !claimed.includes(id))?.id ?? null;
  }
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

/** A dialog that was seen before its hook was heard. */
function takes(asked: Asked, question: HookQuestion): boolean {
  return asked.hook === null && asked.dialog !== null && dialogFits(asked.dialog, question);
}

function kindOf({ asks, tool }: HookQuestion): PromptKind {
  if (asks === 'form') return 'form';
  return tool === 'AskUserQuestion' ? 'question' : tool === 'ExitPlanMode' ? 'plan' : 'permission';
}

/** Whether Claude itself says, or its start shows, that it waits for the person. */
function needsInput({ picture, decision }: Living, now: Steady): boolean {
  return votingLevel(picture, now)?.word === 'waiting' || decision.because === 'start-dialog';
}
