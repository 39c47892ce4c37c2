// A recording: what a session's picture was, and every piece of evidence since. Enough to decide again, step by step,
// what was shown and why, on another machine. Pure.

import { decide } from './decide.ts';
import type { Evidence, Steady } from './evidence.ts';
import { observe } from './observe.ts';
import type { Picture } from './picture.ts';
import type { Decision } from './rule.ts';

/** One piece of evidence and when it came: a hook may have run long before. */
export interface Told {
  readonly at: Steady;
  readonly piece: Evidence;
}

/** A saved recording: exactly the file that `tallymux explain --save` writes. */
export interface Recording {
  /** Number of this form. */
  readonly recording: 1;
  /** Version of Tallymux that wrote it. */
  readonly tallymux: string;
  /** Claude Code's version, where it was known. */
  readonly claude: string | null;
  /** Whether what was typed, said and run is left out. */
  readonly redacted: boolean;
  /** When it was saved, in the evidence's own clock. */
  readonly savedAt: Steady;
  /** What was known before the first piece. */
  readonly from: Picture;
  /** Oldest first, at most 200. */
  readonly evidence: readonly Told[];
}

/** Whether a piece may move a state, and so belongs in a recording. */
export function decides(piece: Evidence): boolean {
  return piece.source !== 'transcript' || !['work', 'began', 'agents'].includes(piece.kind);
}

/** What was decided from a moment on. */
export interface Step {
  readonly at: Steady;
  readonly decision: Decision;
}

/** Decides a recording again: each change of the state or of the rule behind it, oldest first. */
export function replay({ from, evidence, savedAt }: Recording): readonly Step[] {
  const steps: Step[] = [];
  let picture = from;
  const look = (at: Steady): Steady | null => {
    const decision = decide(picture, at);
    const last = steps.at(-1)?.decision;
    if (last?.state !== decision.state || last.because !== decision.because) steps.push({ at, decision });
    return decision.recheckAt;
  };
  let recheckAt: Steady | null = null;
  const until = (at: Steady) => {
    // Time alone may change the answer between two pieces; each look names the next.
    while (recheckAt !== null && recheckAt < at) recheckAt = look(recheckAt);
  };
  for (const { at, piece } of evidence) {
    until(at);
    picture = observe(picture, piece);
    recheckAt = look(at);
  }
  until(savedAt);
  look(savedAt);
  return steps;
}
