// Who waits for the person, in which order, and what a group of sessions adds up to. Pure: no clock.
// Every bell, badge, title, bar and group mark counts through here, so that they never disagree.
// It must never count what is unknown, ended, or a script as attention (DESIGN §3.15).

import type { Session } from './session.ts';

/** What a mark can show. `failed`: a review whose turn ended in an error. */
export type MarkState = 'needs-input' | 'failed' | 'review' | 'busy' | 'unknown' | 'idle' | 'ended';

/** Every mark, most urgent first: the order in which marks are combined and lists are sorted. */
export const URGENCY: readonly MarkState[] = ['needs-input', 'failed', 'review', 'busy', 'unknown', 'idle', 'ended'];

/** Sessions counted by mark. `review` holds those that did not fail; `failed` those that did. */
export interface Tally {
  readonly needsInput: number;
  readonly failed: number;
  readonly review: number;
  readonly busy: number;
  readonly unknown: number;
  readonly idle: number;
  /** needs-input, failed and review together: what the title and the badge show. */
  readonly attention: number;
}

/** The mark of one session. */
export function markOf(session: Pick<Session, 'state' | 'failure'>): MarkState {
  return session.state === 'review' && session.failure !== null ? 'failed' : session.state;
}

/** Whether a session counts in tallies and group marks: alive, and no script. */
export function counts(session: Pick<Session, 'state' | 'kind'>): boolean {
  return session.state !== 'ended' && session.kind !== 'script';
}

/** Whether a session waits for the person: blocked on them, or finished and not yet seen. */
export function needsAttention(session: Pick<Session, 'state' | 'kind'>): boolean {
  return counts(session) && (session.state === 'needs-input' || session.state === 'review');
}

/**
 * The sessions that wait for the person: needs-input, then failed reviews, then reviews; in each, the longest waiting
 * first. Equal times are ordered by id, so that the order never flickers.
 */
export function attentionOrder<S extends Session>(sessions: readonly S[]): S[] {
  return sessions.filter(needsAttention).sort(byUrgencyThenWaiting);
}

/** Counts sessions by mark, without ended ones and scripts. */
export function tally(sessions: readonly Pick<Session, 'state' | 'kind' | 'failure'>[]): Tally {
  const of = (mark: MarkState): number => sessions.filter((one) => counts(one) && markOf(one) === mark).length;
  const [needsInput, failed, review] = [of('needs-input'), of('failed'), of('review')];
  return {
    needsInput,
    failed,
    review,
    busy: of('busy'),
    unknown: of('unknown'),
    idle: of('idle'),
    attention: needsInput + failed + review,
  };
}

/** The one mark of a workspace or of everything; `idle` where there is nothing. */
export function combinedMark(total: Tally): MarkState {
  if (total.needsInput > 0) return 'needs-input';
  if (total.failed > 0) return 'failed';
  if (total.review > 0) return 'review';
  if (total.busy > 0) return 'busy';
  return total.unknown > 0 ? 'unknown' : 'idle';
}

function byUrgencyThenWaiting(a: Session, b: Session): number {
  const urgency = URGENCY.indexOf(markOf(a)) - URGENCY.indexOf(markOf(b));
  if (urgency !== 0) return urgency;
  const [since, other] = [Date.parse(a.waitingSince ?? a.since), Date.parse(b.waitingSince ?? b.since)];
  return since === other ? (a.id < b.id ? -1 : 1) : since - other;
}
