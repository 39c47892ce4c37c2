// A session of another pid domain (a container that shares the home) cannot be checked from here.
import type { Rule } from '../rule.ts';

/** The registry names another pid domain: shown, never verified, never signalled. */
export const foreign: Rule = {
  name: 'foreign',
  source: 'registry',
  speak: ({ registryTrouble }) =>
    registryTrouble?.kind === 'foreign'
      ? { state: 'unknown', sentence: 'It runs in another container or machine; nothing about it can be checked here.' }
      : null,
};
