// A reporter of Vitest that keeps what no test caught, which its JSON report does not tell: a list of messages, and of the
// test files they came from, in the file that TALLYMUX_UNHANDLED_ERRORS names, where there are any.
import { writeFileSync } from 'node:fs';

export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const file = process.env.TALLYMUX_UNHANDLED_ERRORS;
    if (file === undefined || errors.length === 0) return;
    writeFileSync(file, JSON.stringify(errors.map(toldOf)));
  }
}

function toldOf({ stack, message, VITEST_TEST_PATH: path = null }) {
  return { path, text: stack ?? message };
}
