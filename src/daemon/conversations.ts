// Which transcript belongs to which session: follows each live conversation, binds old versions' by elimination,
// and notices a conversation that is live twice.

import type { Steady } from '../core/evidence.ts';
import { bindTranscript } from './bind-transcript.ts';
import type { Living } from './living.ts';
import type { Clock, Following, ToolCall, TranscriptNews, Transcripts } from './ports.ts';
import type { Sessions } from './sessions.ts';

/** The transcripts of all live sessions. */
export interface Conversations {
  /** Follows the session's present conversation, from where we left off or from now. */
  follow(living: Living): void;
  /** Reads a session's transcript to its end now, without settling. */
  readNow(living: Living): void;
  /** The calls of tools with these ids in a session's transcript; without those that are not found. */
  toolCalls(living: Living, ids: readonly string[]): ReadonlyMap<string, ToolCall>;
  /** A hook named the transcript of `conversation`: it may have moved there. */
  named(living: Living, conversation: string, path: string): void;
  /** Looks for transcripts of sessions that name none. */
  bindUnbound(): void;
  /** Reads what changed without a ring: the safety net under the doorbells. */
  sweep(): void;
  /** Looks elsewhere for transcripts that stay silent while their session works: a session may move (worktrees). */
  doubt(): void;
  /** Lets go of a session that ended. */
  drop(living: Living): void;
  dispose(): void;
}

/** How long a session may work without a line in its transcript before it is looked for elsewhere, in milliseconds. */
const SILENT = 1_000;
/** Each further look in one silence waits four times as long, and so often: what writes nothing is nowhere. */
const LONGER = 4;
const MOST_LOOKS = 5;

/** Follows conversations for `sessions`. */
export function followConversations(transcripts: Transcripts, sessions: Sessions, clock: Clock): Conversations {
  const followings = new Map<string, { readonly conversation: string; readonly following: Following }>();
  /** How often a silent transcript was looked for elsewhere in one silence, by session. */
  const located = new Map<string, { readonly since: Steady; readonly looks: number }>();
  let reading = false;

  const heard = (living: Living, evidence: readonly TranscriptNews[]) => {
    sessions.tell(living, evidence);
    const entry = followings.get(living.id);
    if (entry !== undefined) {
      living.position = entry.following.position();
      entry.following.agents(agentCalls(living));
    }
    if (evidence.some((piece) => piece.kind === 'line')) living.dirty = true;
    if (evidence.some((piece) => piece.kind === 'work' && piece.live && piece.fact.kind === 'shell-launched'))
      living.shellAt = clock.steady();
    if (!reading) sessions.settle(living);
  };

  const readNow = (living: Living) => {
    const entry = followings.get(living.id);
    if (entry === undefined) return;
    reading = true;
    try {
      entry.following.readNow();
    } finally {
      reading = false;
    }
  };

  const drop = (living: Living) => {
    located.delete(living.id);
    const entry = followings.get(living.id);
    entry?.following.dispose();
    followings.delete(living.id);
    const conversation = entry?.conversation ?? living.picture.conversation;
    if (conversation !== null) markShared(conversation);
  };

  const markShared = (conversation: string) => {
    // A script that goes on with a session's conversation writes into its transcript like any other Claude.
    const sharers = [...sessions.all()].filter(
      (other) => other.endedAt === null && other.picture.conversation === conversation,
    );
    for (const other of sharers) {
      if (other.kind === 'script') continue;
      const shared = sharers.length > 1;
      if (other.picture.shared === shared) continue;
      sessions.tell(other, [{ source: 'memory', at: clock.steady(), kind: 'shared', shared }]);
      sessions.settle(other);
    }
  };

  const follow = (living: Living) => {
    const { conversation } = living.picture;
    if (conversation === null) return;
    if (living.kind === 'script') return markShared(conversation);
    const entry = followings.get(living.id);
    if (entry?.conversation === conversation) {
      living.keptUntil = null;
      return;
    }
    const moved = entry !== undefined;
    if (moved) {
      drop(living);
      living.position = null;
      living.newsFrom = living.keptUntil ?? clock.wall() - 1_000;
      living.keptUntil = null;
    }
    const following = transcripts.follow(
      {
        claudeDirectory: living.origin.claudeDirectory,
        conversation,
        cwd: living.cwd,
        from: living.position,
        newsAfter: living.newsFrom,
      },
      (evidence) => heard(living, evidence),
    );
    followings.set(living.id, { conversation, following });
    readNow(living);
    following.agents(agentCalls(living));
    markShared(conversation);
  };

  return {
    follow,
    readNow,
    toolCalls: (living, ids) => followings.get(living.id)?.following.toolCalls(ids) ?? new Map(),
    drop,
    named(living, conversation, path) {
      const entry = followings.get(living.id);
      if (entry?.conversation === conversation) entry.following.named(path);
    },
    bindUnbound() {
      for (const living of sessions.all()) {
        if (living.endedAt !== null || living.kind === 'script' || living.origin.process === null) continue;
        if (living.picture.level !== null || living.picture.registryTrouble?.kind === 'foreign') continue;
        const conversation = bindTranscript(living, [...sessions.all()], (claudeDirectory, cwd) =>
          transcripts.candidates(claudeDirectory, cwd),
        );
        if (conversation === null || conversation === living.picture.conversation) continue;
        sessions.tell(living, [{ source: 'memory', at: clock.steady(), kind: 'bound', conversation }]);
        follow(living);
        sessions.settle(living);
      }
    },
    sweep() {
      for (const { following } of followings.values()) following.sweep();
    },
    doubt() {
      const now = clock.steady();
      for (const living of sessions.all()) {
        const since = silentSince(living);
        if (since === null || !followings.has(living.id)) continue;
        const before = located.get(living.id);
        const looks = before?.since === since ? before.looks : 0;
        if (looks >= MOST_LOOKS || now - since < patienceOf(living, looks)) continue;
        located.set(living.id, { since, looks: looks + 1 });
        followings.get(living.id)?.following.locate();
        // A look may be dear: one in each beat.
        return;
      }
    },
    dispose() {
      for (const { following } of followings.values()) following.dispose();
      followings.clear();
    },
  };
}

/** The tool calls for which sub-agents work now, in the foreground and in the background. */
function agentCalls({ picture }: Living): readonly string[] {
  const { agents, turn } = picture.transcript;
  return [...agents, ...(turn?.openTools ?? []).flatMap(({ id, agent }) => (agent ? [id] : []))];
}

/** Since when a session works without a line of its own; `null` while it does not work. */
function silentSince({ endedAt, picture }: Living): Steady | null {
  const { level, transcript } = picture;
  if (endedAt !== null || level === null || level.roseAt === null || !level.ranBusy || level.fellAt !== null)
    return null;
  return Math.max(level.roseAt, transcript.lineAt ?? 0);
}

/**
 * How long it may be silent until the next look, in milliseconds. A run that has lines in the file is quiet when a tool
 * is long; one that has none, or a file that is gone, has most likely moved.
 */
function patienceOf({ picture }: Living, looks: number): number {
  const { level, transcript } = picture;
  const spoke = (transcript.lineAt ?? 0) > (level?.roseAt ?? 0) - 2 * SILENT;
  const gone = transcript.trouble?.kind === 'missing';
  return SILENT * LONGER ** (looks + (spoke && !gone ? 1 : 0));
}
