// What a change of state would ring for, and when. Pure. Who hears it and where is the announcer's business.

import type { Session } from './session.ts';

/** A prompt rings when it is still open after so long, in milliseconds: another program's hook may answer it at once. */
const SETTLED = 700;
/** The same for a dialog that the person opened in front of it, in milliseconds. */
const OWN_DIALOG = 60_000;
/** The rule that speaks for a question before anything else confirms it, and how long to wait for that, in ms. */
const JUST_ASKED = 'just-asked';
const NOT_CONFIRMED = 300;

/**
 * Whether going from `before` to `after` is news worth ringing for. A needs-input rings later: see `ringsIn`.
 * @param recovered the change comes from looking again after a start of the daemon: counted, never announced.
 */
export function announces(before: Session | null, after: Session, recovered: boolean): 'needs-input' | 'review' | null {
  if (recovered || !mayRing(after)) return null;
  if (after.state !== 'needs-input' && after.state !== 'review') return null;
  // A turn that came and went unseen leaves a review where one stood: it is another one.
  const same = before !== null && before.state === after.state && before.stateChange === after.stateChange;
  return same ? null : after.state;
}

/** In how many milliseconds a session that has just begun to need the person rings, if it still does then. */
export function ringsIn(session: Session): number {
  return session.waitingFor === 'dialog open' ? OWN_DIALOG : SETTLED;
}

/**
 * Whether a session rings now that its time has come: `null` never for this, a number: ask again in so many
 * milliseconds.
 * @param prompts how many prompts of it are open.
 */
export function ringsNow(session: Session, prompts: number): 'needs-input' | number | null {
  if (session.state !== 'needs-input' || !mayRing(session)) return null;
  // The level is read late: what it waited for may be answered by now.
  return session.because === JUST_ASKED || prompts === 0 ? NOT_CONFIRMED : 'needs-input';
}

function mayRing(session: Session): boolean {
  return session.kind !== 'script' && session.mutedUntil === null;
}
