// A background agent's question, or a form: Claude shows nothing of it while its hook is held, and its level says busy.
import type { Rule } from '../rule.ts';

/** A prompt that its hook holds open for the person: needs-input, whatever the level says. */
export const promptHeld: Rule = {
  name: 'prompt-held',
  source: 'memory',
  speak: ({ holding }) =>
    holding > 0
      ? { state: 'needs-input', sentence: 'A prompt is held open for you; Claude shows it only here.' }
      : null,
};
