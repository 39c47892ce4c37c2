// Busy for ever does not exist: a turn that nothing has confirmed for ten minutes is not known to go on.
import type { Rule } from '../rule.ts';

/** Silence after which an open turn is no longer believed, in milliseconds. */
export const SILENCE = 600_000;

/** No level; an open turn, no line and no live child for ten minutes: unknown. */
export const transcriptSilent: Rule = {
  name: 'transcript-silent',
  source: 'transcript',
  speak: (picture, now) => {
    const { turn, lineAt } = picture.transcript;
    if (turn === null || turn.end !== null || lineAt === null) return null;
    if ((picture.process?.children ?? 0) > 0) return null;
    if (now - lineAt < SILENCE) return { silentUntil: lineAt + SILENCE };
    return { state: 'unknown', sentence: 'It was busy, and nothing has told anything for ten minutes.' };
  },
};
