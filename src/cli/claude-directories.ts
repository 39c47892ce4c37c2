// Which Claude directories are ours to look at and to set up, and which Claudes are in use there.

import { type ClaudeInUse, claudesInUse } from '../adapters/claude/claude-versions.ts';
import { processesFor } from '../adapters/proc/processes.ts';
import { resolvedPath } from '../adapters/proc/resolved-path.ts';
import { makeVersionOf } from '../adapters/proc/versions.ts';
import type { ClaudeProcess } from '../core/process.ts';
import { ownClaudeDirectory, readConfig } from '../home/config.ts';
import type { Context } from './connection.ts';

/** `TALLYMUX_CLAUDE_DIRS` or the setting, else the one of this environment. @throws HomeError for wrong settings */
export function claudeDirectories({ paths, environment }: Context): readonly string[] {
  const own = ownClaudeDirectory(environment);
  return readConfig(paths, environment).claudeDirectories.value ?? (own === null ? [] : [own]);
}

/** The Claudes that run with one of these directories; none where processes cannot be looked at. */
export async function runningClaudes(context: Context): Promise<readonly ClaudeProcess[]> {
  const resolved = claudeDirectories(context).map(resolvedPath);
  const scan = await processesFor(process.platform).scan();
  return scan.kind === 'looked' ? scan.processes.filter((one) => resolved.includes(one.claudeDirectory)) : [];
}

/** Every Claude in use there; see `claudesInUse`. A program is run for its version where no file tells it. */
export async function claudesOf(context: Context): Promise<readonly ClaudeInUse[]> {
  const running = await runningClaudes(context);
  const { HOME = '/', PATH = '' } = context.environment;
  return await claudesInUse({
    running: running.map(({ pid, version }) => ({ version, where: `pid ${pid}, running` })),
    path: PATH,
    home: HOME,
    claudeDirectories: claudeDirectories(context),
    versionOf: makeVersionOf(),
    mayRun: true,
    now: Date.now(),
  });
}
