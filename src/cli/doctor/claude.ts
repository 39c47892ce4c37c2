// The Claude directories, the Claude binaries in the path, and the Claudes that run. Runs none of them.

import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { resolvedPath } from '../../adapters/proc/resolved-path.ts';
import type { ClaudeProcess } from '../../core/process.ts';
import { ownClaudeDirectory, readConfig } from '../../home/config.ts';
import { errorCode, errorText } from '../../home/home-error.ts';
import type { Context } from '../connection.ts';
import type { Finding } from './finding.ts';

/** What there is of Claude Code. */
export async function claudeFindings(context: Context): Promise<Finding[]> {
  const binaries = binariesInPath(context.environment.PATH ?? '');
  return [
    ...claudeDirectories(context).map(directoryFinding),
    ...(binaries.length === 0
      ? [
          {
            level: 'amber',
            text: 'no `claude` in the PATH',
            mend: 'install Claude Code, or start it by its full path',
          } as const,
        ]
      : binaries.map((path): Finding => ({ level: 'good', text: `${path}${versionIn(path)}` }))),
    ...(await running(fixedDirectories(context))),
  ];
}

function claudeDirectories(context: Context): readonly string[] {
  const own = ownClaudeDirectory(context.environment);
  return fixedDirectories(context) ?? (own === null ? [] : [own]);
}

function fixedDirectories({ paths, environment }: Context): readonly string[] | null {
  try {
    return readConfig(paths, environment).claudeDirectories.value;
  } catch {
    return null;
  }
}

/** Whether one Claude directory can be read. */
export function directoryFinding(path: string): Finding {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
    return { level: 'good', text: `${path} exists` };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return { level: 'note', text: `${path} does not exist yet; it is looked for again by itself` };
    return { level: 'red', text: `${path} cannot be read (${errorText(error)})`, mend: `chmod u+rx ${path}` };
  }
}

function binariesInPath(path: string): string[] {
  const found = path.split(delimiter).flatMap((directory) => {
    const file = join(directory || '.', 'claude');
    try {
      accessSync(file, constants.X_OK);
      return statSync(file).isFile() ? [file] : [];
    } catch {
      return [];
    }
  });
  return [...new Set(found)];
}

/** Installers keep each version in a file or directory named after it. */
function versionIn(path: string): string {
  const version = /(?:^|[/@-])(\d+\.\d+\.\d+)(?=$|\/)/.exec(realpathSync(path))?.[1];
  return version === undefined ? '' : ` (${version})`;
}

async function running(fixed: readonly string[] | null): Promise<Finding[]> {
  const { processesFor } = await import('../../adapters/proc/processes.ts');
  const scan = await processesFor(process.platform).scan();
  if (scan.kind === 'could-not-look') {
    return [{ level: 'red', text: `running processes cannot be seen: ${scan.reason}` }];
  }
  return [{ level: 'note', text: `${runningIn(scan.processes, fixed)} running` }];
}

/** How many Claudes there are; only those of the fixed directories, where the person fixed any. */
export function runningIn(
  processes: readonly Pick<ClaudeProcess, 'role' | 'claudeDirectory'>[],
  fixed: readonly string[] | null,
): number {
  // Processes are told with their links resolved.
  const resolved = fixed?.map(resolvedPath) ?? null;
  return processes.filter(
    (one) => one.role !== 'helper' && (resolved === null || resolved.includes(one.claudeDirectory)),
  ).length;
}
