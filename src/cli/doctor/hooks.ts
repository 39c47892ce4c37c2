// Our hooks in Claude's settings: whether they are there, fit the versions in use, and can run. Changes nothing; a
// Claude whose version no file tells is asked for it. The command that mends nearly all of it is `tallymux setup`.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ClaudeInUse } from '../../adapters/claude/claude-versions.ts';
import { compareVersions, eventsFor, FIRST_WITH_STATUS, HOOK_EVENTS } from '../../adapters/claude/hook-events.ts';
import { launcherFaults } from '../../adapters/claude/launcher.ts';
import { SPOOL_LIMIT } from '../../adapters/claude/launcher-script.ts';
import { type HookSight, inspectHooks } from '../../adapters/claude/settings/inspect-hooks.ts';
import { LARGEST_SETTINGS } from '../../adapters/claude/settings/settings-file.ts';
import { managedDirectory, silencedBy } from '../../adapters/claude/settings/silenced-hooks.ts';
import type { ClaudeProcess } from '../../core/process.ts';
import { errorCode, errorText } from '../../home/home-error.ts';
import type { HomePaths } from '../../home/paths.ts';
import { claudeDirectories, claudesOf, runningClaudes } from '../claude-directories.ts';
import type { Context } from '../connection.ts';
import type { Finding } from './finding.ts';

const SETUP = 'tallymux setup';

/** What there is to say of our hooks. */
export async function hookFindings(context: Context): Promise<Finding[]> {
  let directories: readonly string[];
  try {
    directories = claudeDirectories(context).filter((directory) => existsSync(directory));
  } catch (error) {
    // Wrong settings; the group of the settings says it.
    return [{ level: 'note', text: `not looked at: ${errorText(error)}` }];
  }
  const sights = directories.map((directory) => ({
    path: join(directory, 'settings.json'),
    sight: inspectHooks(join(directory, 'settings.json'), context.paths.directory, LARGEST_SETTINGS),
  }));
  const installed = sights.some(({ sight }) => sight.events.length > 0);
  const claudes = installed ? await claudesOf(context) : [];
  return [
    ...sights.flatMap(({ path, sight }) => sightFindings(path, sight, claudes)),
    ...(installed ? costFindings(claudes) : []),
    ...(installed ? launcherFindings(context.paths) : []),
    ...spoolFindings(context.paths),
    ...silenceFindings(directories, await runningClaudes(context)),
  ];
}

/** What stands in one settings file, held against the versions in use. */
export function sightFindings(path: string, sight: HookSight, claudes: readonly ClaudeInUse[]): Finding[] {
  const { events, doubled, outdated, others, dead, unread, refusal } = sight;
  if (refusal !== null) return [{ level: 'amber', text: refusal, mend: `correct ${path}, then: ${SETUP}` }];
  const living = others.filter(({ gone }) => !gone);
  // `setup` takes the place of no other home by itself.
  const mend = living.length > 0 ? `${SETUP} --replace` : SETUP;
  const findings: Finding[] = [];
  const add = (level: Finding['level'], text: string): void => {
    findings.push({ level, text: `${path}: ${text}`, mend });
  };
  for (const { home, hooks } of living) add('amber', `${hooks} hooks of another Tallymux home, ${home}`);
  if (dead.length > 0) add('red', `${dead.length} hooks lead to nothing, such as ${dead[0]}`);
  if (events.length === 0) {
    findings.push({
      level: 'note',
      text: `${path}: no hooks of ours; states come from the other sources`,
      mend,
    });
    return findings;
  }
  if (unread !== null)
    findings.push({
      level: 'red',
      text: `${path}: Claude Code takes nothing of it, since it is not plain JSON from line ${unread.line}, column ${unread.column} on`,
      mend: 'take comments and trailing commas out of it',
    });
  if (doubled.length > 0) add('amber', `more than once: ${doubled.join(', ')}`);
  if (outdated.length > 0) add('amber', `of another form than this Tallymux writes: ${outdated.join(', ')}`);
  const wanted = eventsFor(claudes.map(({ version }) => version));
  const unknown = events.filter((event) => unknownTo(event, claudes) !== null);
  for (const event of unknown) {
    add(
      'red',
      `${event} stops ${tellClaude(unknownTo(event, claudes))} at a dialog at every start, which does not know it`,
    );
  }
  const missing = wanted.filter((event) => !events.includes(event));
  const needless = events.filter((event) => !wanted.includes(event) && !unknown.includes(event));
  if (missing.length > 0) add('amber', `the versions in use have changed; not registered yet: ${missing.join(', ')}`);
  if (needless.length > 0) add('amber', `the versions in use have changed; no longer needed: ${needless.join(', ')}`);
  if (findings.length === 0)
    findings.push({ level: 'good', text: `${path}: ${events.length} hooks (${events.join(', ')})` });
  return findings;
}

function unknownTo(event: string, claudes: readonly ClaudeInUse[]): ClaudeInUse | null {
  const since = HOOK_EVENTS.find(({ name }) => name === event)?.since ?? '0.0.0';
  return claudes.find(({ version }) => version !== null && compareVersions(version, since) < 0) ?? null;
}

/** Which version costs all others the tool events. */
export function costFindings(claudes: readonly ClaudeInUse[]): Finding[] {
  return claudes
    .filter(({ version }) => version === null || compareVersions(version, FIRST_WITH_STATUS) < 0)
    .map((claude) => ({
      level: 'amber',
      text: `${tellClaude(claude)} tells no status, so hooks run at every tool call in all versions`,
      mend: 'update that Claude Code, or remove it',
    }));
}

function tellClaude(claude: ClaudeInUse | null): string {
  return claude === null ? 'a Claude Code' : `Claude Code ${claude.version ?? 'of unknown version'} (${claude.where})`;
}

function launcherFindings(paths: HomePaths): Finding[] {
  try {
    const faults = launcherFaults(paths.directory);
    if (faults.length === 0) return [{ level: 'good', text: `${paths.hook}: the launcher is whole` }];
    return faults.map(({ path, fault }) => ({
      level: 'red',
      text: `${join(paths.directory, path)}: ${fault}`,
      mend: SETUP,
    }));
  } catch (error) {
    return [{ level: 'red', text: `${paths.hook} cannot be looked at: ${errorText(error)}`, mend: SETUP }];
  }
}

function spoolFindings({ spool }: HomePaths): Finding[] {
  try {
    const waiting = readdirSync(spool).length;
    if (waiting < SPOOL_LIMIT)
      return waiting === 0 ? [] : [{ level: 'note', text: `${waiting} hooks wait in ${spool}` }];
    return [
      {
        level: 'amber',
        text: `${waiting} hooks wait in ${spool}; no more are kept without a daemon`,
        mend: 'tallymux start',
      },
    ];
  } catch (error) {
    return errorCode(error) === 'ENOENT'
      ? []
      : [{ level: 'red', text: `${spool} cannot be read: ${errorText(error)}`, mend: SETUP }];
  }
}

/** Projects are looked at where a Claude works now. */
function silenceFindings(directories: readonly string[], running: readonly ClaudeProcess[]): Finding[] {
  const managed = managedDirectory(process.platform);
  const silences = directories.flatMap((directory) => [
    ...silencedBy(directory, null, managed),
    ...running.flatMap(({ cwd }) => silencedBy(directory, cwd, managed)),
  ]);
  return [...new Map(silences.map((one) => [one.file, one])).values()].map(({ file, key }) => ({
    level: 'amber',
    text: `no hook runs: ${file} sets "${key}"`,
    mend: 'states come from the other sources; to have hooks, take that out of the file',
  }));
}
