// Follows the transcripts of live sessions: a doorbell, a read to the end, and what each line means as evidence.
// Only live conversations are watched, however many lie on the disk.

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TranscriptEvidence } from '../../core/evidence.ts';
import type { TranscriptPosition } from '../../core/transcript-position.ts';
import type { WorkEvidence } from '../../core/work.ts';
import type { DirectoryWatch } from './directory-watch.ts';
import { followSubagents } from './subagents.ts';
import { type ReadCall, readToolCalls } from './transcript-call.ts';
import { parseTranscriptLine, type TranscriptLine } from './transcript-line.ts';
import { expectedDirectory, namedPlace, placeOfTranscript, transcriptsFor } from './transcript-place.ts';
import { readTail } from './transcript-tail.ts';

/** What to follow. */
export interface FollowRequest {
  readonly claudeDirectory: string;
  readonly conversation: string;
  readonly cwd: string;
  /** Where reading stood before the daemon was restarted. */
  readonly from: TranscriptPosition | null;
  /**
   * Wall time in epoch milliseconds: of a file met for the first time, lines written after it are news and the rest
   * is history. `null`: all of it is history. A file that is born later is all news.
   */
  readonly newsAfter: number | null;
}

/** One transcript being followed. */
export interface Following {
  /** Reads to the end now, and tells at least `end`, `missing` or `could-not-look`. */
  readNow(): void;
  /** The same where the file changed without a ring; else it tells nothing. */
  sweep(): void;
  /** Looks for the file again, in every project directory: dear where there are thousands. */
  locate(): void;
  /** A hook says where the file is: goes on there, if it is. */
  named(claimed: string): void;
  /** Follows the sub-agents that work for these tool calls; none: no sub-agent's file is watched. */
  agents(calls: readonly string[]): void;
  /** The calls of tools with these ids, near its end; without those that are not found. */
  toolCalls(ids: readonly string[]): ReadonlyMap<string, ReadCall>;
  position(): TranscriptPosition | null;
  dispose(): void;
}

/** Hears what a transcript tells. */
export type TranscriptListener = (evidence: readonly (TranscriptEvidence | WorkEvidence)[]) => void;

/** The two clocks, as the daemon has them. */
export interface TranscriptClock {
  steady(): number;
  wall(): number;
}

/** Everything about transcripts that the daemon needs. */
export interface Transcripts {
  follow(request: FollowRequest, listener: TranscriptListener): Following;
  /** Transcripts for sessions working in `cwd`, newest writing first. */
  candidates: typeof transcriptsFor;
}

/** A line that is news and younger than this happens now, in milliseconds: clocks and disks are not that exact. */
const FRESH = 5_000;

/** Makes a follower of transcripts over shared doorbells. */
export function followTranscripts(bells: DirectoryWatch, clock: TranscriptClock): Transcripts {
  return { candidates: transcriptsFor, follow: (request, listener) => follow(bells, clock, request, listener) };
}

