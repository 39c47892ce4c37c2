// `setup`: puts the launcher into the home and our hooks into Claude's settings, or takes the hooks out again. Works
// without a daemon. What it reports of a file was read back from the disk.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ClaudeInUse } from '../../adapters/claude/claude-versions.ts';
import { compareVersions, eventsFor, FIRST_WITH_STATUS } from '../../adapters/claude/hook-events.ts';
import { installLauncher } from '../../adapters/claude/launcher.ts';
import { sightOf } from '../../adapters/claude/settings/inspect-hooks.ts';
import { type OtherHome, OtherHomeRefusal } from '../../adapters/claude/settings/other-homes.ts';
import { SettingsRefusal } from '../../adapters/claude/settings/settings-refusal.ts';
import { type HookChange, installHooks, uninstallHooks } from '../../adapters/claude/settings/setup-hooks.ts';
import { managedDirectory, type Silence, silencedBy } from '../../adapters/claude/settings/silenced-hooks.ts';
import type { Place } from '../../adapters/claude/settings/unread-by-claude.ts';
import { removeVersionSettings, writeVersionSettings } from '../../adapters/claude/settings/version-settings.ts';
import { resolvedPath } from '../../adapters/proc/resolved-path.ts';
import type { ClaudeProcess } from '../../core/process.ts';
import { ensureHome } from '../../home/private-directory.ts';
import { claudeDirectories, claudesOf, runningClaudes } from '../claude-directories.ts';
import type { Context } from '../connection.ts';
import { launcherReachable } from '../container.ts';
import { EXIT, Failure } from '../failure.ts';
import { printJson } from '../output.ts';
import { refuseUnderClaude } from '../under-claude.ts';
import { type StartAgain, toStartAgain } from './setup-next.ts';
import { refusedForOthers } from './setup-others.ts';
import { printSetup, troublesOf } from './setup-report.ts';

/** What the person may choose. */
export interface SetupOptions {
  readonly remove?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  /** Only Claudes of this container use these settings. */
  readonly insideOnly?: boolean;
  /** Take the place of another Tallymux home. */
  readonly replace?: boolean;
}

/** What was done to one settings file, or would be. */
export interface FileReport {
  readonly path: string;
  /** Where it lies, links followed. */
  readonly real: string;
  readonly changed: boolean;
  /** Events with a hook of ours there now. */
  readonly events: readonly string[];
  readonly wrapped: readonly string[];
  /** Where Claude Code stops reading it, and so takes nothing of it; `null`: it reads all. */
  readonly unread: Place | null;
  /** Other Tallymux homes whose hooks stand there now. */
  readonly others: readonly OtherHome[];
  /** Those whose hooks were taken out, or would be. */
  readonly replaced: readonly OtherHome[];
  /** Whether other settings keep all hooks of this directory from running. */
  readonly silenced: boolean;
  /** Running Claudes that read hooks only when they start, and started before these were there. */
  readonly startAgain: readonly StartAgain[];
  /** The dated copy that was made now. */
  readonly backup: string | null;
  /** Why nothing was done; `null` when it was. */
  readonly refused: string | null;
  readonly change: HookChange | null;
}

/** Everything `setup` did or found. */
export interface SetupReport {
  readonly remove: boolean;
  readonly dryRun: boolean;
  readonly claudes: readonly ClaudeInUse[];
  readonly events: readonly string[];
  /** Where a version without a status makes tool events needed: those versions. */
  readonly costly: readonly ClaudeInUse[];
  /** What of the launcher was made or repaired. */
  readonly launcher: readonly string[];
  readonly files: readonly FileReport[];
  readonly silenced: readonly Silence[];
}

