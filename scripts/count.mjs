// Sums the last test run from Vitest's JSON reports in build/reports/ and prints one line
// `N passed, N failed, N skipped`. A failed step that is no test (check, build, a test file that does not load)
// counts as one failure. A file that was played again counts as it went then; which tests failed before is told.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPORTS = join(dirname(dirname(fileURLToPath(import.meta.url))), 'build', 'reports');

/** Name of the report of those files of a project that failed and were played again, alone. */
export const againOf = (project) => `${project}.again.json`;

/** How much of a failed test's message is told again at the end, in characters. */
const MESSAGE = 1_500;

/**
 * @returns the counts, the names of skipped tests, what failed and why, and what passed only when it was played again; a
 * run that left no report is one failure.
 */
export function countReports() {
  const counts = { passed: 0, failed: 0, skipped: 0, skippedNames: [], failures: [], passedAgain: [] };
  const steps = readReport('steps.json');
  const projects = ['unit', 'integration', 'e2e'].filter((project) => existsSync(join(REPORTS, `${project}.json`)));
  if (projects.length === 0 && steps === null) counts.failed += 1;
  counts.failed += steps?.failed.length ?? 0;
  for (const project of projects) {
    const again = new Map((readReport(againOf(project))?.testResults ?? []).map((file) => [file.name, file]));
    for (const first of readReport(`${project}.json`).testResults) {
      const last = again.get(first.name);
      addTests(counts, last ?? first);
      if (last !== undefined) counts.passedAgain.push(...passedOnlyIn(last, first));
    }
  }
  return counts;
}

/** @returns paths of the files with a failure in a report; none without it. */
export function failedFiles(report) {
  const files = readReport(report)?.testResults ?? [];
  return files.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** @returns the one line that everybody reads. */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function readReport(file) {
  const path = join(REPORTS, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

function passedOnlyIn(last, first) {
  const failed = new Set(failedTests(first));
  return last.assertionResults
    .filter(({ status, fullName }) => status === 'passed' && failed.has(fullName))
    .map(({ fullName }) => `${last.name}: ${fullName}`);
}

function failedTests(file) {
  return file.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}

function addTests(counts, file) {
  if (file.status === 'failed' && failedTests(file).length === 0) addFailure(counts, file.name, [file.message]);
  for (const { status, fullName, failureMessages } of file.assertionResults) {
    if (status === 'passed') counts.passed += 1;
    else if (status === 'failed') addFailure(counts, `${file.name}: ${fullName}`, failureMessages);
    else {
      counts.skipped += 1;
      counts.skippedNames.push(fullName);
    }
  }
}

function addFailure(counts, name, messages) {
  counts.failed += 1;
  counts.failures.push(`${name}\n${(messages ?? []).join('\n').slice(0, MESSAGE)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(summaryLine(countReports()));
