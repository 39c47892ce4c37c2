// Our hooks in the lab's settings, put there by `tallymux setup` itself, so that the real Claudes of a lab speak to a
// spool of its own. It must never touch settings outside of the lab.

import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ClaudeVersion, claudeCommand } from './claude-binaries.ts';
import type { ClaudeLab } from './claude-lab.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const run = promisify(execFile);

/**
 * Sets our hooks up for a lab, before its first Claude starts.
 * @param state the TALLYMUX_HOME whose spool they fill.
 * @param versions what will run in the lab: the hooks are those that all of them know.
 */
export async function layHooks({ directory, home }: ClaudeLab, state: string, versions: readonly ClaudeVersion[]) {
  const folders = versions.map((version) => {
    const folder = join(directory, 'installed', version);
    mkdirSync(folder, { recursive: true });
    symlinkSync(claudeCommand(version).at(-1) ?? '', join(folder, 'claude'));
    return folder;
  });
  const environment = {
    HOME: home.home,
    PATH: [...folders, '/usr/bin', '/bin'].join(delimiter),
    LANG: 'C.UTF-8',
    TALLYMUX_HOME: state,
    TALLYMUX_CLAUDE_DIRS: home.claudeDirectory,
  };
  await run(process.execPath, [CLI, 'setup'], { env: environment });
}
