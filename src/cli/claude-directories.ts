// Which Claude directories are ours to look at and to set up, and which Claudes are in use there.

import { type ClaudeInUse, claudesInUse } from '../adapters/claude/claude-versions.ts';
import { processesFor } from '../adapters/proc/processes.ts';
import { resolvedPath } from '../adapters/proc/resolved-path.ts';
import { makeVersionOf } from '../adapters/proc/versions.ts';
import { ownClaudeDirectory, readConfig } from '../home/config.ts';
import type { Context } from './connection.ts';

/** `TALLYMUX_CLAUDE_DIRS` or the setting, else the one of this environment. @throws HomeError for wrong settings */
export function claudeDirectories({ paths, environment }: Context): readonly string[] {
  const own = ownClaudeDirectory(environment);
  return readConfig(paths, environment).claudeDirectories.value ?? (own === null ? [] : [own]);
}

/** Every Claude in use there; see `claudesInUse`. @param mayRun whether a program may be run for its version */
export async function claudesOf(context: Context, mayRun: boolean): Promise<readonly ClaudeInUse[]> {
  const directories = claudeDirectories(context);
  const resolved = directories.map(resolvedPath);
  const scan = await processesFor(process.platform).scan();
  const running = scan.kind === 'looked' ? scan.processes : [];
  const { HOME = '/', PATH = '' } = context.environment;
  return await claudesInUse({
    running: running
      .filter((one) => resolved.includes(one.claudeDirectory))
      .map(({ pid, version }) => ({ version, where: `pid ${pid}, running` })),
    path: PATH,
    home: HOME,
    claudeDirectories: directories,
    versionOf: makeVersionOf(),
    mayRun,
    now: Date.now(),
  });
}
