// Before the person trusts a folder, Claude has written its key and nothing else.
import type { Rule } from '../rule.ts';

/** A live Claude with a key and no registry file stands at a start dialog. */
export const startDialog: Rule = {
  name: 'start-dialog',
  source: 'registry',
  speak: ({ registryTrouble, level }) =>
    level === null && registryTrouble?.kind === 'missing' && registryTrouble.startDialog
      ? { state: 'needs-input', sentence: 'It stands at a start dialog (do you trust this folder?).' }
      : null,
};
