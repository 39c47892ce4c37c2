// `npm test [-- --full] [-- PATTERN…]`: brings what is needed, checks, builds, then runs unit, integration and
// end-to-end tests. Everything runs even when something before it failed, so that one run tells all; ends with 1 when
// anything failed. A file that failed while others ran beside it is played once more, alone and with the same cases, at
// the end, and that is what counts: what fails only on a crowded machine is told, and what is broken fails again. The
// races are not: one that is lost is a fault. Nothing is skipped in silence: a skipped test's name must say why, in
// parentheses.
// `npm test -- --record [NAME]`: plays the rows of the real Claude Code whose names hold NAME and keeps what it wrote in
// test/fixtures/recordings, then replays all that is there.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bring, cache } from './bring.mjs';
import { isBuilt } from './build-stamp.mjs';
import { againOf, countReports, failedFiles, summaryLine } from './count.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = join(root, 'build', 'reports');
const full = process.argv.includes('--full');
const recording = process.argv.includes('--record');
const patterns = process.argv.slice(2).filter((argument) => !['--full', '--record', '--'].includes(argument));
const failed = [];
/** Of the properties: the same for whatever is tried again. */
const seed = String(Date.now() % 2 ** 31);
/** With more failed files than this something is broken, and playing them again tells nothing new. */
const AGAIN_AT_MOST = 6;

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const missing = bring({ full });
if (missing.length > 0) {
  console.error('The tests need, and this machine lacks:');
  for (const line of missing) console.error(`  ${line}`);
  finish(['bring']);
}
if (!recording && !run('check', [join(root, 'scripts', 'check.mjs')])) failed.push('check');
const built = isBuilt(root) || run('build', [join(root, 'scripts', 'build.mjs')]);
if (!built) failed.push('build');
if (recording && built) record(patterns.join(' '));
const projects = built ? ['unit', 'integration', 'e2e'] : ['unit'];
playFailedAgain(new Map(projects.map((project) => [project, play(project, project, `${project}.json`, patterns)])));
finish(failed);

/** Runs tests of one project and keeps their report. @returns the files with a failure, or an error that no test caught. */
function play(step, project, report, which, environment = {}) {
  const words = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--reporter=${join(root, 'scripts', 'unhandled-errors.mjs')}`,
    `--outputFile.json=${join(reports, report)}`,
    '--passWithNoTests',
    ...which,
  ];
  const file = join(reports, `${report}.unhandled`);
  const ok = run(step, words, { TALLYMUX_UNHANDLED_ERRORS: file, TALLYMUX_TEST_SEED: seed, ...environment });
  const unhandled = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  for (const { text } of unhandled) console.error(`✗ ${step}: caught by no test: ${text}`);
  const broken = [...failedFiles(report), ...unhandled.map(({ path }) => path)];
  if ((!ok && broken.length === 0) || broken.includes(null)) failed.push(step);
  return new Set(broken.filter((path) => path !== null));
}

/** Plays the files that failed once more, one at a time. @param broken those of each project. */
function playFailedAgain(broken) {
  if ([...broken.values()].reduce((sum, files) => sum + files.size, 0) > AGAIN_AT_MOST) return settleUnhandled(broken);
  for (const [project, files] of broken) {
    const isRaces = (path) => path.endsWith('races.test.ts');
    settleUnhandled(new Map([[project, [...files].filter(isRaces)]]));
    const which = [...files].filter((path) => !isRaces(path));
    if (which.length === 0) continue;
    const again = play(`${project}, again`, project, againOf(project), which, { TALLYMUX_TEST_ALONE: '1' });
    settleUnhandled(new Map([[againOf(project).replace(/\.json$/, ''), again]]));
  }
}

/** Files without a failed test are broken by what no test caught: that is a failed step. */
function settleUnhandled(broken) {
  for (const [name, files] of broken) {
    const counted = new Set(failedFiles(`${name}.json`));
    if ([...files].some((path) => !counted.has(path))) failed.push(`${name}: errors that no test caught`);
  }
}

/** Plays rows one file after another, for a busy Claude writes late, then replays the whole corpus; ends. */
function record(name) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const rows = readdirSync(join(root, 'test', 'e2e')).filter((file) => file.startsWith('real-'));
  const quiet = [
    '--reporter=default',
    '--passWithNoTests',
    '--testNamePattern',
    name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  ];
  const environment = { TALLYMUX_RECORD: '1' };
  const played = rows.map((file) =>
    run(file, [vitest, 'run', '--project=e2e', ...quiet, `test/e2e/${file}`], environment),
  );
  const replayed = run('replay', [vitest, 'run', '--project=unit', 'test/lab/recordings.test.ts']);
  process.exit(replayed && played.every(Boolean) ? 0 : 1);
}

/** Runs one step in a Node of its own and says how long it took. */
function run(name, arguments_, environment = {}) {
  console.error(`\n── ${name} ──`);
  const began = performance.now();
  const { status } = spawnSync(process.execPath, arguments_, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TALLYMUX_FULL: full ? '1' : '', TALLYMUX_TEST_CACHE: cache, ...environment },
  });
  console.error(
    `── ${name}: ${status === 0 ? 'ok' : 'FAILED'} after ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  return status === 0;
}

/** Writes down the steps that failed without a test, prints the sum, ends. */
function finish(steps) {
  const silent = countReports().skippedNames.filter((name) => !/\(.+\)/.test(name));
  const all = silent.length > 0 ? [...steps, 'skipped without a reason'] : steps;
  writeFileSync(join(reports, 'steps.json'), JSON.stringify({ failed: all }));
  const counts = countReports();
  if (counts.skippedNames.length > 0) console.error('\nSkipped:');
  for (const name of counts.skippedNames) console.error(`  ${name}`);
  for (const name of silent) console.error(`✗ skipped, and its name does not say why: ${name}`);
  for (const name of counts.passedAgain) console.error(`passed only when it was played again, alone: ${name}`);
  // Once more at the end, where somebody who has only the end of the output can read it.
  for (const failure of counts.failures) console.error(`\n✗ ${failure}`);
  if (all.length > 0) console.error(`\nFailed steps: ${all.join(', ')}`);
  console.error(`\n${summaryLine(counts)}`);
  process.exit(counts.failed > 0 ? 1 : 0);
}
