// Before the person trusts a folder, Claude has written its key and nothing else.
import type { Rule } from '../rule.ts';

/** How long a registry file may stand without a status after the dialog was answered, in milliseconds. */
const SILENT_FILE = 2_000;

/** A live Claude with a key and no registry file stands at a start dialog. */
export const startDialog: Rule = {
  name: 'start-dialog',
  source: 'registry',
  speak: ({ registryTrouble, level }, now) => {
    if (registryTrouble?.kind !== 'missing' || !registryTrouble.startDialog) return null;
    const sentence = 'It stands at a start dialog (do you trust this folder?).';
    if (level === null) return { state: 'needs-input', sentence };
    const until = level.since + SILENT_FILE;
    return level.word === 'none' && now < until ? { state: 'needs-input', recheckAt: until, sentence } : null;
  },
};
