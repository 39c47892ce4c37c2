// Looks at the panes of sessions: when tmux rings, when somebody asks, and again and again while a dialog may stand
// there. It tells what it saw and decides nothing about prompts.

import type { Dialog, ScreenReading } from '../../core/dialog.ts';
import type { PaneEvidence, Steady } from '../../core/evidence.ts';
import type { PaneAddress, PaneScreen, PaneTrouble } from '../../core/pane.ts';
import type { Living } from '../living.ts';
import type { Clock, Dispose, PaneServer, Panes, ReadScreen } from '../ports.ts';
import type { Sessions } from '../sessions.ts';

/** One look at a pane. */
export interface Look {
  readonly screen: PaneScreen;
  readonly reading: ScreenReading;
  readonly at: Steady;
}

/** A pane of a session, and the server that keeps it. */
export interface PaneOfSession {
  readonly server: PaneServer;
  readonly address: PaneAddress;
}

/** The panes of all sessions. */
export interface Screens {
  /** Whether a session has a pane that can be looked at, as far as is known. */
  hasPane(living: Living): boolean;
  paneOf(living: Living): PaneOfSession | null;
  /** Begins to hear of a session's pane. */
  follow(living: Living): void;
  /**
   * Looks now; `null` where there is no pane. A look tells the session and the listener before it returns.
   * @param since a look that has begun at this time or later will do; else only one that begins now.
   */
  look(living: Living, since?: Steady): Promise<Look | PaneTrouble | null>;
  /** Looks soon, once however often it is asked. */
  soon(living: Living): void;
  /** What the person had typed when its composer was seen last; `null`: it was not seen yet. */
  draft(living: Living): string | null;
  /** Whether its pane was seen to be no more. */
  isClosed(living: Living): boolean;
  /** When it was last looked at, or the look began that is under way; `null`: never. */
  lookedAt(living: Living): Steady | null;
  forget(living: Living): void;
  dispose: Dispose;
}

/** What looking needs. */
export interface ScreensOptions {
  readonly panes: Panes;
  readonly readScreen: ReadScreen;
  readonly sessions: Pick<Sessions, 'tell' | 'settle'>;
  readonly clock: Clock;
  /** Told of each look, after the session was. */
  readonly looked: (living: Living, look: Look) => void;
  readonly log: (text: string) => void;
}

interface Followed {
  readonly pane: PaneOfSession;
  lookedAt: Steady | null;
  trouble: PaneTrouble | null;
  underway: Promise<Look | PaneTrouble> | null;
  begunAt: Steady;
  again: boolean;
  draft: string | null;
  /** The dialog that the last look saw, and since when looks see just that one; `null`: it saw none. */
  seen: { readonly fingerprint: string; readonly since: Steady } | null;
  /** The look that tells whether it still stands there, and how many of them were in vain. */
  next: NodeJS.Timeout | null;
  inVain: number;
  /** The dialog that was seen last, and the pane's foreground command then: under another one it takes no keys. */
  front: { readonly fingerprint: string; readonly command: string } | null;
}

/** A dialog is believed when a look sees it still so long after the first, in milliseconds: Claude may be drawing. */
export const DRAWING = 60;
/** So often in a row that look is taken for a text that changes; then only when tmux rings, or at its own pace. */
const MOST_IN_VAIN = 20;

