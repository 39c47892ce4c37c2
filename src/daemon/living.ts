// A session in the daemon's memory: who it is, what is known of it, what was last shown. Plain data and its making.

import { decide } from '../core/decide.ts';
import type { Steady } from '../core/evidence.ts';
import { emptyPicture, type Picture } from '../core/picture.ts';
import type { ClaudeProcess, ProcessKey } from '../core/process.ts';
import type { Told } from '../core/recording.ts';
import type { RegistryEntry } from '../core/registry.ts';
import type { Decision } from '../core/rule.ts';
import type { Session, SessionKind } from '../core/session.ts';
import type { TranscriptPosition } from '../core/transcript-position.ts';
import { wholePicture } from './kept-picture.ts';
import type { StoredEvidence } from './ports.ts';

/** What does not change while the process lives. */
export interface Origin {
  /** Identity over all domains: a background job by its id, else domain, pid and start ticks. */
  readonly key: string;
  /** `null` where nothing can be looked at from here (another pid domain). */
  readonly process: ProcessKey | null;
  readonly pid: number;
  readonly ancestors: readonly number[];
  readonly tty: string | null;
  readonly tmux: ClaudeProcess['tmux'];
  readonly claudeDirectory: string;
  /** Epoch milliseconds by the wall clock. */
  readonly startedAt: number | null;
  readonly version: string | null;
  readonly namedConversation: string | null;
}

/** What is kept of a session over restarts. */
export interface Kept {
  readonly id: string;
  origin: Origin;
  kind: SessionKind;
  cwd: string;
  name: string | null;
  version: string | null;
  label: string | null;
  /** Epoch milliseconds; `Infinity` is kept as -1. */
  mutedUntil: number | null;
  picture: Picture;
  decision: Decision;
  /** Epoch milliseconds by the wall clock. */
  since: number;
  /** When this state was found. */
  enteredAt: Steady;
  stateChange: number;
  endedAt: number | null;
  /** How many prompts it had: the number of the newest. */
  promptCount: number;
  /** Every conversation it was in, newest last: old ids keep resolving to it. */
  conversations: readonly string[];
  position: TranscriptPosition | null;
  /** Wall time in epoch milliseconds after which transcript lines are news to us. */
  newsFrom: number;
}

/** A session in memory. */
export interface Living extends Kept {
  /** What clients were last told; `null` while it is not shown. */
  view: Session | null;
  /** Steady time before which it is not shown unless something tells about it. */
  hiddenUntil: Steady;
  /** True until the first look after a start of the daemon has settled: changes announce nothing. */
  recovering: boolean;
  /** The newest lines, oldest first, at most 200. */
  readonly evidence: StoredEvidence[];
  /**
   * Until when the daemon before this one knew what it did, epoch milliseconds: what it did since, in whatever
   * conversation, is news. `null`: this one knows more.
   */
  keptUntil: number | null;
  /** What was known before the first of `told`, and every piece since: at most 200. */
  recorded: { from: Picture; readonly told: Told[] };
  /** Why its hooks do not run although they are set up; `null`: they do, or none are. */
  silenced: string | null;
  /** Evidence not yet written down. */
  unwritten: StoredEvidence[];
  /** Ports that its processes listen on, in order. */
  ports: readonly number[];
  /** When a command last went on in the background; `null` while none did. */
  shellAt: Steady | null;
  /** Prompts of it that are open now. */
  openPrompts: number;
  /** The newest tool calls that prompts were about: none is ever another prompt's. */
  claimedCalls: readonly string[];
  /** Something other than the state changed since it was last saved. */
  dirty: boolean;
  recheck: NodeJS.Timeout | null;
}

/**
 * A session met for the first time.
 * @param recovering whether the daemon has just begun.
 * @param knownUntil until when the daemon before this one knew what goes on, epoch milliseconds; `null`: there was none.
 */
