// Opens and closes prompts by what hooks, levels, transcripts and screens tell. It sends nothing anywhere: answering
// and the holding of launchers have files of their own.

import { dialogFits } from '../../core/dialog-fits.ts';
import type { Steady } from '../../core/evidence.ts';
import type { HookArrival } from '../../core/hook.ts';
import type { HookQuestion } from '../../core/hook-question.ts';
import type { Ending, PromptKind } from '../../core/prompt.ts';
import type { Living } from '../living.ts';
import type { Clock, Dispose } from '../ports.ts';
import { type Asked, type AskedByHook, saysItWaits } from './asked.ts';
import type { PromptBook } from './book.ts';
import { closePrompts } from './closing.ts';
import { followLaunchers, isEnding } from './launcher-end.ts';
import { promptsOnScreen } from './on-screen.ts';
import type { Look } from './screens.ts';
import type { Signs } from './signs.ts';

/** What following needs. */
export interface FollowOptions {
  readonly book: PromptBook;
  readonly signs: Signs;
  readonly clock: Clock;
  /** Whether a session has a pane that can be looked at. */
  readonly hasPane: (living: Living) => boolean;
  /** Whether its pane was seen to be no more. */
  readonly isClosed: (living: Living) => boolean;
  readonly living: (session: string) => Living | undefined;
  /** Reads what the registry says of a session now. */
  readonly readRegistry: (living: Living) => void;
  /** Told of each prompt that opened, before clients are. */
  readonly opened: (living: Living, asked: Asked) => void;
  /** Lets Claude show what its hook kept from the screen; false where it was on it. */
  readonly surface: (asked: Asked) => boolean;
  /** That prompt is not rung for any more. */
  readonly quiet: (asked: Asked) => void;
  /** Told of one whose hook came after its screen was read. */
  readonly told: (living: Living, asked: Asked) => void;
}

/** Follows prompts. */
export interface FollowPrompts {
  /** A hook asked something; its evidence was folded in. */
  asked(living: Living, arrival: HookArrival, at: Steady): void;
  /** The launcher of this name was killed while it waited. */
  gone(name: string): void;
  settled(living: Living): void;
  looked(living: Living, look: Look): void;
  /** A session waits, and it has no pane that could be looked at. */
  blind(living: Living): void;
  /** When time alone may close a prompt of a session; `null`: never. */
  recheckAt(living: Living): Steady | null;
  /** A prompt was closed, by whomever. */
  closed(living: Living, asked: Asked): void;
  /** Its session is gone. */
  removed(living: Living): void;
  /** Resolves once it is known whether it is over, where its launcher was stopped a moment ago; else at once. */
  concluded(asked: Asked): Promise<void>;
  dispose: Dispose;
}

/** Follows the prompts of all sessions. */
export function followPrompts(options: FollowOptions): FollowPrompts {
  const { book, signs, clock, hasPane } = options;

  const open = (living: Living, kind: PromptKind, hook: AskedByHook | null): Asked => {
    const asked = book.open(living, kind, hook);
    options.opened(living, asked);
    return asked;
  };

  /** A Claude that ends takes with it what it asked, and stops its hooks and its dialogs: nobody has answered then. */
  const endingIn = (living: Living | undefined, seen: Ending): Ending => {
    if (living === undefined) return seen;
    if (isEnding(living)) return options.isClosed(living) ? 'closed' : 'ended';
    // Its Claude is only slower to end than its launcher.
    return seen === 'stopped' && options.isClosed(living) ? 'closed' : seen;
  };

  /** One that is being answered is closed by whoever answers it: they know whose effect was seen. */
  const over = (asked: Asked, seen: Ending) => {
    const ending = endingIn(options.living(asked.session), seen);
    signs.tell(asked, { kind: 'over', ending });
    if (asked.standing !== 'sending') book.close(asked, { ending });
  };

  const closing = closePrompts({ book, signs, hasPane, over });
  const launchers = followLaunchers({ ...options, over });
  const screen = promptsOnScreen({
    ...{ book, clock, hasPane, over },
    open: (living, kind) => open(living, kind, null),
    counted: (asked) => signs.tell(asked, { kind: 'passed' }),
  });

  return {
    asked(living, arrival, at) {
      const { question } = arrival;
      if (question === null) return;
      // Print mode is answered by nobody: it is refused at once.
      if (living.kind === 'script' && question.held === null) return;
      if (book.of(living).some(({ hook }) => hook?.key === arrival.key)) return;
      const hook = askedBy(arrival, question, at);
      if (closing.isOver(living, hook, clock.steady())) {
        signs.refused(question.held);
        return;
      }
      const shown = book.of(living).find((asked) => takes(asked, question));
      if (shown !== undefined) {
        shown.hook = hook;
        shown.kind = kindOf(question);
        options.told(living, shown);
      } else open(living, kindOf(question), hook);
      screen.accounted(living);
    },
    gone(name) {
      for (const asked of book.all()) {
        if (asked.hook?.held !== name) continue;
        asked.hook.held = null;
        // Of what Claude did not show nobody can have answered: it shows it now.
        if (options.surface(asked)) continue;
        options.quiet(asked);
        launchers.ended(asked);
      }
    },
    blind(living) {
      const now = clock.steady();
      if (saysItWaits(living, now) && book.of(living).length === 0) screen.bare(living, null, now);
    },
    settled(living) {
      const now = clock.steady();
      if (living.endedAt !== null) {
        for (const asked of book.of(living)) over(asked, 'ended');
        return;
      }
      closing.closeOver(living, now);
      if (!saysItWaits(living, now)) screen.accounted(living);
      else if (book.of(living).length === 0 && !hasPane(living)) screen.bare(living, null, now);
    },
    looked: screen.looked,
    recheckAt: (living) => closing.recheckAt(living, clock.steady()),
    closed(living, asked) {
      closing.closed(living, asked);
      screen.closed(living, asked);
    },
    removed(living) {
      for (const asked of book.of(living)) over(asked, 'ended');
      screen.forget(living);
      closing.forget(living);
    },
    concluded: launchers.concluded,
    dispose: launchers.dispose,
  };

  function askedBy(arrival: HookArrival, question: HookQuestion, at: Steady): AskedByHook {
    const waits = question.held !== null;
    const background = arrival.agent !== null && !question.foregroundAgents;
    return {
      key: arrival.key,
      at,
      visibleAt: at,
      conversation: arrival.conversation,
      agent: arrival.agent,
      question,
      action: arrival.fact.kind === 'permission-asked' ? arrival.fact.action : null,
      toolId: null,
      held: question.held,
      hidden: waits && (background || question.asks === 'form'),
    };
  }
}

/** A dialog that was seen before its hook was heard. */
function takes(asked: Asked, question: HookQuestion): boolean {
  return asked.hook === null && asked.dialog !== null && dialogFits(asked.dialog, question);
}

function kindOf({ asks, tool }: HookQuestion): PromptKind {
  if (asks === 'form') return 'form';
  return tool === 'AskUserQuestion' ? 'question' : tool === 'ExitPlanMode' ? 'plan' : 'permission';
}
