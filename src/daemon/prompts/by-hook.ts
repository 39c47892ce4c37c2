// Answers by the launcher that waits: it prints the decision, and Claude does the rest. Hook and dialog race, so that
// the launcher still waits does not tell that the question is still open.

import type { HeldHooks, HookDecisions } from '../ports.ts';
import type { Way } from './answering.ts';
import { effectOfDecision } from './effects.ts';
import type { Signs } from './signs.ts';

/** What this way needs. */
export interface ByHookOptions {
  readonly held: HeldHooks;
  readonly decisions: HookDecisions;
  readonly signs: Signs;
}

/** Makes the way through a waiting launcher. */
export function answerByHook({ held, decisions, signs }: ByHookOptions): Way {
  return async (living, asked, answer) => {
    const { hook } = asked;
    if (hook === null || hook.held === null) return { inexpressible: true };
    const said = decisions.express(hook.question, answer);
    if ('wrong' in said) return { refused: 'bad-request', text: said.wrong };
    if ('inexpressible' in said) return said;
    const { level } = living.picture;
    const writesDecisions = level !== null && level.word !== 'none' && hook.agent === null;
    // What its launcher kept from being shown cannot have been answered by anybody else.
    const alone = hook.hidden;
    const effect = effectOfDecision(signs, asked, writesDecisions && !alone);
    const name = hook.held;
    if ((await held.answer(name, said.decision)) === 'nobody') {
      hook.held = null;
      if (asked.dialog !== null) return { inexpressible: true };
      return { refused: 'changed', text: 'Its hook waits no more. Nothing was sent: look again, or answer it there.' };
    }
    hook.held = null;
    return { sent: alone ? 'seen' : await effect };
  };
}