/** Looks at panes of sessions. */
export function lookAtScreens(options: ScreensOptions): Screens {
  const { panes, readScreen, sessions, clock, log } = options;
  const servers = new Map<string, PaneServer>();
  const followed = new Map<Living, Followed>();
  let disposed = false;

  const serverAt = (socket: string): PaneServer => {
    const known = servers.get(socket);
    if (known !== undefined) return known;
    const server = panes.open(socket, (changed) => {
      for (const [living, { pane }] of followed)
        if (pane.address.socket === socket && (changed === null || changed.includes(pane.address.pane))) soon(living);
    });
    servers.set(socket, server);
    return server;
  };

  const look = async (living: Living, one: Followed): Promise<Look | PaneTrouble> => {
    const { server, address } = one.pane;
    // What it shows is as old as the question: Claude may have spoken since.
    const asked = { source: 'pane', at: one.begunAt } as const;
    const told = living.decision.suspended ? STOPPED : checked(await server.screen(address), living);
    const screen = 'trouble' in told ? told : stillClaude(one, told, readScreen(told));
    const at = clock.steady();
    one.lookedAt = at;
    if (disposed || followed.get(living) !== one || living.endedAt !== null) return GONE;
    if ('trouble' in screen) {
      one.trouble = screen;
      one.seen = null;
      tellPane(living, { ...asked, kind: 'could-not-look', reason: screen.reason });
      return screen;
    }
    one.trouble = null;
    const { reading } = screen;
    const seen: Look = { ...screen, at };
    if (reading.kind === 'composer') one.draft = reading.draft;
    const before = living.picture.pane?.dialog ?? null;
    if (reading.kind === 'dialog') {
      const { title } = reading.dialog;
      if (stands(living, one, reading.dialog, at) || title === before)
        tellPane(living, { ...asked, kind: 'dialog', title });
    } else {
      one.seen = null;
      one.inVain = 0;
      // What cannot be read takes nothing back.
      if (reading.kind !== 'unreadable') tellPane(living, { ...asked, kind: 'no-dialog' });
      else if (before !== null) tellPane(living, { ...asked, kind: 'dialog', title: before });
    }
    options.looked(living, seen);
    return seen;
  };

  /** Whether it has stood there long enough to be whole; else a look that can tell is on its way. */
  const stands = (living: Living, one: Followed, { fingerprint }: Dialog, at: Steady): boolean => {
    if (one.seen?.fingerprint !== fingerprint) one.seen = { fingerprint, since: at };
    const left = one.seen.since + DRAWING - at;
    if (left <= 0) {
      one.inVain = 0;
      return true;
    }
    if (one.next !== null || one.inVain >= MOST_IN_VAIN) return false;
    one.inVain += 1;
    // Timers may be early by a part of a millisecond.
    one.next = setTimeout(() => {
      one.next = null;
      soon(living);
    }, left + 1).unref();
    return false;
  };

  /** Only what is new is evidence: a dialog that stands for an hour is told once, and again after each word of Claude's. */
  const tellPane = (living: Living, seen: PaneEvidence) => {
    const { pane, level } = living.picture;
    if (seen.kind === 'could-not-look') {
      if (pane === null) return;
    } else if (pane !== null && pane.dialog === (seen.kind === 'dialog' ? seen.title : null))
      if (pane.dialog === null || level === null || pane.at >= level.wordSince) return;
    sessions.tell(living, [seen]);
    sessions.settle(living);
  };

  const lookOnce = (living: Living, one: Followed): Promise<Look | PaneTrouble> => {
    if (one.underway !== null) return one.underway;
    one.begunAt = clock.steady();
    one.underway = look(living, one)
      .catch((error: unknown): PaneTrouble => {
        const reason = error instanceof Error ? error.message : String(error);
        log(`the pane of session ${living.id} could not be looked at: ${reason}`);
        return { trouble: 'unreachable', reason };
      })
      .finally(() => {
        one.underway = null;
        if (!one.again) return;
        one.again = false;
        soon(living);
      });
    return one.underway;
  };

  const soon = (living: Living) => {
    const one = followed.get(living);
    if (one === undefined || disposed) return;
    if (one.underway === null) void lookOnce(living, one);
    else one.again = true;
  };

  return {
    hasPane: (living) => followed.get(living)?.trouble === null,
    paneOf: (living) => followed.get(living)?.pane ?? null,
    follow(living) {
      const { tmux } = living.origin;
      if (tmux === null || living.kind === 'script' || living.endedAt !== null || followed.has(living)) return;
      const address: PaneAddress = { socket: tmux.socket, pane: tmux.pane, server: tmux.server ?? null };
      const pane = { server: serverAt(tmux.socket), address };
      followed.set(living, {
        pane,
        lookedAt: null,
        trouble: null,
        underway: null,
        begunAt: 0,
        again: false,
        draft: null,
        seen: null,
        next: null,
        inVain: 0,
        front: null,
      });
      soon(living);
    },
    async look(living, since = Number.POSITIVE_INFINITY) {
      const one = followed.get(living);
      if (one === undefined) return null;
      // A look that began before the question may have seen what was there before it.
      if (one.underway !== null && one.begunAt < since) await one.underway;
      return lookOnce(living, one);
    },
    soon,
    draft: (living) => followed.get(living)?.draft ?? null,
    isClosed: (living) => followed.get(living)?.trouble?.closed === true,
    lookedAt(living) {
      const one = followed.get(living);
      return one === undefined ? null : one.underway === null ? one.lookedAt : one.begunAt;
    },
    forget(living) {
      const one = followed.get(living);
      if (one === undefined) return;
      if (one.next !== null) clearTimeout(one.next);
      followed.delete(living);
      const { socket } = one.pane.address;
      if ([...followed.values()].some(({ pane }) => pane.address.socket === socket)) return;
      servers.get(socket)?.dispose();
      servers.delete(socket);
    },
    dispose() {
      disposed = true;
      for (const { next } of followed.values()) if (next !== null) clearTimeout(next);
      for (const server of servers.values()) server.dispose();
      servers.clear();
      followed.clear();
    },
  };
}

const STOPPED: PaneTrouble = { trouble: 'unreachable', reason: 'its Claude is stopped (Ctrl-Z or SIGSTOP)' };
const GONE: PaneTrouble = { trouble: 'gone', reason: 'its session is gone' };

/**
 * A pane is this session's only while its first process is the session's own or above it: ids are used again. And only
 * where both have one terminal: what was started from the pane into another window still has the pane's name.
 */
function checked(screen: PaneScreen | PaneTrouble, { origin }: Living): PaneScreen | PaneTrouble {
  if ('trouble' in screen) return screen;
  if (screen.process !== origin.pid && !origin.ancestors.includes(screen.process))
    return { trouble: 'gone', reason: 'another program has its pane' };
  if (screen.tty !== undefined && origin.tty !== null && screen.tty !== origin.tty)
    return { trouble: 'gone', reason: 'it runs in another terminal than its pane' };
  return screen;
}

/**
 * What is seen, or that another command has the terminal now: a shell, after Claude was stopped or killed. Wrappers give
 * Claude other names, and it names itself anew as it starts, so each dialog is held against its own first sight.
 */
function stillClaude(one: Followed, screen: PaneScreen, reading: ScreenReading): Omit<Look, 'at'> | PaneTrouble {
  const { command } = screen;
  if (reading.kind === 'composer') one.front = null;
  const isNew = reading.kind === 'dialog' && reading.dialog.fingerprint !== one.front?.fingerprint;
  if (isNew) one.front = { fingerprint: reading.dialog.fingerprint, command };
  if (one.front === null || one.front.command === command) return { screen, reading };
  return { trouble: 'unreachable', reason: `${command} runs in front of it` };
}
