// Whose sessions: the Claude directories that belong to this daemon (DESIGN §2). Pure but for its own list.

import type { ClaudeProcess } from '../core/process.ts';

/** The list of directories, which may grow while the daemon lives. */
export interface ClaudeDirectories {
  all(): readonly string[];
  /** Whether a process is ours; adds its directory when it is ours by its HOME. */
  owns(process: ClaudeProcess): boolean;
}

/**
 * @param fixed the exact list, or `null`: then our own directory, and those of processes with our HOME.
 * @param own `CLAUDE_CONFIG_DIR` or `$HOME/.claude` of the daemon itself.
 * @param home the daemon's HOME, links resolved.
 * @param onAdded told of a directory that joined the list.
 */
export function ownClaudeDirectories(
  fixed: readonly string[] | null,
  own: string,
  home: string,
  onAdded: (directory: string) => void,
): ClaudeDirectories {
  const directories = new Set(fixed ?? [own]);
  return {
    all: () => [...directories],
    owns({ claudeDirectory, home: theirs }) {
      if (directories.has(claudeDirectory)) return true;
      if (fixed !== null || theirs !== home) return false;
      directories.add(claudeDirectory);
      onAdded(claudeDirectory);
      return true;
    },
  };
}
