// Where this daemon lives and what it was told: paths, settings and the Claude directories, from the environment.

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { InstalledOptions } from '../adapters/claude/installed.ts';
import { type Config, ownClaudeDirectory, readConfig } from '../home/config.ts';
import { type HomePaths, homePaths } from '../home/paths.ts';
import { ensureHome } from '../home/private-directory.ts';

/** One daemon's place. All paths have their links resolved. */
export interface Place {
  readonly paths: HomePaths;
  readonly config: Config;
  /** Exact list of Claude directories, or `null`: our own, and those of processes with our HOME. */
  readonly fixedDirectories: readonly string[] | null;
  readonly ownDirectory: string;
  readonly ownHome: string;
  /** Where to look for Claude Code itself. */
  readonly installed: InstalledOptions;
}

/**
 * Reads the place from the environment and makes its directories.
 * @throws HomeError when there is none, it cannot be made, or the settings are malformed.
 */
export function placeFrom(environment: NodeJS.ProcessEnv): Place {
  const paths = homePaths(environment);
  ensureHome(paths);
  const config = readConfig(paths, environment);
  const ownHome = physical(environment.HOME ?? '/');
  const ownDirectory = physical(ownClaudeDirectory(environment) ?? join(ownHome, '.claude'));
  const fixedDirectories = config.claudeDirectories.value?.map(physical) ?? null;
  return {
    paths,
    config,
    fixedDirectories,
    ownDirectory,
    ownHome,
    installed: {
      directories: fixedDirectories ?? [ownDirectory],
      path: environment.PATH ?? '',
      home: ownHome,
      // A list fixed by hand means: nothing else on this machine.
      shell: fixedDirectories === null ? (environment.SHELL ?? null) : null,
    },
  };
}

function physical(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
