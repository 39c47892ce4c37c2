// A reporter of Vitest that keeps what no test caught, which its JSON report does not tell: a list of messages in the file
// that TALLYMUX_UNHANDLED_ERRORS names, where there are any.
import { writeFileSync } from 'node:fs';

export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const file = process.env.TALLYMUX_UNHANDLED_ERRORS;
    if (file === undefined || errors.length === 0) return;
    writeFileSync(file, JSON.stringify(errors.map(({ stack, message }) => stack ?? message)));
  }
}
