// Process death beats everything, unconditionally.
import type { Rule } from '../rule.ts';

/** The process is gone: ended, whatever any other source still says. */
export const processGone: Rule = {
  name: 'process-gone',
  source: 'process',
  speak: (picture) =>
    picture.process?.condition === 'gone' ? { state: 'ended', sentence: 'Its process is gone.' } : null,
};
