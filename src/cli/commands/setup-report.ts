// The words of `setup`: what was done to each file, why these events, and what to do next.

import { lineDiff } from '../../adapters/claude/settings/line-diff.ts';
import { print, tell } from '../output.ts';
import { safeText } from '../text/safe-text.ts';
import type { FileReport, SetupReport } from './setup.ts';
import { nextWords } from './setup-next.ts';
import { replacedWords, stayWords } from './setup-others.ts';

/** Prints a report for a person; a dry run as a diff. */
export function printSetup(report: SetupReport): void {
  const { remove, dryRun, files } = report;
  for (const file of files) {
    if (file.refused !== null) tell(`tallymux: ${safeText(file.refused)}`);
    else if (dryRun) printDiff(file);
    else print(safeText(`${name(file)}: ${remove ? removed(file) : installed(file)}`));
    if (file.backup !== null) print(safeText(`  The file as it was: ${file.backup}`));
    if (!remove && file.unread !== null) tell(safeText(`  ${unreadWords(file.unread)}`));
    if (file.wrapped.length > 0) {
      const left = remove ? 'are yours and stay' : 'are yours, run the launcher already and stay as they are';
      print(safeText(`  Entries that you made by hand ${left}: ${file.wrapped.join(', ')}`));
    }
    if (remove && file.refused === null) for (const other of file.others) print(safeText(`  ${stayWords(other)}`));
    // Beside the diff, not in it.
    const say = dryRun ? tell : print;
    for (const other of file.replaced) say(safeText(`  ${replacedWords(other, dryRun)}`));
  }
  if (remove) return;
  tellVersions(report);
  for (const { file, key } of report.silenced) tell(safeText(`No hook will run: ${file} sets "${key}".`));
  if (dryRun || files.every(({ refused }) => refused !== null)) return;
  if (report.launcher.length > 0) tell(`The launcher was put in place (${report.launcher.length} parts).`);
  const startAgain = files.flatMap((file) => file.startAgain);
  for (const line of nextWords(files, startAgain)) tell(line);
}

/** Why not all is as it was asked for: files that were refused, or hold hooks that Claude does not read. */
export function troublesOf({ remove, files }: SetupReport): readonly string[] {
  return files.flatMap(({ path, refused, unread }) => {
    if (refused !== null) return [safeText(refused)];
    return remove || unread === null ? [] : [safeText(`${path}: ${unreadWords(unread)}`)];
  });
}

function unreadWords({ line, column }: NonNullable<FileReport['unread']>): string {
  return `But Claude Code takes nothing of this file, hooks or other: it is not plain JSON from line ${line}, column ${column} on. Take comments and trailing commas out of it.`;
}

function tellVersions({ claudes, events, costly }: SetupReport): void {
  if (claudes.length === 0) {
    tell(
      'No Claude Code was found: only events that every version knows are registered. Run `tallymux setup` again later.',
    );
    return;
  }
  tell('Claude Code in use:');
  for (const { version, where } of claudes) tell(safeText(`  ${version ?? 'version unknown'} (${where})`));
  if (events.length === 0) tell('The oldest of them knows too few events, so no hook was registered. Update it.');
  else if (costly.length > 0) {
    const which = costly.map(({ version }) => version ?? 'an unknown version').join(', ');
    tell(safeText(`Because of ${which}, which tells no status, hooks run at every tool call too, in all versions.`));
  }
}

function installed({ changed, events }: FileReport): string {
  return changed ? `${count(events.length)} in place` : `${count(events.length)} in place already`;
}

function removed({ changed }: FileReport): string {
  return changed ? 'our hooks are taken out' : 'there was no hook of ours';
}

function count(hooks: number): string {
  return hooks === 1 ? '1 hook' : `${hooks} hooks`;
}

function name({ path, real }: FileReport): string {
  return path === real ? path : `${path} (${real})`;
}

function printDiff({ path, real, change }: FileReport): void {
  const lines = lineDiff(change?.before ?? '', change?.after ?? '');
  if (lines.length === 0) {
    print(safeText(`${path}: nothing would change`));
    return;
  }
  const head = [change?.before === null ? '/dev/null' : real, change?.after === null ? '/dev/null' : real];
  print(safeText(`--- ${head[0]}`));
  print(safeText(`+++ ${head[1]}`));
  // Tabs would be shown as escapes.
  for (const line of lines) print(safeText(line.replace(/\r$/, '').replaceAll('\t', '    ')));
}
