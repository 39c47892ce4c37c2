// Prompts of all sessions: wires what is heard, seen and held to the book of open prompts, and carries out the commands
// that answer. Everything outside comes in as a port.

import type { Steady } from '../../core/evidence.ts';
import type { HookArrival } from '../../core/hook.ts';
import type { Prompt, Receipt } from '../../core/prompt.ts';
import type { ChangeLog } from '../change-log.ts';
import type { Caller } from '../doors.ts';
import type { Keeping } from '../keeping.ts';
import type { Living } from '../living.ts';
import type {
  Clock,
  Dispose,
  HeldHooks,
  HookDecisions,
  Panes,
  PromptStore,
  ReadFileBelow,
  ReadScreen,
  ToolCall,
} from '../ports.ts';
import type { Sessions } from '../sessions.ts';
import { overAlready, sessionIn } from './answer-words.ts';
import { type Answered, answerPrompts } from './answering.ts';
import { type Asked, fromStored } from './asked.ts';
import { promptBook } from './book.ts';
import { answerByHook } from './by-hook.ts';
import { answerByPane } from './by-pane.ts';
import { callsOnScreen } from './calls-on-screen.ts';
import { placeEdits } from './edit-places.ts';
import { followPrompts } from './follow.ts';
import { holdPrompts } from './holding.ts';
import { lookAtScreens, type Screens } from './screens.ts';
import { promptSigns } from './signs.ts';
import { nameToolCalls } from './tool-of-ask.ts';
import { hearToolSigns } from './tool-signs.ts';
import { watchDialogs } from './watch-dialogs.ts';

/** What prompts need around them. */
export interface PromptsOptions {
  readonly panes: Panes;
  readonly readScreen: ReadScreen;
  readonly readFile: ReadFileBelow;
  readonly held: HeldHooks;
  readonly decisions: HookDecisions;
  readonly store: PromptStore;
  readonly sessions: Sessions;
  readonly changes: ChangeLog;
  readonly keeping: Pick<Keeping, 'write'>;
  readonly clock: Clock;
  /** Whether any client shows a person what is asked. */
  readonly looking: () => boolean;
  readonly readRegistry: (claudeDirectory: string, pid: number) => void;
  readonly readTranscript: (living: Living) => void;
  readonly readCall: (living: Living, id: string) => ToolCall | null;
  readonly log: (text: string) => void;
}

/** The prompts of a daemon. */
export interface Prompts {
  readonly screens: Screens;
  /** Takes up what was kept; sessions were restored before. */
  recover(): void;
  /** A hook asked something; its evidence was folded in. */
  asked(living: Living, arrival: HookArrival, at: Steady): void;
  /** A question that belongs to no session: its launcher must not wait. */
  unowned(arrival: HookArrival): void;
  /** Launchers that were killed while they waited. */
  gone(names: readonly string[]): void;
  views(): readonly Prompt[];
  of(living: Living): readonly Prompt[];
  /** What is left of the prompt of a session that closed last, if that was a moment ago. */
  justClosed(living: Living): Receipt | null;
  answer(request: Parameters<ReturnType<typeof answerPrompts>>[0], caller: Caller): Promise<Answered>;
  reread(id: string): Promise<Prompt>;
  dispose: Dispose;
}

