// What the bell's sheet lists, in order of urgency. Pure.

import { attentionOrder, counts } from '../../core/attention.ts';
import type { Session } from '../../core/session.ts';

/** The four sections of the sheet. */
export interface Sections {
  readonly awaiting: readonly Session[];
  readonly review: readonly Session[];
  readonly progress: readonly Session[];
  /** Idle with something said, or ended, since midnight; newest first. */
  readonly done: readonly Session[];
}

/** Sorts sessions into the sheet's sections. `midnight`: start of the person's day, epoch milliseconds. */
export function sheetSections(sessions: readonly Session[], midnight: number): Sections {
  const waiting = attentionOrder(sessions);
  const today = (one: Session): boolean => Date.parse(one.since) >= midnight;
  const finished = (one: Session): boolean =>
    one.kind !== 'script' && (one.state === 'ended' || (one.state === 'idle' && one.lastText !== null));
  return {
    awaiting: waiting.filter((one) => one.state === 'needs-input'),
    review: waiting.filter((one) => one.state === 'review'),
    progress: sessions.filter((one) => counts(one) && one.state === 'busy'),
    done: sessions.filter((one) => finished(one) && today(one)).sort((a, b) => (a.since > b.since ? -1 : 1)),
  };
}