function follow(
  bells: DirectoryWatch,
  clock: TranscriptClock,
  request: FollowRequest,
  listener: TranscriptListener,
): Following {
  const { claudeDirectory, conversation } = request;
  let position = request.from;
  const expected = expectedDirectory(claudeDirectory, request.cwd);
  let path = position?.path ?? placeOfTranscript(claudeDirectory, conversation, expected, false);
  let newsAfter = path === null ? 0 : (request.newsAfter ?? Number.POSITIVE_INFINITY);
  let disposed = false;
  let again: NodeJS.Immediate | null = null;
  const unlisten: (() => void)[] = [];
  let heard: string | null = null;
  /** The file as it was when it was last read to its end; `null`: it was not there; `undefined`: not read so far. */
  let readAt: string | null | undefined;
  let calls: readonly string[] = [];
  const subagents = followSubagents(bells, (agents) =>
    listener([{ source: 'transcript', kind: 'agents', at: clock.steady(), conversation, agents }]),
  );
  const watchAgents = () =>
    subagents.watch(path === null ? null : join(dirname(path), conversation, 'subagents'), path === null ? [] : calls);

  const listen = () => {
    const directory = path === null ? expected : dirname(path);
    if (heard === directory) return;
    for (const stop of unlisten.splice(0)) stop();
    heard = null;
    const file = `${conversation}.jsonl`;
    const bell = bells.listen(directory, (name, lost) => {
      if (lost) heard = null;
      if (name === null || name === file) readNow();
      if (name === conversation) subagents.readNow();
    });
    if (bell !== null) {
      heard = directory;
      unlisten.push(bell);
      return;
    }
    // The directory is not there yet: its parents ring when it comes.
    for (const parent of [join(claudeDirectory, 'projects'), claudeDirectory]) {
      const stop = bells.listen(parent, () => readNow());
      if (stop === null) continue;
      unlisten.push(stop);
      break;
    }
  };

  const evidenceOf = (line: TranscriptLine, offset: number, live: boolean) => {
    const now = clock.steady();
    // What was written before we looked keeps its own time: an old end is old at first sight, and after a restart.
    const age = line.writtenAt === null ? 0 : clock.wall() - line.writtenAt;
    const at = (live && age < FRESH) || age <= 0 ? now : now - age;
    const base = { source: 'transcript', at, conversation } as const;
    const { branch, writtenAt } = line;
    const facts = line.facts.map((fact, place): TranscriptEvidence => {
      return { ...base, kind: 'line', fact, branch, writtenAt, live, offset: offset + place };
    });
    const work = line.work.map((fact, place): WorkEvidence => {
      return { ...base, kind: 'work', fact, live, offset: offset + place };
    });
    return [...facts, ...work];
  };

  /** Finds and hears the file. @returns what tells whether it changed; `null` where it is not to be had. */
  const find = (): string | null => {
    // First the doorbell, then the look: what comes in between rings.
    listen();
    if (path === null) {
      path = placeOfTranscript(claudeDirectory, conversation, expected, false);
      if (path !== null) listen();
    }
    return path === null ? null : stampOf(path);
  };

  const readNow = () => {
    if (disposed) return;
    if (again !== null) clearImmediate(again);
    again = null;
    const stamp = find();
    const base = { source: 'transcript', at: clock.steady(), conversation } as const;
    if (path === null) {
      readAt = null;
      return listener([{ ...base, kind: 'missing' }]);
    }
    // Whoever asks is not sent away on a stat: where attributes are cached (NFS, shared folders) only an open is true.
    readAt = undefined;
    const read = readTail(path, position, (text) => isTelling(text));
    if (read.kind === 'missing') {
      path = null;
      return listener([{ ...base, kind: 'missing' }]);
    }
    if (read.kind === 'could-not-look') return listener([{ ...base, kind: 'could-not-look', reason: read.reason }]);
    position = read.position;
    const evidence: (TranscriptEvidence | WorkEvidence)[] = [];
    if (read.begun) evidence.push({ ...base, kind: 'began', whole: read.whole });
    for (const { text, offset } of read.lines) {
      const line = understood(text);
      // What another conversation wrote into this file is another story.
      if (line === null || (line.conversation ?? conversation) !== conversation) continue;
      const live = !read.begun || (line.writtenAt !== null ? line.writtenAt > newsAfter : newsAfter === 0);
      evidence.push(...evidenceOf(line, offset, live));
    }
    // A file that is begun again later, or goes on elsewhere, is history up to what was read of it.
    if (!read.more && (read.begun || read.lines.length > 0)) newsAfter = clock.wall();
    if (read.more) again = setImmediate(readNow);
    else {
      readAt = stamp;
      evidence.push({ ...base, at: clock.steady(), kind: 'end' });
    }
    listener(evidence);
    watchAgents();
  };

  const goTo = (found: string | null) => {
    if (found === null || found === path) return;
    path = found;
    listen();
    readNow();
  };

  listen();
  return {
    readNow() {
      readNow();
      subagents.readNow();
    },
    sweep() {
      if (disposed) return;
      if (find() !== readAt) readNow();
      subagents.readNow();
    },
    locate() {
      goTo(placeOfTranscript(claudeDirectory, conversation, expected, true));
    },
    named(claimed) {
      if (claimed !== path) goTo(namedPlace(claudeDirectory, conversation, claimed, path));
    },
    agents(wanted) {
      calls = wanted;
      watchAgents();
    },
    toolCalls: (ids) => (path === null ? new Map() : readToolCalls(path, ids)),
    position: () => position,
    dispose() {
      disposed = true;
      subagents.dispose();
      if (again !== null) clearImmediate(again);
      for (const stop of unlisten.splice(0)) stop();
    },
  };
}

/** What changes with each byte and with the file itself, at a quarter of the cost of a read; `null`: could not look. */
function stampOf(path: string): string | null {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? null : `${path} ${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`;
  } catch {
    return null;
  }
}

/** A line that cannot be understood, for whatever reason, means nothing: it must not stop those behind it. */
function understood(text: string): TranscriptLine | null {
  try {
    const line = parseTranscriptLine(text);
    return line === 'torn' ? null : line;
  } catch {
    return null;
  }
}

function isTelling(text: string): boolean {
  return understood(text)?.facts.some((fact) => fact.kind !== 'compacted') ?? false;
}