/** Sets up, or removes. Ends with 1 when some file was refused, or holds hooks that Claude does not read. */
export async function setup(context: Context, options: SetupOptions): Promise<number> {
  const { remove = false, dryRun = false, json = false, insideOnly = false, replace = false } = options;
  if (!dryRun) refuseUnderClaude(context, "change Claude's hooks");
  const directories = claudeDirectories(context);
  if (directories.length === 0)
    throw new Failure(
      EXIT.failed,
      'HOME is not set, so there is no Claude directory: set HOME or TALLYMUX_CLAUDE_DIRS.',
    );
  const { directory: home } = context.paths;
  if (!remove && !dryRun) ensureHome(context.paths);
  const claudes = remove ? [] : await claudesOf(context);
  const versions = claudes.map(({ version }) => version);
  const events = remove ? [] : eventsFor(versions);
  // First: from the moment the settings name it, Claudes run it.
  const launcher = remove || dryRun ? [] : installLauncher(home);
  const running = remove ? [] : await runningClaudes(context);
  const files = directories.map((directory) =>
    one(context, directory, { events, running }, { remove, dryRun, insideOnly, replace }),
  );
  if (!dryRun && remove && files.every(({ refused }) => refused === null))
    removeVersionSettings(context.paths.settings);
  if (!dryRun && !remove)
    for (const version of versions) if (version !== null) writeVersionSettings(context.paths.settings, home, version);
  const report: SetupReport = {
    remove,
    dryRun,
    claudes,
    events,
    costly: claudes.filter(({ version }) => version === null || compareVersions(version, FIRST_WITH_STATUS) < 0),
    launcher,
    files,
    silenced: [...new Map(directories.flatMap(silences).map((silence) => [silence.file, silence])).values()],
  };
  const troubles = troublesOf(report);
  if (!json) {
    printSetup(report);
    return troubles.length > 0 ? EXIT.failed : 0;
  }
  const known = { ...report, files: files.map(({ change: _texts, ...file }) => file) };
  if (troubles.length > 0) throw new Failure(EXIT.failed, troubles.join('\n'), known);
  printJson(known, true);
  return 0;
}

function silences(directory: string): readonly Silence[] {
  return silencedBy(directory, null, managedDirectory(process.platform));
}

function one(
  { paths, environment }: Context,
  directory: string,
  { events, running }: { readonly events: readonly string[]; readonly running: readonly ClaudeProcess[] },
  { remove, dryRun, insideOnly, replace }: Readonly<Record<'remove' | 'dryRun' | 'insideOnly' | 'replace', boolean>>,
): FileReport {
  const path = join(directory, 'settings.json');
  const { directory: home, backup } = paths;
  const nothing = {
    path,
    real: path,
    changed: false,
    events: [],
    wrapped: [],
    others: [],
    replaced: [],
    silenced: false,
    startAgain: [],
    unread: null,
    backup: null,
    change: null,
  };
  try {
    if (!existsSync(directory)) {
      if (remove) return { ...nothing, refused: null };
      throw new SettingsRefusal(
        `${directory} does not exist yet. Start Claude Code once, then run \`tallymux setup\` again.`,
      );
    }
    if (!remove && !insideOnly && !launcherReachable(directory, home, environment)) {
      throw new SettingsRefusal(
        `${directory} is mounted into this container, but ${home} is not, so every Claude outside would miss the launcher. ` +
          'Run `tallymux setup` outside; or mount both under the same path; or, where no Claude outside uses this directory, add --inside-only.',
      );
    }
    const options = { path, home, backup, now: new Date(), dryRun };
    const change = remove ? uninstallHooks(options) : installHooks(options, events, replace);
    const { real, changed, wrapped, replaced, backup: copy } = change;
    // What was read back when it was written; another program may be writing again by now.
    const { events: there, others, unread } = sightOf((dryRun ? change.before : change.after) ?? '', home);
    const silenced = silences(directory).length > 0;
    const startAgain = toStartAgain(of(running, directory), real);
    return {
      path,
      real,
      changed,
      events: there,
      wrapped,
      others,
      replaced,
      unread,
      silenced,
      startAgain,
      backup: copy,
      refused: null,
      change,
    };
  } catch (error) {
    if (error instanceof OtherHomeRefusal)
      return { ...nothing, others: error.others, refused: refusedForOthers(path, error.others) };
    if (!(error instanceof SettingsRefusal)) throw error;
    return { ...nothing, refused: error.message };
  }
}

function of(running: readonly ClaudeProcess[], directory: string): readonly ClaudeProcess[] {
  const resolved = resolvedPath(directory);
  return running.filter(({ claudeDirectory }) => claudeDirectory === resolved);
}
