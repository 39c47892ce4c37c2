// Finds every Claude Code in use on this machine and its version: what runs, what is on the PATH and in the usual
// install folders, and what ran in the last 30 days. Looks at files; a program is run only where nothing else tells
// its version, only for `--version`, and with an environment that is built for it.

import { execFile } from 'node:child_process';
import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compareVersions } from './hook-events.ts';
import { versionsRun } from './versions-run.ts';

/** One version in use. */
export interface ClaudeInUse {
  /** `null` where it cannot be told. */
  readonly version: string | null;
  /** Where it was found, in words. */
  readonly where: string;
}

/** Where to look. */
export interface VersionSearch {
  /** The Claudes that run. */
  readonly running: readonly ClaudeInUse[];
  readonly path: string;
  readonly home: string;
  readonly claudeDirectories: readonly string[];
  /** Tells the version of an executable by its path or the package beside it. */
  readonly versionOf: (path: string) => string | null;
  /** Whether a program may be run for its version. */
  readonly mayRun: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** How long a version counts as in use after it last ran, in milliseconds. */
const RECENT = 30 * 24 * 3_600_000;
/** How long a program may take to tell its version, in milliseconds. */
const PATIENCE = 5_000;
const VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/;

/** Every version in use, each once, oldest first; what tells no version stands first. */
export async function claudesInUse(search: VersionSearch): Promise<readonly ClaudeInUse[]> {
  const installed = await Promise.all(executables(search).map((file) => versionAt(file, search)));
  const found = [
    ...search.running,
    ...installed.filter((one) => one !== null),
    ...versionFolders(search),
    ...search.claudeDirectories.flatMap((directory) => versionsRun(directory, search.now - RECENT)),
  ];
  const once = new Map(found.toReversed().map((one) => [one.version, one]));
  return [...once.values()].sort((a, b) => compareVersions(a.version ?? '0.0.0', b.version ?? '0.0.0'));
}

/** Files named `claude` on the PATH and where installers put them; each once, however many links lead to it. */
function executables({ path, home }: VersionSearch): string[] {
  const nvm = entries(join(home, '.nvm/versions/node')).map((node) => join('.nvm/versions/node', node, 'bin'));
  const usual = [
    '.local/bin',
    '.claude/local',
    '.claude/local/node_modules/.bin',
    '.npm-global/bin',
    '.bun/bin',
    ...nvm,
  ];
  const folders = [
    ...path.split(':').filter((folder) => folder.startsWith('/')),
    ...usual.map((folder) => join(home, folder)),
  ];
  const files = [...folders, '/usr/local/bin', '/opt/homebrew/bin'].map((folder) => join(folder, 'claude'));
  return [...new Map(files.flatMap((file) => realExecutable(file))).values()];
}

/** Its real path and the path by which it was found. */
function realExecutable(file: string): [string, string][] {
  try {
    accessSync(file, constants.X_OK);
    const real = realpathSync(file);
    return statSync(real).isFile() ? [[real, file]] : [];
  } catch {
    return [];
  }
}

/** `null` for a program of that name which is not Claude Code. */
async function versionAt(file: string, { versionOf, mayRun, home, path }: VersionSearch): Promise<ClaudeInUse | null> {
  const real = realpathSync(file);
  // A package keeps its programs beside its package.json or one folder below.
  const version = versionOf(real) ?? versionOf(dirname(real));
  if (version !== null || !mayRun) return { version, where: file };
  const said = await ask(file, { HOME: home, PATH: path });
  if (said === null) return { version: null, where: file };
  if (!said.includes('Claude Code')) return null;
  return { version: /^\s*(\d+\.\d+\.\d+[\w.+-]*)/.exec(said)?.[1] ?? null, where: file };
}

function ask(file: string, environment: Readonly<Record<string, string>>): Promise<string | null> {
  const env = { ...environment, DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', LANG: 'C' };
  return new Promise((resolve) => {
    const child = execFile(file, ['--version'], { env, timeout: PATIENCE, cwd: '/' }, (error, output) =>
      resolve(error === null ? output : null),
    );
    child.stdin?.end();
  });
}

/** Versions that lie in folders of their own: the native installer's, as long as they are used, and the editors'. */
function versionFolders({ home, now }: VersionSearch): ClaudeInUse[] {
  const native = join(home, '.local/share/claude/versions');
  const kept = entries(native).flatMap((name) => {
    const file = join(native, name);
    return VERSION.test(name) && usedAt(file) >= now - RECENT ? [{ version: name, where: file }] : [];
  });
  const editors = ['.vscode', '.vscode-server', '.vscode-insiders', '.cursor', '.cursor-server', '.windsurf'];
  const extensions = editors.flatMap((editor) => {
    const folder = join(home, editor, 'extensions');
    return entries(folder).flatMap((name) => {
      const version = /^anthropic\.claude-code-(\d+\.\d+\.\d+)/.exec(name)?.[1];
      return version === undefined ? [] : [{ version, where: join(folder, name) }];
    });
  });
  return [...kept, ...extensions];
}

/** When a file was last read or written, epoch milliseconds, to the day. */
function usedAt(file: string): number {
  const status = statSync(file, { throwIfNoEntry: false });
  return status === undefined ? 0 : Math.max(status.atimeMs, status.mtimeMs);
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
