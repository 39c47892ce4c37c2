// Old versions name their conversation nowhere. Binds a transcript to a process only where no other can be meant. Pure.

import type { Living } from './living.ts';

/** The part of a session that binding reads. */
export type Bindable = Pick<Living, 'id' | 'origin' | 'cwd' | 'kind' | 'endedAt'> & {
  readonly picture: Pick<Living['picture'], 'conversation' | 'level'>;
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
 * only a transcript born later (a `/clear`) takes its place.
 */
export function bindTranscript(
  session: Bindable,
  all: readonly Bindable[],
  candidates: (claudeDirectory: string, cwd: string) => readonly Candidate[],
): string | null {
  const { origin, cwd, picture } = session;
  if (picture.conversation === null && origin.namedConversation !== null) return origin.namedConversation;
  if (origin.startedAt === null) return null;
  const startedAt = origin.startedAt;
  const neighbours = all.filter(
    (other) =>
      other.id !== session.id &&
      other.endedAt === null &&
      other.kind !== 'script' &&
      other.cwd === cwd &&
      other.origin.claudeDirectory === origin.claudeDirectory,
  );
  if (neighbours.some((other) => other.picture.level === null)) return picture.conversation;
  const taken = new Set(neighbours.map((other) => other.picture.conversation));
  const grown = candidates(origin.claudeDirectory, cwd).filter(
    (candidate) => candidate.writtenAt > startedAt && !taken.has(candidate.conversation),
  );
  const bound = grown.find((candidate) => candidate.conversation === picture.conversation);
  if (bound === undefined)
    return picture.conversation ?? (grown.length === 1 ? (grown[0]?.conversation ?? null) : null);
  const born = grown.filter((candidate) => candidate.bornAt > bound.bornAt);
  return born.length === 1 ? (born[0]?.conversation ?? null) : picture.conversation;
}
