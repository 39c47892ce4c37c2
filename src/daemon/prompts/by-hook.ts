// Answers by the launcher that waits: it prints the decision, and Claude does the rest. Hook and dialog race, so that
// the launcher still waits does not tell that the question is still open.

import { restingLevel } from '../../core/level.ts';
import type { Living } from '../living.ts';
import type { Clock, HeldHooks, HookDecisions } from '../ports.ts';
import { wait } from '../wait.ts';
import type { Way } from './answering.ts';
import type { AskedByHook } from './asked.ts';
import { type Effect, effectOfDecision } from './effects.ts';
import type { Signs } from './signs.ts';

/** What this way needs. */
export interface ByHookOptions {
  readonly held: HeldHooks;
  readonly decisions: HookDecisions;
  readonly signs: Signs;
  readonly clock: Pick<Clock, 'steady'>;
  /** Reads what registry and transcript tell now. */
  readonly readAgain: (living: Living) => void;
}

/** A launcher has printed its decision, and is gone, within so long, in milliseconds. */
const PRINTED = 2_000;
/** What tells against a decision about something that Claude never showed is there so soon, in milliseconds. */
const AGAINST = 300;
/** How often is looked whether a launcher is gone, in milliseconds. */
const GLANCE = 20;

/** Makes the way through a waiting launcher. */
export function answerByHook({ held, decisions, signs, clock, readAgain }: ByHookOptions): Way {
  return async (living, asked, answer) => {
    const { hook } = asked;
    if (hook === null || hook.held === null) return { inexpressible: true };
    const said = decisions.express(hook.question, answer);
    if ('wrong' in said) return { refused: 'bad-request', text: said.wrong };
    if ('inexpressible' in said) return said;
    const name = hook.held;
    const { hidden } = hook;
    const proof = {
      decided: said.proof,
      isWritten: !hidden && isWritten(living, hook),
      changed: answer.input !== null,
      isPrinted: () => !held.writerLives(name),
      rests: () => {
        readAgain(living);
        return restingLevel(living.picture, clock.steady()) !== null;
      },
    };
    const { effect, dispose } = effectOfDecision(signs, asked, proof);
    try {
      if ((await held.answer(name, said.decision)) === 'nobody') {
        hook.held = null;
        if (asked.dialog !== null) return { inexpressible: true };
        return { refused: 'changed', text: 'Its hook waits no more, and nothing was sent: look again.' };
      }
      hook.held = null;
      return { sent: await (hidden ? effectOfHidden(name, effect) : effect), decided: said.proof };
    } finally {
      dispose();
    }
  };

  /**
   * What its launcher kept from being shown cannot have been answered at the terminal, and while the agent runs on or
   * the form's tool works nothing is told of it: it is ours once the launcher has printed it and nothing tells against.
   */
  async function effectOfHidden(name: string, effect: Promise<Effect>): Promise<Effect> {
    const printed = async (): Promise<Effect> => {
      for (let waited = 0; held.writerLives(name); waited += GLANCE) {
        if (waited >= PRINTED) return 'nothing';
        await wait(GLANCE);
      }
      await wait(AGAINST);
      return 'seen';
    };
    return Promise.race([effect, printed()]);
  }
}

/** Versions without a status write no decisions either, and an agent's own go into its own transcript. */
function isWritten({ picture: { level } }: Living, { agent }: AskedByHook): boolean {
  return level !== null && level.word !== 'none' && agent === null;
}
