// Sums the last test run from Vitest's JSON reports in build/reports/ and prints one line
// `N passed, N failed, N skipped`. A failed step that is no test (check, build, a test file that does not load)
// counts as one failure.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPORTS = join(dirname(dirname(fileURLToPath(import.meta.url))), 'build', 'reports');

/** @returns the counts, and the full names of the skipped tests; a run that left no report is one failure. */
export function countReports() {
  const counts = { passed: 0, failed: 0, skipped: 0, skippedNames: [] };
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
      counts.failed += 1;
    for (const { status, fullName } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') counts.failed += 1;
      else {
        counts.skipped += 1;
        counts.skippedNames.push(fullName);
      }
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(summaryLine(countReports()));
