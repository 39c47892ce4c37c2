// Esc and a plain "No" fire no hook; the transcript's interrupt line tells.
import { restingLevel } from '../level.ts';
import { newestTurn } from '../newest-turn.ts';
import type { Rule } from '../rule.ts';

/** The level rests and the newest turn was interrupted: idle, nothing to see. */
export const turnInterrupted: Rule = {
  name: 'turn-interrupted',
  source: 'transcript',
  speak: (picture, now) => {
    const turn = newestTurn(picture);
    if (restingLevel(picture, now) === null || turn === null || !turn.counts) return null;
    return turn.end?.kind === 'interrupted' ? { state: 'idle', sentence: 'You interrupted the turn.' } : null;
  },
};
