// Waits for the effect of an answer: *answered* is said only when it was seen.

import type { Asked } from './asked.ts';
import type { Sign, Signs } from './signs.ts';

/** What was seen. `elsewhere`: it is over, and not by us. */
export type Effect = 'seen' | 'elsewhere' | 'nothing';

/** A decision is written down this long after the dialog is gone at the latest, in milliseconds. */
const WRITTEN = 1_500;
/** An effect is waited for so long, in milliseconds. */
const LONGEST = 6_000;

/**
 * Waits for the effect of a decision that was handed to a waiting launcher. Hook and dialog race: that the prompt is
 * over does not tell who was first, the decision in the transcript does.
 * @param writesDecisions whether this Claude writes down what hooks decide.
 */
export function effectOfDecision(signs: Signs, asked: Asked, writesDecisions: boolean): Promise<Effect> {
  return waitFor(signs, asked, LONGEST, (sign, soon) => {
    if (sign.kind === 'decided') return 'seen';
    if (sign.outcome === 'gone') return 'elsewhere';
    return writesDecisions ? soon(WRITTEN, 'elsewhere') : 'seen';
  });
}

/** Waits until a prompt is over. */
export function untilOver(signs: Signs, asked: Asked, ms: number): Promise<Effect> {
  return waitFor(signs, asked, ms, () => 'seen');
}

function waitFor(
  signs: Signs,
  asked: Asked,
  ms: number,
  judge: (sign: Sign, soon: (ms: number, effect: Effect) => null) => Effect | null,
): Promise<Effect> {
  return new Promise((resolve) => {
    const timers: NodeJS.Timeout[] = [];
    const end = (effect: Effect) => {
      unhear();
      for (const timer of timers) clearTimeout(timer);
      resolve(effect);
    };
    const soon = (wait: number, effect: Effect): null => {
      timers.push(setTimeout(() => end(effect), wait));
      return null;
    };
    const unhear = signs.hear(asked, (sign) => {
      const effect = judge(sign, soon);
      if (effect !== null) end(effect);
    });
    soon(ms, 'nothing');
  });
}
