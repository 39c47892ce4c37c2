// Whether Claude Code is on this machine at all, though none may run. Looks for files; never starts a Claude.

import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of the usual installers that a daemon's PATH may lack, under HOME. */
const USUAL = ['.local/bin', '.claude/local', '.npm-global/bin', 'node_modules/.bin'];
/** How long the login shell may take to tell its PATH, in milliseconds. */
const SHELL_PATIENCE = 5_000;

/** Whether a `claude` can be found in these directories or the usual install folders. */
export function claudeInPath(path: string, home: string): boolean {
  const folders = [...path.split(':').filter(Boolean), ...USUAL.map((folder) => join(home, folder))];
  return folders.some((folder) => {
    try {
      accessSync(join(folder, 'claude'), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** What the search needs to know. */
export interface InstalledOptions {
  readonly directories: readonly string[];
  readonly path: string;
  readonly home: string;
  /** The person's login shell, asked once for its PATH; `null` asks none. */
  readonly shell: string | null;
}

/**
 * Begins to look for Claude Code: a Claude directory, a `claude` in PATH, and, asked once in the background, a `claude`
 * in the login shell's PATH.
 * @returns a function that tells what is known now; cheap enough to call for every snapshot.
 */
export function lookForClaude(options: InstalledOptions): () => boolean {
  const { directories, path, home, shell } = options;
  let found = false;
  const look = () => {
    found ||= directories.some((directory) => existsSync(directory)) || claudeInPath(path, home);
    return found;
  };
  if (!look() && shell !== null)
    execFile(shell, ['-lc', 'command -v claude'], { timeout: SHELL_PATIENCE }, (error, out) => {
      found ||= error === null && out.trim() !== '';
    });
  return look;
}
