// Old versions name their conversation nowhere. Binds a transcript to a process only where no other can be meant. Pure.

import type { Living } from './living.ts';

/** The part of a session that binding reads. */
export type Bindable = Pick<Living, 'id' | 'origin' | 'cwd' | 'kind' | 'endedAt'> & {
  readonly picture: Pick<Living['picture'], 'conversation' | 'level' | 'hooks'>;
};

/** A transcript that lies where a session's would. Times in epoch milliseconds. */
export interface Candidate {
  readonly conversation: string;
  readonly bornAt: number;
  readonly writtenAt: number;
}

/**
 * The conversation of a session that reports none itself, or `null`: the one its arguments name; else, where exactly
 * one such Claude lives in that directory, the one transcript there that began or grew since it started. Once bound,
 * only a transcript born later (a `/clear`) takes its place; where its hooks named it, they alone name another.
 */
export function bindTranscript(
  session: Bindable,
  all: readonly Bindable[],
  candidates: (claudeDirectory: string, cwd: string) => readonly Candidate[],
): string | null {
  const { origin, cwd, picture } = session;
  if (picture.conversation === null && origin.namedConversation !== null) return origin.namedConversation;
  if (picture.conversation !== null && picture.hooks.heardAt !== null) return picture.conversation;
  if (origin.startedAt === null) return null;
  const startedAt = origin.startedAt;
  const others = all.filter(
    (other) => other.id !== session.id && other.cwd === cwd && other.origin.claudeDirectory === origin.claudeDirectory,
  );
  const silent = (other: Bindable) => other.endedAt === null && other.kind !== 'script' && other.picture.level === null;
  if (others.some(silent)) return picture.conversation;
  /** Also by a script, and by one that ended: unless somebody wrote there since. */
  const isTaken = ({ conversation, writtenAt }: Candidate) =>
    others.some(
      (other) => other.picture.conversation === conversation && writtenAt < (other.endedAt ?? Number.POSITIVE_INFINITY),
    );
  const grown = candidates(origin.claudeDirectory, cwd).filter(
    (candidate) => candidate.writtenAt > startedAt && !isTaken(candidate),
  );
  const bound = grown.find((candidate) => candidate.conversation === picture.conversation);
  if (bound === undefined)
    return picture.conversation ?? (grown.length === 1 ? (grown[0]?.conversation ?? null) : null);
  const born = grown.filter((candidate) => candidate.bornAt > bound.bornAt);
  return born.length === 1 ? (born[0]?.conversation ?? null) : picture.conversation;
}
