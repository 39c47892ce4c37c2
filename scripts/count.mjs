// Sums the last test run from Vitest's JSON reports in build/reports/ and prints one line
// `N passed, N failed, N skipped`. A failed step that is no test (check, build, a test file that does not load)
// counts as one failure.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPORTS = join(dirname(dirname(fileURLToPath(import.meta.url))), 'build', 'reports');

/** How much of a failed test's message is told again at the end, in characters. */
const MESSAGE = 1_500;

/** @returns the counts, the names of skipped tests, and what failed and why; a run that left no report is one failure. */
export function countReports() {
  const counts = { passed: 0, failed: 0, skipped: 0, skippedNames: [], failures: [] };
  const files = existsSync(REPORTS) ? readdirSync(REPORTS).filter((file) => file.endsWith('.json')) : [];
  if (files.length === 0) counts.failed += 1;
  for (const file of files) {
    const report = JSON.parse(readFileSync(join(REPORTS, file), 'utf8'));
    if (file === 'steps.json') counts.failed += report.failed.length;
    else addTests(counts, report);
  }
  return counts;
}

/** @returns the one line that everybody reads. */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function addTests(counts, report) {
  for (const file of report.testResults ?? []) {
    if (file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'))
      addFailure(counts, file.name, [file.message]);
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') addFailure(counts, `${file.name}: ${fullName}`, failureMessages);
      else {
        counts.skipped += 1;
        counts.skippedNames.push(fullName);
      }
    }
  }
}

function addFailure(counts, name, messages) {
  counts.failed += 1;
  counts.failures.push(`${name}\n${(messages ?? []).join('\n').slice(0, MESSAGE)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(summaryLine(countReports()));
