// What a change of state would ring for. Pure. Who hears it, when and where is the announcer's business.

import type { Session } from './session.ts';

/**
 * Whether going from `before` to `after` is news worth ringing for.
 * @param recovered the change comes from looking again after a start of the daemon: counted, never announced.
 */
export function announces(before: Session | null, after: Session, recovered: boolean): 'needs-input' | 'review' | null {
  // The person opened that dialog in front of it.
  if (after.waitingFor === 'dialog open') return null;
  if (recovered || after.kind === 'script' || after.mutedUntil !== null) return null;
  if (after.state !== 'needs-input' && after.state !== 'review') return null;
  return before !== null && before.state === after.state ? null : after.state;
}
