// Answers by the launcher that waits: it prints the decision, and Claude does the rest. Hook and dialog race, so that
// the launcher still waits does not tell that the question is still open.

import type { PromptAnswer } from '../../core/prompt.ts';
import type { Living } from '../living.ts';
import type { HeldHooks, HookDecisions } from '../ports.ts';
import type { Way } from './answering.ts';
import type { AskedByHook } from './asked.ts';
import { effectOfDecision, type Proof } from './effects.ts';
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
    // What its launcher kept from being shown cannot have been answered by anybody else.
    const alone = hook.hidden;
    const effect = effectOfDecision(signs, asked, alone ? 'end' : proofOf(living, hook, answer));
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

/** Versions without a status write no decisions either, and an agent's own go into its own transcript. */
function proofOf({ picture: { level } }: Living, { agent }: AskedByHook, { option, text }: PromptAnswer): Proof {
  if (level === null || level.word === 'none' || agent !== null) return 'end';
  const { meaning } = option;
  if (text === null && (meaning === 'deny' || meaning === 'cancel')) return 'interrupt';
  return meaning === 'deny' || meaning === 'cancel' || meaning === 'chat' ? 'deny' : 'allow';
}
