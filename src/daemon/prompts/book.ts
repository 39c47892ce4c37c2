// The open prompts of all sessions: their ids and order, what clients and the store are told of them, and what is left
// of those that were closed. The only place where a prompt opens, changes or closes.

import { subjectOf } from '../../core/ask.ts';
import type { Steady } from '../../core/evidence.ts';
import type { Ending, Outcome, Prompt, PromptKind, Receipt } from '../../core/prompt.ts';
import { outcomeOfEnding } from '../../core/receipt-words.ts';
import type { ChangeLog } from '../change-log.ts';
import type { Keeping } from '../keeping.ts';
import type { Living } from '../living.ts';
import type { Clock, PromptStore } from '../ports.ts';
import { iso } from '../view.ts';
import { type Asked, type AskedByHook, type Given, toStored } from './asked.ts';
import { plainView, promptView, questionOf, type ViewContext } from './prompt-view.ts';

/** How many receipts are remembered, so that who comes late hears what was answered. */
const RECEIPTS = 500;

/** How a prompt closes: answered by us, or what showed that it is over. */
export type Close = { readonly outcome: Outcome; readonly given: Given } | { readonly ending: Ending };

/** The book of open prompts. */
export interface PromptBook {
  /** Open prompts, oldest first. */
  all(): readonly Asked[];
  /** Those of a session, oldest first. */
  of(living: Living): readonly Asked[];
  byId(id: string): Asked | undefined;
  open(living: Living, kind: PromptKind, hook: AskedByHook | null): Asked;
  /** Takes up one that was kept. */
  restore(asked: Asked): void;
  /** Tells clients what changed of a session's prompts, and writes down what must not be lost. */
  tell(living: Living): void;
  close(asked: Asked, how: Close): void;
  receipt(id: string): Receipt | undefined;
  /** What is left of the prompt of a session that closed last. */
  lastReceipt(session: string): Receipt | undefined;
  /** What clients see now, oldest first. */
  views(): readonly Prompt[];
}

/** What the book needs. */
export interface BookOptions {
  readonly changes: Pick<ChangeLog, 'emit'>;
  readonly store: Pick<PromptStore, 'savePrompt' | 'removePrompt'>;
  readonly keeping: Pick<Keeping, 'write'>;
  readonly clock: Clock;
  readonly context: Pick<ViewContext, 'decisions'>;
  readonly hasPane: (living: Living) => boolean;
  readonly living: (session: string) => Living | undefined;
  readonly log: (text: string) => void;
  /** Told of each prompt that closed, before clients are. */
  readonly closed: (asked: Asked) => void;
}

