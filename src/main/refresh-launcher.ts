// Brings the launcher of hooks to this version's, where hooks were set up before: an update must not wait for a person
// to run `setup` again. A home without one stays without.

import { existsSync } from 'node:fs';
import { installLauncher } from '../adapters/claude/launcher.ts';
import type { HomePaths } from '../home/paths.ts';

/** Repairs the launcher if there is one. What cannot be written is only logged: hooks are harmless without it. */
export function refreshLauncher(
  { directory, hook }: Pick<HomePaths, 'directory' | 'hook'>,
  log: (text: string) => void,
): void {
  if (!existsSync(hook)) return;
  try {
    const mended = installLauncher(directory);
    if (mended.length > 0) log(`the launcher of hooks was brought up to date: ${mended.join(', ')}`);
  } catch (error) {
    log(
      `the launcher of hooks cannot be brought up to date: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