/** Keeps the prompts of all sessions. */
export function keepPrompts(options: PromptsOptions): Prompts {
  const { panes, readScreen, held, decisions, store, sessions, changes, keeping, clock, looking, log } = options;
  const rechecks = new Map<Living, NodeJS.Timeout>();
  const signs = promptSigns(clock, (name) => holding.release(name));
  const book = promptBook({
    changes,
    store,
    keeping,
    clock,
    context: { decisions },
    hasPane: (living) => screens.hasPane(living),
    living: sessions.byId,
    log,
    closed(asked) {
      sessions.still(asked);
      holding.closed(asked);
    },
  });
  const nameCalls = callsOnScreen(options.readCall);
  const screens = lookAtScreens({
    panes,
    readScreen,
    sessions,
    clock,
    log,
    looked(living, look) {
      follow.looked(living, look);
      nameCalls(living, book.of(living));
      book.tell(living);
    },
  });
  const holding = holdPrompts({ held, book, sessions, clock, looking, hasPane: screens.hasPane, log });
  const follow = followPrompts({
    book,
    signs,
    clock,
    hasPane: screens.hasPane,
    isClosed: screens.isClosed,
    living: sessions.byId,
    readRegistry,
    quiet: sessions.still,
    opened(living, asked) {
      holding.opened(living, asked);
      // The first one rings with its session.
      if (!living.recovering && book.of(living).length > 1) sessions.ring(living, asked);
      screens.soon(living);
    },
    told: holding.opened,
    surface(asked) {
      const living = sessions.byId(asked.session);
      return living !== undefined && holding.surface(living, asked);
    },
  });

  const placeNew = placeEdits(options.readFile, book, log);

  function readRegistry({ origin }: Living): void {
    options.readRegistry(origin.claudeDirectory, origin.pid);
  }

  /** Time alone may close a prompt. */
  const recheckLater = (living: Living) => {
    clearTimeout(rechecks.get(living));
    rechecks.delete(living);
    const at = follow.recheckAt(living);
    if (at === null) return;
    const timer = setTimeout(() => settled(living), at - clock.steady() + 5);
    timer.unref();
    rechecks.set(living, timer);
  };
  const settled = (living: Living) => {
    if (living.endedAt === null) screens.follow(living);
    follow.settled(living);
    // What was seen of its pane tells how it ended.
    if (living.endedAt !== null) screens.forget(living);
    holding.count(living);
    if (living.decision.state === 'needs-input' && !isNewlySeen(living)) screens.soon(living);
    book.tell(living);
    recheckLater(living);
    watching.consider(living);
  };
  const blind = (living: Living) => {
    follow.blind(living);
    book.tell(living);
  };

  /** A look settles its session again: it must not call for the next look. */
  const isNewlySeen = (living: Living) => {
    const at = screens.lookedAt(living);
    return at !== null && clock.steady() - at < AGAIN;
  };
  const unwatch = sessions.watch({
    told: hearToolSigns({ book, signs }),
    settled,
    removed(living) {
      follow.removed(living);
      screens.forget(living);
      signs.forget(living);
      watching.forget(living);
      clearTimeout(rechecks.get(living));
      rechecks.delete(living);
    },
  });
  const watching = watchDialogs({ screens, book, clock, blind });
  const sweeping = setInterval(holding.sweep, SWEEP);
  sweeping.unref();

  const readAgain = (living: Living) => {
    readRegistry(living);
    options.readTranscript(living);
    sessions.settle(living);
  };
  const answerOpen = answerPrompts({
    book,
    decisions,
    store,
    keeping,
    clock,
    living: sessions.byId,
    toolResults: signs.toolResults,
    async lookAgain(living) {
      const since = clock.steady();
      readAgain(living);
      // What was read may have called for this look already.
      await screens.look(living, since);
    },
    judgeAgain: settled,
    byHook: answerByHook({ held, decisions, signs }),
    byPane: answerByPane({ screens, signs, clock, readAgain }),
  });

  const conclude = (id: string): Asked | undefined => {
    const asked = book.byId(id);
    if (asked !== undefined) follow.conclude(asked);
    return book.byId(id);
  };

  /** @returns whether its session is still there. */
  const restore = (body: string): boolean => {
    const asked = fromStored(body);
    const living = asked === null ? undefined : sessions.byId(asked.session);
    if (asked === null || living === undefined || living.endedAt !== null) return false;
    book.restore(asked);
    // Whatever kept Claude from showing it ended with the daemon before.
    holding.recover(living, asked);
    book.tell(living);
    placeNew(living);
    watching.consider(living);
    return true;
  };

  return {
    screens,
    recover() {
      for (const { id, body } of store.prompts()) {
        try {
          if (!restore(body)) keeping.write(() => store.removePrompt(id));
        } catch (error) {
          // One that cannot be restored keeps neither the others nor the daemon from coming back.
          log(`prompt ${id} could not be restored: ${String(error)}`);
          keeping.write(() => store.removePrompt(id));
        }
      }
    },
    asked(living, arrival, at) {
      screens.follow(living);
      follow.asked(living, arrival, at);
      nameToolCalls(living, book.of(living));
      book.tell(living);
      placeNew(living);
      recheckLater(living);
      watching.consider(living);
    },
    unowned({ question }) {
      if (question?.held) holding.release(question.held);
    },
    gone(names) {
      for (const name of names) follow.gone(name);
    },
    views: book.views,
    of: (living) => book.of(living).flatMap(({ view }) => view ?? []),
    justClosed({ id }) {
      const last = book.lastReceipt(id);
      return last === undefined || clock.wall() - Date.parse(last.at) > JUST_CLOSED ? null : last;
    },
    answer(request, caller) {
      conclude(request.prompt);
      return answerOpen(request, caller);
    },
    async reread(id) {
      const asked = conclude(id);
      const living = sessions.byId(sessionIn(id));
      const over = () => overAlready(book.receipt(id), id, living, clock.wall());
      if (asked === undefined || living === undefined) throw over();
      if (asked.reading !== null) asked.reading = null;
      await screens.look(living);
      // The person looks at what became of the answer before, and may give another.
      if (asked.standing === 'not-confirmed') asked.standing = 'open';
      book.tell(living);
      const view = book.byId(id)?.view;
      if (view == null) throw over();
      return view;
    },
    dispose() {
      unwatch();
      watching.dispose();
      follow.dispose();
      clearInterval(sweeping);
      for (const timer of rechecks.values()) clearTimeout(timer);
      holding.dispose();
      screens.dispose();
    },
  };
}

/** A session that was looked at within so long is not looked at again because it settled, in milliseconds. */
const AGAIN = 40;
/** Whoever answers a session so long after its prompt closed has meant that one, in milliseconds. */
const JUST_CLOSED = 60_000;
/** Launchers are swept this often, in milliseconds. */
const SWEEP = 5_000;
