// Waits for the effect of a decision that was handed to a waiting launcher: *answered* is said only when it was seen.
// Hook and dialog race, and other programs have hooks too: that a prompt is over does not tell who was first.

import type { Ending } from '../../core/prompt.ts';
import { outcomeOfEnding } from '../../core/receipt-words.ts';
import type { DecisionProof } from '../ports.ts';
import type { Asked } from './asked.ts';
import type { Sign, Signs } from './signs.ts';

/**
 * What was seen. `over`: it is over, and not by us. `unknown`: it is over, and nothing tells by whom. `nothing`: it is
 * not over.
 */
export type Effect = 'seen' | 'unknown' | 'nothing' | { readonly over: Ending };

/** How the effect of a decision is told. */
export interface Proof {
  /** What was decided; `null`: a form. */
  readonly decided: DecisionProof | null;
  /** Whether Claude writes down what its hooks decide, where we read it. */
  readonly isWritten: boolean;
  /** Whether something else was allowed than was asked: then another's plain yes is not ours. */
  readonly changed: boolean;
  /** Whether its launcher has printed the decision, as far as is seen now. */
  readonly isPrinted: () => boolean;
  /** Whether the turn rests, by what registry and transcript tell when they are read now. */
  readonly rests: () => boolean;
}

/** An effect that is waited for. `dispose` ends the waiting. */
export interface Awaited {
  readonly effect: Promise<Effect>;
  dispose(): void;
}

/** What tells against an allowed tool that runs on is there so soon after its dialog is gone, in milliseconds. */
const AGAINST = 500;
/** A decision is written down so soon after the result of its tool, in milliseconds. */
const WRITTEN = 1_500;
/** A refusal stops the turn, or is in the transcript, so soon after its dialog is gone, in milliseconds. */
const REFUSED = 2_500;
/** An effect is waited for so long, in milliseconds. */
const LONGEST = 6_000;

/** Waits for the effect of a decision. */
export function effectOfDecision(signs: Signs, asked: Asked, proof: Proof): Awaited {
  const { decided, isWritten, changed, isPrinted, rests } = proof;
  let isOver = false;
  return waitFor(signs, asked, (sign, at) => {
    switch (sign.kind) {
      case 'decided':
        return sign.decision === (decided === 'stop' ? 'deny' : decided) ? 'seen' : { over: 'other-hook' };
      case 'interrupted':
        // That of an agent is not told by the main conversation.
        if (asked.hook?.agent != null) return null;
        return decided === 'stop' ? 'seen' : { over: 'stopped' };
      case 'passed':
        return null;
      case 'result':
        if (!isWritten) return decided === 'stop' ? null : 'seen';
        // Claude writes a decision down only together with what came of it, and a plain No not at all.
        return decided === 'stop' ? null : at(WRITTEN, { over: 'terminal' }, 'alone');
      case 'over':
        // An agent may end of the very decision. What else is gone may be so of it too, or have been before it was read.
        if (sign.ending === 'agent') return isPrinted() ? 'seen' : 'unknown';
        if (outcomeOfEnding(sign.ending) === 'gone') return 'unknown';
        if (!isWritten) return 'seen';
        if (isOver) return null;
        isOver = true;
        if (decided !== 'allow') return at(REFUSED, 'unknown');
        // It runs, and for as long as it does nothing more is told of it.
        if (changed) return at(LONGEST, 'unknown');
        // A turn that rests has ended, or was stopped: which, is told.
        return at(AGAINST, () => (rests() ? at(REFUSED, 'unknown') : 'seen'));
    }
  });
}

/** `effect`: or what finds it then; `null`: not yet. */
type Later = (ms: number, effect: Effect | (() => Effect | null), alone?: 'alone') => null;

function waitFor(signs: Signs, asked: Asked, judge: (sign: Sign, at: Later) => Effect | null): Awaited {
  const timers = new Set<NodeJS.Timeout>();
  let unhear = () => {};
  const stop = () => {
    unhear();
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  };
  const effect = new Promise<Effect>((resolve) => {
    const end = (seen: Effect) => {
      stop();
      resolve(seen);
    };
    /** `alone`: whatever was to be said later before is not said any more. */
    const at: Later = (ms, seen, alone) => {
      if (alone !== undefined) stopTimers();
      const judged = () => {
        try {
          const now = typeof seen === 'function' ? seen() : seen;
          if (now !== null) end(now);
        } catch {
          end('unknown');
        }
      };
      timers.add(setTimeout(judged, ms));
      return null;
    };
    const stopTimers = () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    };
    unhear = signs.hear(asked, (sign) => {
      const seen = judge(sign, at);
      if (seen !== null) end(seen);
    });
    at(LONGEST, 'nothing');
  });
  return { effect, dispose: stop };
}
