// Which transcript belongs to which session: follows each live conversation, binds old versions' by elimination,
// and notices a conversation that is live twice.

import { bindTranscript } from './bind-transcript.ts';
import type { Living } from './living.ts';
import type { Clock, Following, TranscriptNews, Transcripts } from './ports.ts';
import type { Sessions } from './sessions.ts';

/** The transcripts of all live sessions. */
export interface Conversations {
  /** Follows the session's present conversation, from where we left off or from now. */
  follow(living: Living): void;
  /** Reads a session's transcript to its end now, without settling. */
  readNow(living: Living): void;
  /** Looks for transcripts of sessions that name none. */
  bindUnbound(): void;
  /** Reads all again: the safety net under the doorbells. */
  sweep(): void;
  /** Looks elsewhere for transcripts that stay silent while their session works: a session may move (worktrees). */
  doubt(): void;
  /** Lets go of a session that ended. */
  drop(living: Living): void;
  dispose(): void;
}

/** How long a session may work without a line in its transcript before it is looked for elsewhere, in milliseconds. */
const SILENT = 1_000;

/** Follows conversations for `sessions`. */
export function followConversations(transcripts: Transcripts, sessions: Sessions, clock: Clock): Conversations {
  const followings = new Map<string, { readonly conversation: string; readonly following: Following }>();
  /** Start of the run for which a silent transcript was last looked for elsewhere, by session. */
  const located = new Map<string, number>();
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
    if (entry?.conversation === conversation) return;
    const moved = entry !== undefined;
    if (moved) {
      drop(living);
      living.position = null;
      living.newsFrom = clock.wall() - 1_000;
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
    drop,
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
      for (const { following } of followings.values()) following.readNow();
    },
    doubt() {
      for (const living of sessions.all()) {
        const { level, transcript } = living.picture;
        const roseAt = level?.ranBusy ? level.roseAt : null;
        if (
          roseAt === null ||
          living.endedAt !== null ||
          !followings.has(living.id) ||
          located.get(living.id) === roseAt
        )
          continue;
        if (clock.steady() - roseAt < SILENT) continue;
        // Once for each run is enough: what moved is found, and what writes nothing is nowhere.
        located.set(living.id, roseAt);
        if (transcript.lineAt === null || transcript.lineAt < roseAt - 2 * SILENT)
          followings.get(living.id)?.following.locate();
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
