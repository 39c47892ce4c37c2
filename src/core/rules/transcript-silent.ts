// Busy for ever does not exist: a turn that nothing has confirmed for ten minutes is not known to go on.
import { agentsOut, newestTurn } from '../newest-turn.ts';
import type { Rule } from '../rule.ts';

/** Silence after which an open turn is no longer believed, in milliseconds. */
export const SILENCE = 600_000;

/** No level; an open turn or agents at work, no line, no hook, no live child of an open tool for ten minutes: unknown. */
export const transcriptSilent: Rule = {
  name: 'transcript-silent',
  source: 'transcript',
  speak: (picture, now) => {
    const { transcript, hooks, process } = picture;
    const turn = newestTurn(picture);
    if (turn === null || (turn.end !== null && !(turn.byHook && agentsOut(picture) > 0))) return null;
    const signAt = Math.max(transcript.lineAt ?? turn.startedAt, hooks.heardAt ?? 0);
    const openTools = (transcript.turn?.openTools.length ?? 0) + (hooks.story.turn?.openTools.length ?? 0);
    // Children without an open tool are Claude's own servers, which never end.
    if (openTools > 0 && (process?.children ?? 0) > 0) return null;
    if (now - signAt < SILENCE) return { silentUntil: signAt + SILENCE };
    return { state: 'unknown', sentence: 'It was busy, and nothing has told anything for ten minutes.' };
  },
};
