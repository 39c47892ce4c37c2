// What a change of state would ring for. Pure. Who hears it, when and where is the announcer's business.

import type { Session } from './session.ts';

/** The rule that speaks for a question before anything else confirms it. */
const JUST_ASKED = 'just-asked';

/**
 * Whether going from `before` to `after` is news worth ringing for.
 * @param recovered the change comes from looking again after a start of the daemon: counted, never announced.
 */
export function announces(before: Session | null, after: Session, recovered: boolean): 'needs-input' | 'review' | null {
  // The person opened that dialog in front of it.
  if (after.waitingFor === 'dialog open') return null;
  if (recovered || after.kind === 'script' || after.mutedUntil !== null) return null;
  if (after.state !== 'needs-input' && after.state !== 'review') return null;
  // Another program's hook may answer at once: it rings when the level says so too.
  if (after.because === JUST_ASKED) return null;
  // A turn that came and went unseen leaves a review where one stood: it is another one.
  const same = before !== null && before.state === after.state && before.stateChange === after.stateChange;
  return same && before.because !== JUST_ASKED ? null : after.state;
}
