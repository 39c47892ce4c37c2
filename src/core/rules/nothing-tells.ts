// The honest last word.
import type { Rule } from '../rule.ts';

/** No source tells anything that decides: unknown, with what could not be looked at. */
export const nothingTells: Rule = {
  name: 'nothing-tells',
  source: 'process',
  speak: ({ registryTrouble, transcript }) => ({
    state: 'unknown',
    sentence:
      registryTrouble?.kind === 'could-not-look'
        ? `Its registry file cannot be read (${registryTrouble.reason}).`
        : transcript.trouble?.kind === 'could-not-look'
          ? `Its transcript cannot be read (${transcript.trouble.reason}).`
          : 'It runs, and no source tells what it does.',
  }),
};
