// A recording: what a session's picture was, and every piece of evidence since. Enough to decide again, step by step,
// what was shown and why, on another machine. Pure.

import { decide } from './decide.ts';
import type { Evidence, Steady, TranscriptFact } from './evidence.ts';
import type { HookFact } from './hook.ts';
import { observe } from './observe.ts';
import type { HookPicture, Picture } from './picture.ts';
import type { Decision } from './rule.ts';
import { NO_WORK } from './work.ts';

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

/** Leaves out what was typed, said and run; what decides stays. */
export function redacted(recording: Recording): Recording {
  return {
    ...recording,
    redacted: true,
    from: withoutWords(recording.from),
    evidence: recording.evidence.map(({ at, piece }) => ({ at, piece: pieceWithoutWords(piece) })),
  };
}

const LEFT_OUT = '…';

function pieceWithoutWords(piece: Evidence): Evidence {
  switch (piece.source) {
    case 'transcript':
      return piece.kind === 'line' ? { ...piece, branch: null, fact: factWithoutWords(piece.fact) } : piece;
    case 'hook':
      return { ...piece, fact: hookWithoutWords(piece.fact) };
    case 'registry':
      return piece.kind === 'read' ? { ...piece, cwd: LEFT_OUT, name: null } : piece;
    default:
      return piece;
  }
}

function factWithoutWords(fact: TranscriptFact): TranscriptFact {
  switch (fact.kind) {
    case 'prompt':
      return { ...fact, text: LEFT_OUT };
    case 'assistant':
      return {
        ...fact,
        text: fact.text === null ? null : LEFT_OUT,
        tool: fact.tool && { ...fact.tool, action: toolOnly(fact.tool.action) },
      };
    case 'api-error':
      return { ...fact, failure: { ...fact.failure, text: LEFT_OUT } };
    default:
      return fact;
  }
}

function hookWithoutWords(fact: HookFact): HookFact {
  switch (fact.kind) {
    case 'prompt':
      return { ...fact, text: LEFT_OUT };
    case 'tool-started':
    case 'permission-asked':
      return { ...fact, action: toolOnly(fact.action) };
    case 'stopped':
      return { ...fact, text: fact.text === null ? null : LEFT_OUT };
    case 'stop-failed':
      return { ...fact, failure: { ...fact.failure, text: LEFT_OUT } };
    case 'directory-changed':
      return { ...fact, cwd: LEFT_OUT };
    default:
      return fact;
  }
}

/** `Bash · npm test` → `Bash`. */
function toolOnly(action: string): string {
  return action.split(' · ')[0] ?? LEFT_OUT;
}

function withoutWords(picture: Picture): Picture {
  // Every text and action of a picture is a leaf under one of these names; what they say decides nothing.
  const words = new Set(['text', 'lastText', 'branch', 'description']);
  const clean = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return words.has(name) ? LEFT_OUT : name === 'action' ? toolOnly(value) : value;
    if (Array.isArray(value)) return value.map((one) => clean(one, name));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clean(one, key)]));
  };
  const hooks: HookPicture = {
    ...picture.hooks,
    recent: picture.hooks.recent.map((hook) => pieceWithoutWords(hook) as (typeof picture.hooks.recent)[number]),
  };
  const transcript = { ...picture.transcript, work: NO_WORK };
  return clean({ ...picture, hooks, transcript }, '') as Picture;
}
