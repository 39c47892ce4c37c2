// What comes after `setup`: whose sessions take the hooks by themselves, and which Claudes must be started again first.
// Pure but for one look at a file's time. It must never promise hooks to a session that settings keep from running any.

import { statSync } from 'node:fs';
import { compareVersions } from '../../adapters/claude/hook-events.ts';
import type { ClaudeProcess } from '../../core/process.ts';

/** From this version on Claude Code takes hooks that come while it runs. */
const FIRST_THAT_TAKES_HOOKS = '2.1.0';

/** A Claude that runs with hooks it has not read. */
export interface StartAgain {
  readonly pid: number;
  readonly version: string;
}

/** What became of one settings file. */
export interface FileOutcome {
  readonly refused: string | null;
  /** Events with a hook of ours there now. */
  readonly events: readonly string[];
  /** Whether settings keep all its hooks from running. */
  readonly silenced: boolean;
  /** Where Claude Code stops reading it, and so takes nothing of it. */
  readonly unread: object | null;
}

/**
 * The running Claudes of one settings file that read hooks only when they start, and did so before it last changed.
 * @param running the Claudes that run with its directory.
 * @param file where it really lies.
 */
export function toStartAgain(
  running: readonly Pick<ClaudeProcess, 'pid' | 'role' | 'version' | 'startedAt'>[],
  file: string,
): readonly StartAgain[] {
  const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return running.flatMap(({ pid, role, version, startedAt }) => {
    if (role === 'helper' || version === null || startedAt > changed) return [];
    return compareVersions(version, FIRST_THAT_TAKES_HOOKS) < 0 ? [{ pid, version }] : [];
  });
}

/** The closing words, one line each. */
export function nextWords(files: readonly FileOutcome[], startAgain: readonly StartAgain[]): readonly string[] {
  const takes = files.some(
    ({ refused, events, silenced, unread }) => refused === null && events.length > 0 && !silenced && unread === null,
  );
  const show = '`tallymux doctor` shows them; `tallymux setup --remove` takes them out.';
  if (!takes) return [show];
  if (startAgain.length === 0) return [`Running sessions take the hooks within two seconds. ${show}`];
  const which = startAgain.map(({ pid, version }) => `${version} (pid ${pid})`).join(', ');
  return [
    `A Claude Code older than 2.1 reads hooks only when it starts. Start again: ${which}.`,
    `All other running sessions take the hooks within two seconds. ${show}`,
  ];
}
