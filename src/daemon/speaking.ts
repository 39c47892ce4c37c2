// Texts for a session, typed into its composer, and Esc. A text goes only into a composer that is positively seen and
// empty; never because no dialog was recognised. Nothing is sent with Enter that does not stand there as it was meant.

import type { ScreenReading } from '../core/dialog.ts';
import type { Evidence } from '../core/evidence.ts';
import type { Keys, PaneScreen } from '../core/pane.ts';
import type { Session } from '../core/session.ts';
import { composerGuard, offeredCommand, showsText } from './composer-text.ts';
import { piecesTyped, whyNotTyped } from './composer-typing.ts';
import { Refused } from './doors.ts';
import type { Living } from './living.ts';
import type { Clock, Dispose } from './ports.ts';
import type { Screens } from './prompts/screens.ts';
import type { Sessions } from './sessions.ts';
import { wait } from './wait.ts';

/** What speaking needs. */
export interface SpeakingOptions {
  readonly screens: Screens;
  readonly clock: Clock;
  /** Whether a prompt of the session is open. */
  readonly asks: (living: Living) => boolean;
  readonly sessions: Pick<Sessions, 'watch'>;
}

/** What it came to. */
export interface Spoken {
  readonly session: Session;
  readonly confirmed: boolean;
}

/** Speaks to sessions. */
export interface Speaking {
  send(living: Living, text: string): Promise<Spoken>;
  interrupt(living: Living): Promise<Spoken>;
  dispose: Dispose;
}

/** What is typed is shown within so long, in milliseconds. */
const SHOWN = 3_000;
/** Claude takes a text, or stops, within so long, in milliseconds. */
const TAKEN = 4_000;
const GLANCE = 40;
/** How often a key is tried whose screen moved on between look and key. */
const MOST_TRIES = 3;

/** A look at a screen. */
interface Seen {
  readonly screen: PaneScreen;
  readonly reading: ScreenReading;
}