export function firstSight(
  id: string,
  origin: Origin,
  kind: SessionKind,
  cwd: string,
  now: { readonly steady: Steady; readonly wall: number },
  recovering: boolean,
  knownUntil: number | null = null,
): Living {
  const picture = emptyPicture(now.steady);
  const age = origin.startedAt === null ? Number.POSITIVE_INFINITY : now.wall - origin.startedAt;
  // What a Claude wrote before we met it is history, unless we met it right after it began, or nobody was there to see it.
  const unseenFrom = recovering ? knownUntil : age < YOUNG ? origin.startedAt : null;
  return {
    id,
    origin,
    kind,
    cwd,
    name: null,
    version: origin.version,
    label: null,
    mutedUntil: null,
    picture,
    decision: decide(picture, now.steady),
    since: now.wall,
    enteredAt: now.steady,
    stateChange: 0,
    endedAt: null,
    promptCount: 0,
    conversations: [],
    position: null,
    // A copy of a conversation begins with lines that are older than its Claude.
    newsFrom: unseenFrom === null ? now.wall : Math.max(unseenFrom, origin.startedAt ?? 0),
    view: null,
    hiddenUntil: now.steady + Math.max(0, (kind === 'script' ? SCRIPT_HIDDEN : HIDDEN) - Math.max(0, age)),
    recovering,
    evidence: [],
    keptUntil: null,
    recorded: { from: picture, told: [] },
    silenced: null,
    unwritten: [],
    ports: [],
    shellAt: null,
    openPrompts: 0,
    claimedCalls: [],
    dirty: false,
    recheck: null,
  };
}

/** How long a session of which nothing tells stays unlisted, in milliseconds. */
const HIDDEN = 2_000;
/** The same for a script, which nobody waits to see, in milliseconds. */
const SCRIPT_HIDDEN = 10_000;
/** A Claude that began less than this long ago is met at its start, in milliseconds. */
const YOUNG = 10_000;

/** Origin of a session from its process and, where there is one, its registry entry. */
export function originOf(process: ClaudeProcess, entry: RegistryEntry | null, domain: string | null): Origin {
  const { pid, startTicks, ancestors, tty, tmux, claudeDirectory, startedAt, namedConversation } = process;
  return {
    key: identityKey(entry, domain, process),
    process: { pid, startTicks },
    pid,
    ancestors,
    tty,
    tmux,
    claudeDirectory,
    startedAt,
    version: entry?.version ?? process.version,
    namedConversation,
  };
}

/** Identity: a background session's job, else pid domain, pid and start ticks. */
export function identityKey(entry: RegistryEntry | null, domain: string | null, process: ProcessKey): string {
  if (entry?.jobId) return `job:${entry.jobId}`;
  return `${domain ?? 'here'}|${process.pid}|${process.startTicks}`;
}

/** Whether a session is, or was, this very process. */
export function runsAs(living: Living | undefined, { pid, startTicks }: ProcessKey): boolean {
  return living?.origin.pid === pid && living.origin.process?.startTicks === startTicks;
}

/** What kind of session a process is, by its own registry entry first, else by its arguments. */
export function kindOf(process: ClaudeProcess, entry: RegistryEntry | null): SessionKind {
  if (entry?.kind === 'bg' || process.role === 'background') return 'background';
  const entrypoint = entry?.entrypoint ?? null;
  if (process.role === 'script' || entrypoint?.startsWith('sdk')) return 'script';
  if (entrypoint !== null && entrypoint !== 'cli') return 'editor';
  return process.tty === null ? 'script' : 'terminal';
}

/** What goes into the store. */
export function toKept(living: Living): string {
  const {
    view,
    hiddenUntil,
    recovering,
    evidence,
    keptUntil,
    recorded,
    silenced,
    unwritten,
    ports,
    shellAt,
    openPrompts,
    claimedCalls,
    dirty,
    recheck,
    ...kept
  } = living;
  return JSON.stringify({
    ...kept,
    mutedUntil: living.mutedUntil === Number.POSITIVE_INFINITY ? -1 : living.mutedUntil,
  });
}

/** What comes out of the store; `null` when another version wrote something that does not fit. */
export function fromKept(body: string, evidence: readonly StoredEvidence[]): Living | null {
  try {
    const kept = JSON.parse(body) as Kept;
    if (typeof kept.id !== 'string' || typeof kept.origin.key !== 'string' || kept.picture.transcript === undefined)
      return null;
    const picture = wholePicture(kept.picture);
    return {
      ...kept,
      picture,
      promptCount: kept.promptCount ?? 0,
      recorded: { from: picture, told: [] },
      silenced: null,
      mutedUntil: kept.mutedUntil === -1 ? Number.POSITIVE_INFINITY : kept.mutedUntil,
      view: null,
      hiddenUntil: 0,
      recovering: true,
      evidence: [...evidence],
      keptUntil: null,
      unwritten: [],
      ports: [],
      shellAt: null,
      openPrompts: 0,
      claimedCalls: [],
      dirty: false,
      recheck: null,
    };
  } catch {
    return null;
  }
}
