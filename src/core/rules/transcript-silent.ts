// Busy for ever does not exist: a turn that nothing has confirmed for ten minutes is not known to go on.
import type { Rule } from '../rule.ts';

/** Silence after which an open turn is no longer believed, in milliseconds. */
export const SILENCE = 600_000;

/** No level; an open turn, no line, and no live child of an open tool, for ten minutes: unknown. */
export const transcriptSilent: Rule = {
  name: 'transcript-silent',
  source: 'transcript',
  speak: (picture, now) => {
    const { turn, lineAt } = picture.transcript;
    if (turn === null || turn.end !== null || lineAt === null) return null;
    // Children without an open tool are Claude's own servers, which never end.
    if (turn.openTools.length > 0 && (picture.process?.children ?? 0) > 0) return null;
    if (now - lineAt < SILENCE) return { silentUntil: lineAt + SILENCE };
    return { state: 'unknown', sentence: 'It was busy, and nothing has told anything for ten minutes.' };
  },
};
