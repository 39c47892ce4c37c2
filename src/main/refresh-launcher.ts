// Brings the launcher of hooks to this version's, where hooks were set up before: an update must not wait for a person
// to run `setup` again. A home without one stays without. What the person set for it, it is told here too.

import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installLauncher } from '../adapters/claude/launcher.ts';
import { PRINT_MODE_MARKER } from '../adapters/claude/launcher-script.ts';
import type { HomePaths } from '../home/paths.ts';

/**
 * Repairs the launcher if there is one. What cannot be written is only logged: hooks are harmless without it.
 * @param answerPrintMode whether print mode and SDK are to wait for an answer; without the launcher it changes nothing.
 */
export function refreshLauncher(
  { directory, hook }: Pick<HomePaths, 'directory' | 'hook'>,
  answerPrintMode: boolean,
  log: (text: string) => void,
): void {
  try {
    const marker = join(directory, PRINT_MODE_MARKER);
    if (answerPrintMode) writeFileSync(marker, '', { mode: 0o600 });
    else rmSync(marker, { force: true });
    if (!existsSync(hook)) return;
    const mended = installLauncher(directory);
    if (mended.length > 0) log(`the launcher of hooks was brought up to date: ${mended.join(', ')}`);
  } catch (error) {
    log(
      `the launcher of hooks cannot be brought up to date: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