/** Makes the two ways to speak to a session. */
export function speakTo({ screens, clock, asks, sessions }: SpeakingOptions): Speaking {
  const underway = new Set<Living>();
  /** How often each session was seen to take something. */
  const taken = new Map<Living, number>();
  const takenSigns = (living: Living) => taken.get(living) ?? 0;
  const unwatch = sessions.watch({
    told(living, evidence) {
      if (underway.has(living) && evidence.some(isTaking)) taken.set(living, takenSigns(living) + 1);
    },
    settled: () => {},
    removed: (living) => void taken.delete(living),
  });

  const paneOf = (living: Living) => {
    const pane = screens.paneOf(living);
    if (pane === null) {
      const where = living.origin.tty === null ? '' : ` (${living.origin.tty})`;
      throw new Refused(
        'refused',
        `Session ${living.id} runs in no tmux pane that can be reached. Nothing was sent: go there${where}.`,
      );
    }
    return pane;
  };
  /** The first look, which refuses where nothing can be typed. */
  const look = async (living: Living): Promise<Seen> => {
    paneOf(living);
    const seen = await screens.look(living);
    if (seen === null || 'trouble' in seen)
      throw new Refused('refused', `The pane of session ${living.id} cannot be looked at. Nothing was sent.`);
    if (seen.screen.inMode)
      throw new Refused(
        'refused',
        'Its pane is in copy mode: keys would go to tmux. Nothing was sent; leave it with q.',
      );
    return seen;
  };
  /** A look once something was typed; `null`: it cannot be looked at. */
  const glance = async (living: Living): Promise<Seen | null> => {
    const seen = await screens.look(living);
    return seen === null || 'trouble' in seen || seen.screen.inMode ? null : seen;
  };
  /**
   * Presses into the composer as it was seen. Between look and key a clock below it may move on: then it looks again, and
   * presses only if what is seen `fits`. False: nothing was pressed.
   */
  const press = async (living: Living, keys: Keys, seen: Seen | null, fits: (seen: Seen) => boolean) => {
    const { server, address } = paneOf(living);
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const now = tries === 0 && seen !== null ? seen : await glance(living);
      const guard = now !== null && fits(now) ? composerGuard(now.screen) : null;
      if (now === null || guard === null) return false;
      const outcome = await server.press(address, { ...guard, process: now.screen.process, keys });
      if (outcome !== 'changed') return outcome === 'sent';
    }
    return false;
  };
  const refuseIfAsking = (living: Living, reading: ScreenReading) => {
    if (asks(living) || reading.kind === 'dialog' || living.decision.state === 'needs-input')
      throw new Refused('refused', `Session ${living.id} asks something: answer that first. Nothing was sent.`);
  };
  const until = async (ms: number, holds: () => Promise<boolean>): Promise<boolean> => {
    const end = clock.steady() + ms;
    while (clock.steady() < end) {
      if (await holds()) return true;
      await wait(GLANCE);
    }
    return false;
  };
  const viewOf = (living: Living): Session => {
    if (living.view === null) throw new Refused('not-found', `Session ${living.id} is gone.`);
    return living.view;
  };
  const alone = async <T>(living: Living, work: () => Promise<T>): Promise<T> => {
    if (underway.has(living))
      throw new Refused('conflict', 'Something is being typed there already. Nothing was sent.');
    underway.add(living);
    try {
      return await work();
    } finally {
      underway.delete(living);
    }
  };

  const send = async (living: Living, text: string): Promise<Spoken> => {
    const typed = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
    if (typed.trim() === '') throw new Refused('bad-request', 'There is nothing to send.');
    const whyNot = whyNotTyped(typed);
    if (whyNot !== null) throw new Refused('bad-request', whyNot);
    const first = await look(living);
    const { reading } = first;
    refuseIfAsking(living, reading);
    if (reading.kind !== 'composer')
      throw new Refused('refused', 'No composer is seen on its screen. Nothing was sent.');
    if (reading.draft !== '')
      throw new Refused('refused', 'A draft stands in its composer: send or clear it there first. Nothing was sent.');
    const before = takenSigns(living);
    const shows = ({ screen, reading }: Seen, words: string) => reading.kind !== 'dialog' && showsText(screen, words);
    let soFar = '';
    for (const piece of piecesTyped(typed)) {
      const already = soFar;
      const fits = (seen: Seen) =>
        already === '' ? seen.reading.kind === 'composer' && seen.reading.draft === '' : shows(seen, already);
      if (!(await press(living, { text: piece }, already === '' ? first : null, fits)))
        throw already === '' ? new Refused('changed', 'Its screen changed. Nothing was sent.') : halfDone();
      soFar += piece;
      const stands = await until(SHOWN, async () => {
        const now = await glance(living);
        return now !== null && shows(now, soFar);
      });
      if (!stands) throw halfDone();
    }
    // Between text and Enter anything may have opened there: look once more, and let tmux look again with the key.
    let offered: string | null = null;
    const isWhole = (seen: Seen) => {
      offered = offeredCommand(seen.screen);
      return (offered ?? typed.trim()) === typed.trim() && shows(seen, typed) && !asks(living);
    };
    if (!(await press(living, { key: 'Enter' }, null, isWhole))) throw halfDone(offered);
    let isLeft = false;
    const confirmed = await until(TAKEN, async () => {
      const now = await glance(living);
      isLeft = now?.reading.kind === 'composer' && showsText(now.screen, typed);
      return now !== null && !isLeft && takenSigns(living) > before;
    });
    if (isLeft)
      throw new Refused(
        'changed',
        'It was typed and Enter was pressed, but it still stands in its composer: look there before you send it again.',
      );
    return { session: viewOf(living), confirmed };
  };

  const interrupt = async (living: Living): Promise<Spoken> => {
    const first = await look(living);
    const { reading } = first;
    refuseIfAsking(living, reading);
    if (living.decision.state !== 'busy')
      throw new Refused('refused', `Session ${living.id} is not at work: there is nothing to interrupt.`);
    if (reading.kind !== 'composer')
      throw new Refused('refused', 'No composer is seen on its screen: Esc might close something else there.');
    const isAtWork = (seen: Seen) => seen.reading.kind === 'composer' && living.decision.state === 'busy';
    if (!(await press(living, { key: 'Escape' }, first, isAtWork)))
      throw new Refused('changed', 'Its screen changed. Nothing was sent.');
    const confirmed = await until(TAKEN, async () => living.decision.state !== 'busy');
    return { session: viewOf(living), confirmed };
  };

  return {
    send: (living, text) => alone(living, () => send(living, text)),
    interrupt: (living) => alone(living, () => interrupt(living)),
    dispose: unwatch,
  };
}

/** Claude took what was typed: a prompt began a turn or waits for one, a command ran or asks. */
function isTaking(evidence: Evidence): boolean {
  switch (evidence.source) {
    case 'hook':
      return evidence.fact.kind === 'prompt';
    case 'registry':
      return evidence.kind === 'read' && (evidence.status === 'busy' || evidence.status === 'waiting');
    case 'transcript':
      if (evidence.kind !== 'line' || !evidence.live) return false;
      switch (evidence.fact.kind) {
        case 'prompt':
        case 'command-output':
          return true;
        default:
          return evidence.fact.kind === 'queue' && evidence.fact.change === 'added';
      }
    default:
      return false;
  }
}

/** @param offered the command that Claude would run instead. */
function halfDone(offered: string | null = null): Refused {
  const why = offered === null ? 'its screen changed before Enter' : `Enter would run ${offered} there instead`;
  return new Refused('changed', `It was typed, but ${why}. It was not sent; look there.`);
}
