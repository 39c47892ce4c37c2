// Prompts of all sessions: wires what is heard, seen and held to the book of open prompts, and carries out the commands
// that answer. Everything outside comes in as a port.

import type { Living } from '../living.ts';
import { overAlready, sessionIn } from './answer-words.ts';
import { answerPrompts } from './answering.ts';
import { type Asked, fromStored } from './asked.ts';
import { promptBook } from './book.ts';
import { answerByHook } from './by-hook.ts';
import { answerByPane } from './by-pane.ts';
import { callsOnScreen } from './calls-on-screen.ts';
import { placeEdits } from './edit-places.ts';
import { followPrompts } from './follow.ts';
import { holdPrompts } from './holding.ts';
import type { Prompts, PromptsOptions } from './prompts-shape.ts';
import { lookAtScreens } from './screens.ts';
import { settlePrompts } from './settling.ts';
import { promptSigns } from './signs.ts';
import { nameToolCalls } from './tool-of-ask.ts';
import { hearToolSigns } from './tool-signs.ts';
import { watchDialogs } from './watch-dialogs.ts';

/** Keeps the prompts of all sessions. */
export function keepPrompts(options: PromptsOptions): Prompts {
  const { panes, readScreen, held, decisions, store, sessions, changes, keeping, clock, looking, log } = options;
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
      const living = sessions.byId(asked.session);
      if (living !== undefined) follow.closed(living, asked);
    },
  });

  const nameCalls = callsOnScreen(options.readCalls);
  const screens = lookAtScreens({
    panes,
    readScreen,
    sessions,
    clock,
    log,
    looked(living, look) {
      follow.looked(living, look);
      nameCalls(living, book.of(living));
      placeNew(living);
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

  const watching = watchDialogs({
    screens,
    book,
    clock,
    blind(living) {
      follow.blind(living);
      book.tell(living);
    },
  });
  const settling = settlePrompts({ book, screens, follow, holding, watching, clock });
  const unwatch = sessions.watch({
    told: hearToolSigns({ book, signs }),
    settled: settling.settled,
    removed(living) {
      follow.removed(living);
      screens.forget(living);
      signs.forget(living);
      watching.forget(living);
      settling.forget(living);
    },
  });
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
    judgeAgain: settling.settled,
    byHook: answerByHook({ held, decisions, signs, clock, readAgain }),
    byPane: answerByPane({ screens, signs, clock, readAgain }),
  });

  /** The open prompt of this id, once it is known that it is not over. */
  const concluded = async (id: string): Promise<Asked | undefined> => {
    const asked = book.byId(id);
    if (asked !== undefined) await follow.concluded(asked);
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
      settling.recheckLater(living);
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
    async answer(request, caller) {
      await concluded(request.prompt);
      return answerOpen(request, caller);
    },
    async reread(id) {
      const asked = await concluded(id);
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
      settling.dispose();
      holding.dispose();
      screens.dispose();
    },
  };
}

/** Whoever answers a session so long after its prompt closed has meant that one, in milliseconds. */
const JUST_CLOSED = 60_000;
/** Launchers are swept this often, in milliseconds. */
const SWEEP = 5_000;
