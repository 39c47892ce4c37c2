// The living sessions: folds evidence into each, decides, and tells what changed. The only place where a state changes.

import { announces } from '../core/announce.ts';
import { decide } from '../core/decide.ts';
import { describeEvidence } from '../core/describe-evidence.ts';
import { earliest } from '../core/earliest.ts';
import type { Evidence, Steady } from '../core/evidence.ts';
import { observe } from '../core/observe.ts';
import { decides } from '../core/recording.ts';
import type { Session } from '../core/session.ts';
import type { ChangeLog } from './change-log.ts';
import type { Keeping } from './keeping.ts';
import type { Living } from './living.ts';
import type { Clock, Dispose, StoredTransition } from './ports.ts';
import { ringLater } from './ring-later.ts';
import { isAnotherReview, stateBegan } from './state-began.ts';
import { viewOf } from './view.ts';

/** Evidence lines kept for each session. */
const EVIDENCE_KEPT = 200;
/** The longest time a timer of Node takes, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** Rules that speak while a session is still being looked at. */
const PROVISIONAL: readonly string[] = ['remembered', 'reading-the-end'];
/** How long a session met by recovery may take to settle, in milliseconds. */
export const RECOVERY = 1_500;

/** Hears what becomes of sessions. It must not throw. */
export interface SessionWatcher {
  /** Evidence was folded in and is not decided on yet. */
  told(living: Living, evidence: readonly Evidence[]): void;
  /** It was decided, whether anything changed or not. */
  settled(living: Living): void;
  removed(living: Living): void;
}

/** All sessions in memory. */
export interface Sessions {
  all(): Iterable<Living>;
  byId(id: string): Living | undefined;
  byKey(key: string): Living | undefined;
  /** The live session of a pid in a Claude directory. */
  byPid(claudeDirectory: string, pid: number): Living | undefined;
  add(living: Living): void;
  /** Gives a session the identity that only its registry file tells. */
  rekey(living: Living, key: string): void;
  /** Folds evidence, without deciding yet. */
  tell(living: Living, evidence: readonly Evidence[]): void;
  /** Decides, and tells clients what changed. */
  settle(living: Living): void;
  /** The same for several: all are written down, then all are told. */
  settleAll(all: Iterable<Living>): void;
  /** Rings for one more prompt of a session that needs the person already, if it still does in a moment. */
  ring(living: Living, prompt: object): void;
  /** That prompt is closed: it does not ring. */
  still(prompt: object): void;
  watch(watcher: SessionWatcher): Dispose;
  remove(living: Living): void;
  /** What clients see now, in no order. */
  views(): readonly Session[];
  dispose(): void;
}

/** What sessions need around them. */
export interface SessionsOptions {
  readonly clock: Clock;
  readonly host: string;
  readonly changes: ChangeLog;
  readonly keeping: Keeping;
}

