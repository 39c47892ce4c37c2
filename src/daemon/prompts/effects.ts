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
 * How an effect is told from an answer in the terminal, or by another hook. `allow`, `deny`: Claude writes down what
 * its hooks decide; `interrupt`: it does not write down a plain No, which stops the turn; `end`: nothing tells more
 * than that it is over.
 */
export type Proof = 'allow' | 'deny' | 'interrupt' | 'end';

/**
 * Waits for the effect of a decision that was handed to a waiting launcher. Hook and dialog race: that the prompt is
 * over does not tell who was first.
 */
export function effectOfDecision(signs: Signs, asked: Asked, proof: Proof): Promise<Effect> {
  return waitFor(signs, asked, LONGEST, (sign, soon) => {
    switch (sign.kind) {
      case 'decided':
        return proof === 'end' || proof === sign.decision ? 'seen' : 'elsewhere';
      case 'interrupted':
        return proof === 'interrupt' ? 'seen' : null;
      case 'over':
        if (sign.outcome === 'gone') return 'elsewhere';
        return proof === 'end' ? 'seen' : soon(WRITTEN, 'elsewhere');
    }
  });
}

/** Waits until a prompt is over. */
export function untilOver(signs: Signs, asked: Asked, ms: number): Promise<Effect> {
  return waitFor(signs, asked, ms, ({ kind }) => (kind === 'over' ? 'seen' : null));
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