/** Opens an empty book. */
export function promptBook(options: BookOptions): PromptBook {
  const { changes, store, keeping, clock } = options;
  const open = new Map<string, Asked>();
  const bySession = new Map<string, Asked[]>();
  const receipts = new Map<string, Receipt>();

  const ofSession = (session: string): readonly Asked[] => bySession.get(session) ?? NONE;
  const count = (session: string) => {
    const living = options.living(session);
    if (living !== undefined) living.openPrompts = ofSession(session).length;
  };
  const add = (asked: Asked) => {
    open.set(asked.id, asked);
    bySession.set(asked.session, [...ofSession(asked.session), asked].sort(byAge));
    count(asked.session);
  };
  const drop = (asked: Asked): boolean => {
    const rest = ofSession(asked.session).filter((other) => other !== asked);
    if (rest.length === 0) bySession.delete(asked.session);
    else bySession.set(asked.session, rest);
    count(asked.session);
    return open.delete(asked.id);
  };
  const wallOf = (steady: Steady) => clock.wall() + (steady - clock.steady());
  const view = (asked: Asked, living: Living, siblings: readonly Asked[]): Prompt => {
    const context: ViewContext = {
      ...options.context,
      position: { n: siblings.indexOf(asked) + 1, of: siblings.length },
      hasPane: options.hasPane(living),
      behind: siblings.some((other) => other !== asked && other.dialog !== null),
      elsewhere: living.kind === 'editor' ? 'in its editor' : 'in its terminal',
      wallOf,
    };
    try {
      return promptView(asked, context);
    } catch (error) {
      // What a session asks is hostile: a question that cannot be drawn keeps nobody from the others.
      options.log(`prompt ${asked.id} cannot be drawn: ${error instanceof Error ? error.message : String(error)}`);
      return plainView(asked, context);
    }
  };

  const tellOne = (asked: Asked, living: Living, siblings: readonly Asked[]) => {
    const before = asked.view;
    const now = view(asked, living, siblings);
    if (before !== null && !asksTheSame(before, now)) asked.changedWall = clock.wall();
    const told = { ...now, changedAt: iso(asked.changedWall) };
    keep(asked);
    if (before !== null && isEqual(before, told)) return;
    asked.view = told;
    changes.emit({ kind: 'prompt-changed', prompt: told });
  };
  /** Its question never changes and may be megabytes long: it is written again only with something else. */
  const keep = (asked: Asked) => {
    const stamp = stampOf(asked);
    if (asked.kept === stamp) return;
    asked.kept = stamp;
    keeping.write(() => store.savePrompt({ id: asked.id, session: asked.session, body: toStored(asked) }));
  };
  const tell = (living: Living) => {
    const siblings = ofSession(living.id);
    for (const asked of siblings) tellOne(asked, living, siblings);
  };

  return {
    all: () => [...open.values()].sort(byAge),
    of: ({ id }) => ofSession(id),
    byId: (id) => open.get(id),
    open(living, kind, hook) {
      living.promptCount += 1;
      living.dirty = true;
      const wall = clock.wall();
      const asked: Asked = {
        id: `${living.id}.${living.promptCount}`,
        session: living.id,
        kind,
        hook,
        call: null,
        openedAt: clock.steady(),
        openedWall: wall,
        dialog: null,
        shown: null,
        dialogSince: 0,
        wasOnScreen: false,
        seenAt: 0,
        unreadable: null,
        reading: null,
        place: null,
        standing: 'open',
        given: null,
        maybeAnswered: false,
        changedWall: wall,
        view: null,
        kept: null,
      };
      add(asked);
      return asked;
    },
    restore: add,
    tell,
    close(asked, how) {
      if (!drop(asked)) return;
      options.closed(asked);
      const receipt: Receipt = {
        prompt: asked.id,
        session: asked.session,
        ...('given' in how
          ? { outcome: how.outcome, ending: null }
          : { outcome: outcomeOfEnding(how.ending), ending: how.ending }),
        subject: subjectIn(asked),
        answer: 'given' in how ? how.given.answer : null,
        by: 'given' in how ? how.given.by : null,
        whole: !('given' in how) || how.given.whole,
        at: iso(clock.wall()),
      };
      receipts.set(asked.id, receipt);
      const oldest = receipts.keys().next().value;
      if (receipts.size > RECEIPTS && oldest !== undefined) receipts.delete(oldest);
      keeping.write(() => store.removePrompt(asked.id));
      // One that no client ever saw has nothing to be told of.
      if (asked.view !== null) changes.emit({ kind: 'prompt-closed', receipt });
      const living = options.living(asked.session);
      if (living !== undefined) tell(living);
    },
    receipt: (id) => receipts.get(id),
    lastReceipt: (session) => [...receipts.values()].findLast((receipt) => receipt.session === session),
    views: () => [...open.values()].sort(byAge).flatMap(({ view: seen }) => seen ?? []),
  };
}

/** What was asked, in one line: of a screen alone, the line that tells it from others. */
export function subjectIn(asked: Asked): string {
  const { kind, shown, view } = asked;
  if (questionOf(asked) === null && shown !== null) return shown.distinctive || shown.title;
  return subjectOf(view ?? { kind, title: '', tool: null, input: null, screen: null });
}

function byAge(a: Asked, b: Asked): number {
  return a.openedAt - b.openedAt || numberOf(a) - numberOf(b);
}

function numberOf({ id }: Asked): number {
  return Number(id.slice(id.lastIndexOf('.') + 1));
}

const NONE: readonly Asked[] = [];

/** Whether a person who looked at one has seen the other. */
function asksTheSame(one: Prompt, other: Prompt): boolean {
  return one.input === other.input && JSON.stringify(askedIn(one)) === JSON.stringify(askedIn(other));
}

function askedIn({ kind, title, screen, options, numbers }: Prompt): unknown {
  return [kind, title, screen, options.map(({ highlighted, ...option }) => option), numbers];
}

/** The complete input is the same object for ever: it is never read again to find that out. */
function isEqual({ input, ...one }: Prompt, { input: other, ...rest }: Prompt): boolean {
  return input === other && JSON.stringify(one) === JSON.stringify(rest);
}

/** What may change of what is kept. */
function stampOf({ kind, hook, wasOnScreen, changedWall, given, shown, standing }: Asked): string {
  const told = hook === null ? null : [hook.key, hook.held, hook.hidden, hook.toolId, hook.visibleAt];
  const place = shown === null ? null : [shown.fingerprint, shown.position];
  return JSON.stringify([kind, told, wasOnScreen, changedWall, given, place, standing]);
}
