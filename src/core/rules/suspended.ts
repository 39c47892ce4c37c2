// A stopped process does nothing and hears nothing, whatever its registry file still says.
import type { Rule } from '../rule.ts';

/** Ctrl-Z or SIGSTOP: unknown, marked as suspended, until it goes on. */
export const suspended: Rule = {
  name: 'suspended',
  source: 'process',
  speak: (picture) =>
    picture.process?.condition === 'stopped'
      ? { state: 'unknown', suspended: true, sentence: 'Its process is stopped (Ctrl-Z or SIGSTOP); `fg` resumes it.' }
      : null,
};
