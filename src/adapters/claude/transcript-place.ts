// Finds the transcript of a conversation on disk. Looks only inside `projects/` of the given Claude directory.

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { projectDirectoryName } from './project-directory.ts';

const CONVERSATION = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether `name` can be a conversation's id; anything else never becomes part of a path. */
export function isConversationId(name: string): boolean {
  return CONVERSATION.test(name);
}

/** The directory in which Claude would write transcripts for a session working in `cwd`. */
export function expectedDirectory(claudeDirectory: string, cwd: string): string {
  return join(claudeDirectory, 'projects', projectDirectoryName(physical(cwd)));
}

/**
 * Path of a conversation's transcript: the expected one, or, where the session moved (worktrees), the one that was
 * written last among all project directories.
 * @param expected the expected directory.
 * @param everywhere look beyond it: reads every project directory's entry for this id.
 * @returns `null` when there is none yet.
 */
export function placeOfTranscript(
  claudeDirectory: string,
  conversation: string,
  expected: string,
  everywhere: boolean,
): string | null {
  if (!isConversationId(conversation)) return null;
  const file = `${conversation}.jsonl`;
  const directories = everywhere ? directoriesIn(join(claudeDirectory, 'projects')) : [];
  let best: string | null = null;
  let newest = Number.NEGATIVE_INFINITY;
  for (const place of [expected, ...directories].map((directory) => join(directory, file))) {
    const written = fileTime(place)?.mtimeMs;
    if (written === undefined || written <= newest) continue;
    best = place;
    newest = written;
  }
  return best;
}

/**
 * The transcript of `conversation` that a hook names, where it lies in this Claude directory; else `null`. Only the
 * name of the project directory is taken from what was claimed.
 * @param present where it is followed now: a hook that comes late must not lead back to a copy that stays as it is.
 */
export function namedPlace(
  claudeDirectory: string,
  conversation: string,
  claimed: string,
  present: string | null,
): string | null {
  const file = `${conversation}.jsonl`;
  const project = basename(dirname(claimed));
  if (!isConversationId(conversation) || basename(claimed) !== file || /^\.{0,2}$/.test(project)) return null;
  const place = join(claudeDirectory, 'projects', project, file);
  const written = fileTime(place)?.mtimeMs ?? Number.NEGATIVE_INFINITY;
  const before = present === null ? undefined : fileTime(present)?.mtimeMs;
  return written > Number.NEGATIVE_INFINITY && written >= (before ?? 0) ? place : null;
}

/** A transcript that lies in a project directory. Times are epoch milliseconds by the file system. */
export interface TranscriptCandidate {
  readonly conversation: string;
  readonly bornAt: number;
  readonly writtenAt: number;
}

/** All transcripts for sessions working in `cwd`, newest writing first. Sub-agents' files are none. */
export function transcriptsFor(claudeDirectory: string, cwd: string): readonly TranscriptCandidate[] {
  const directory = expectedDirectory(claudeDirectory, cwd);
  const found: TranscriptCandidate[] = [];
  for (const name of namesIn(directory)) {
    const conversation = name.slice(0, -'.jsonl'.length);
    if (!name.endsWith('.jsonl') || !isConversationId(conversation)) continue;
    const stat = fileTime(join(directory, name));
    if (stat !== null) found.push({ conversation, bornAt: stat.birthtimeMs, writtenAt: stat.mtimeMs });
  }
  return found.sort((a, b) => b.writtenAt - a.writtenAt);
}

function directoriesIn(path: string): readonly string[] {
  return namesIn(path).map((name) => join(path, name));
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function fileTime(path: string) {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? stat : null;
  } catch {
    return null;
  }
}

function physical(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