/** Holds the sessions of one daemon. */
export function holdSessions(options: SessionsOptions): Sessions {
  const { clock, host, changes, keeping } = options;
  const byId = new Map<string, Living>();
  const byKey = new Map<string, Living>();
  const startedAt = clock.steady();
  const bell = ringLater(changes);
  const watchers = new Set<SessionWatcher>();

  const log = (living: Living, evidence: Evidence) => {
    const text = describeEvidence(evidence);
    if (text === null) return;
    const newest = living.evidence.at(-1);
    if (newest?.source === evidence.source && newest.text === text && evidence.source !== 'transcript') return;
    const line = { session: living.id, at: clock.wall(), source: evidence.source, text };
    living.evidence.push(line);
    if (living.evidence.length > EVIDENCE_KEPT) living.evidence.shift();
    living.unwritten.push(line);
    if (living.unwritten.length > EVIDENCE_KEPT) living.unwritten.shift();
  };

  const record = ({ recorded }: Living, piece: Evidence) => {
    if (!decides(piece)) return;
    recorded.told.push({ at: clock.steady(), piece });
    if (recorded.told.length <= EVIDENCE_KEPT) return;
    const oldest = recorded.told.shift();
    if (oldest !== undefined) recorded.from = observe(recorded.from, oldest.piece);
  };

  const parentOf = (living: Living): string | null => {
    if (living.kind !== 'script') return null;
    for (const pid of living.origin.ancestors)
      for (const other of byId.values())
        if (other.origin.pid === pid && other.kind !== 'script' && other.endedAt === null) return other.id;
    return null;
  };

  const recheck = (living: Living, at: Steady | null) => {
    if (living.recheck !== null) clearTimeout(living.recheck);
    living.recheck = null;
    if (at === null) return;
    const wait = Math.min(LONGEST_TIMER, Math.max(1, at - clock.steady() + 1));
    living.recheck = setTimeout(() => settle(living), wait);
    living.recheck.unref();
  };

  /** How much longer it is muted, in milliseconds; `null` when it is not, or for good. */
  const mutedFor = ({ mutedUntil }: Living): number | null =>
    mutedUntil === null || !Number.isFinite(mutedUntil) ? null : mutedUntil - clock.wall();

  const settle = (living: Living) => {
    if (!byId.has(living.id)) return;
    const now = clock.steady();
    const before = living.decision;
    const decision = decide(living.picture, now);
    const changed = decision.state !== before.state;
    living.decision = decision;
    const entered = changed || isAnotherReview(living);
    const first = living.stateChange === 0;
    if (entered || first) {
      const wall = clock.wall();
      const unseen = first || living.recovering || !changed;
      living.since = unseen ? stateBegan(living, { steady: now, wall }) : wall;
      living.enteredAt = now;
    }
    if (decision.state === 'ended') living.endedAt ??= clock.wall();
    const muted = mutedFor(living);
    if (muted !== null && muted <= 0) living.mutedUntil = null;

    const told = decision.because !== 'nothing-tells';
    const shown = living.view !== null || told || now >= living.hiddenUntil;
    const moments = [
      decision.recheckAt,
      shown ? null : living.hiddenUntil,
      muted !== null && muted > 0 ? now + muted : null,
      living.recovering && now <= startedAt + RECOVERY ? startedAt + RECOVERY : null,
    ];
    recheck(living, moments.reduce(earliest, null));
    if (!shown) return tellSettled(living);

    const previous = living.view;
    if (entered || previous === null) living.stateChange = changes.number() + 1;
    const session = viewOf(living, host, parentOf(living));
    const news = announces(previous, session, living.recovering);
    // A need rings later, and only if it is still there.
    const announce = news === 'review' ? news : null;
    // It has settled also where nothing is to be shown of that.
    if (!PROVISIONAL.includes(decision.because) && (living.picture.level !== null || now - startedAt > RECOVERY))
      living.recovering = false;
    if (previous !== null && JSON.stringify(previous) === JSON.stringify(session)) return tellSettled(living);
    if (entered || previous === null) keeping.save(living, entered ? transition(living, before.state) : null);
    else living.dirty = true;
    living.view = session;
    changes.emit({ kind: 'session-changed', session, announce });
    if (news === 'needs-input') bell.ring(living, living);
    else if (session.state !== 'needs-input') bell.still(living);
    tellSettled(living);
  };

  const tellSettled = (living: Living) => {
    for (const { settled } of watchers) settled(living);
  };

  const transition = (living: Living, from: string): StoredTransition => ({
    session: living.id,
    at: clock.wall(),
    from,
    to: living.decision.state,
    rule: living.decision.because,
  });

  return {
    all: () => byId.values(),
    byId: (id) => byId.get(id),
    byKey: (key) => byKey.get(key),
    byPid(claudeDirectory, pid) {
      for (const living of byId.values())
        if (living.origin.pid === pid && living.origin.claudeDirectory === claudeDirectory && living.endedAt === null)
          return living;
      return undefined;
    },
    add(living) {
      byId.set(living.id, living);
      byKey.set(living.origin.key, living);
    },
    rekey(living, key) {
      if (living.origin.key === key) return;
      byKey.delete(living.origin.key);
      living.origin = { ...living.origin, key };
      byKey.set(key, living);
    },
    tell(living, evidence) {
      for (const piece of evidence) {
        living.picture = observe(living.picture, piece);
        record(living, piece);
        log(living, piece);
      }
      for (const { told } of watchers) told(living, evidence);
      const { conversation } = living.picture;
      if (conversation !== null && living.conversations.at(-1) !== conversation)
        living.conversations = [...living.conversations.filter((known) => known !== conversation), conversation];
    },
    settle,
    settleAll(all) {
      changes.hold(() => keeping.together(() => [...all].forEach(settle)));
    },
    ring: bell.ring,
    still: bell.still,
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    remove(living) {
      recheck(living, null);
      byId.delete(living.id);
      if (byKey.get(living.origin.key) === living) byKey.delete(living.origin.key);
      keeping.remove(living.id);
      bell.still(living);
      for (const { removed } of watchers) removed(living);
      if (living.view !== null) changes.emit({ kind: 'session-removed', id: living.id });
    },
    views: () => [...byId.values()].flatMap((living) => (living.view === null ? [] : [living.view])),
    dispose() {
      for (const living of byId.values()) recheck(living, null);
      bell.dispose();
    },
  };
}
