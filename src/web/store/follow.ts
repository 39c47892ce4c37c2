// How the page follows the daemon: one frame at a time. Pure; the socket is elsewhere.
// After a gap it keeps showing what it had until the new snapshot comes, and asks for it only once.

import type { ServerFrame } from '../../contract/frames.ts';
import { applyChange, type Snapshot } from '../../core/apply-change.ts';

/** What is shown, and whether it still follows the numbered changes. */
export interface Followed {
  readonly snapshot: Snapshot | null;
  /** False until the first snapshot, and after a gap: changes are ignored until a snapshot comes. */
  readonly inStep: boolean;
}

/** What the page holds before anything came. */
export const NOTHING: Followed = { snapshot: null, inStep: false };

/** The state after one frame; `ask` is true when a new snapshot must be asked for. */
export function follow(held: Followed, frame: ServerFrame): { readonly held: Followed; readonly ask: boolean } {
  switch (frame.frame) {
    case 'hello':
      return { held: { ...held, inStep: false }, ask: false };
    case 'snapshot': {
      const { frame: _, ...snapshot } = frame;
      return { held: { snapshot, inStep: true }, ask: false };
    }
    case 'change': {
      if (!held.inStep || held.snapshot === null) return { held, ask: false };
      const { frame: _, ...change } = frame;
      const next = applyChange(held.snapshot, change);
      return next === null
        ? { held: { ...held, inStep: false }, ask: true }
        : { held: { ...held, snapshot: next }, ask: false };
    }
    case 'pulse':
      return { held, ask: false };
  }
}
