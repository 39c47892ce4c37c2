// Signs that something became of a prompt, for whoever waits for one: a decision in the transcript, a tool's result, the
// level leaving `waiting`. It keeps nothing but the newest of each and judges nothing.

import type { Evidence, RegistryEvidence, Steady } from '../../core/evidence.ts';
import type { Ending } from '../../core/prompt.ts';
import type { Living } from '../living.ts';
import type { Clock } from '../ports.ts';
import type { Asked } from './asked.ts';

/** One sign about one prompt. */
export type Sign =
  /** It is over, by whatever closed it. */
  | { readonly kind: 'over'; readonly ending: Ending }
  /** Claude counts its dialog as answered, by whomever: another one of the same words may stand there. */
  | { readonly kind: 'passed' }
  /** Claude wrote down that a hook decided it. */
  | { readonly kind: 'decided'; readonly decision: 'allow' | 'deny' }
  /** The tool call that it asked for has its result: that of the tool, or that it was refused. */
  | { readonly kind: 'result' }
  /** Its turn was interrupted. */
  | { readonly kind: 'interrupted' };

/** A level is read so long after it was written at most, in milliseconds. */
const LATEST = 10_000;
/** So many results of a session are remembered: far more than come while one answer is on its way. */
const REMEMBERED = 200;
const NONE = { count: 0, last: [] };

type RegistryRead = Extract<RegistryEvidence, { kind: 'read' }>;

/** What was told of one prompt since somebody began to listen. */
export interface Heard {
  /** What showed that it is over; `null`: nothing yet. */
  readonly over: Ending | null;
  /** Claude counts its dialog as answered. */
  readonly passed: boolean;
  /** Its turn was interrupted. */
  readonly stopped: boolean;
  dispose(): void;
}

/** Where signs are told and heard. */
export interface Signs {
  /** Hears of all evidence of a session. @returns ids of tool calls that have their result. */
  told(living: Living, evidence: readonly Evidence[]): SignsOfTools;
  /** When the level of a session last left `waiting`; `null` while that was not seen. */
  leftWaitingAt(living: Living): Steady | null;
  /** When its registry file was last found to be gone, also where it came back; `null`: never. */
  missedAt(living: Living): Steady | null;
  /** How many tools of a session had their result so far; that an agent was sent into the background is none. */
  toolResults(living: Living): number;
  /** Ids of the calls whose result came after so many others: the newest, where there are very many. */
  resultsSince(living: Living, before: number): readonly string[];
  /** A launcher waits for a question that was over when it came. */
  refused(held: string | null): void;
  tell(asked: Asked, sign: Sign): void;
  hear(asked: Asked, listener: (sign: Sign) => void): () => void;
  forget(living: Living): void;
}

/** What evidence tells of tool calls, by their ids. */
export interface SignsOfTools {
  readonly results: readonly string[];
  readonly decisions: readonly { readonly toolId: string; readonly decision: 'allow' | 'deny' }[];
  /** Whether the turn was interrupted. */
  readonly interrupted: boolean;
}

/**
 * Makes the place of signs.
 * @param release lets a launcher go that waits for nothing.
 */
export function promptSigns(clock: Clock, release: (held: string) => void): Signs {
  /** A loaded machine reads the level late, and by then the next question may be there. */
  const writtenAt = ({ at, statusUpdatedAt }: RegistryRead): Steady => {
    const told = clock.steady() - (clock.wall() - statusUpdatedAt);
    return at - told < LATEST ? Math.min(at, told) : at;
  };

  const levels = new Map<Living, { waiting: boolean; leftAt: Steady | null }>();
  const ended = new Map<Living, { readonly count: number; readonly last: readonly string[] }>();
  const missed = new Map<Living, Steady>();
  const listeners = new Map<Asked, Set<(sign: Sign) => void>>();
  return {
    told(living, evidence) {
      let interrupted = false;
      const results: string[] = [];
      /** Agents that were sent into the background: no question was answered by that. */
      const launched = new Set<string>();
      const decisions: { toolId: string; decision: 'allow' | 'deny' }[] = [];
      for (const piece of evidence) {
        if (piece.source === 'registry' && piece.kind === 'read') {
          const before = levels.get(living) ?? { waiting: false, leftAt: null };
          const waiting = piece.status === 'waiting';
          const left = before.waiting && !waiting && piece.status !== 'unrecognised';
          // What it leaves now is another wait.
          levels.set(living, { waiting, leftAt: left ? writtenAt(piece) : waiting ? null : before.leftAt });
        } else if (piece.source === 'registry' && piece.kind === 'missing') missed.set(living, piece.at);
        else if (piece.source === 'transcript' && piece.kind === 'line' && piece.live) {
          if (piece.fact.kind === 'tool-result') {
            results.push(piece.fact.toolId);
            if (piece.fact.agentLaunched) launched.add(piece.fact.toolId);
          } else if (piece.fact.kind === 'decided') decisions.push(piece.fact);
          else if (piece.fact.kind === 'interrupt') interrupted = true;
        } else if (piece.source === 'hook' && piece.fact.kind === 'tool-ended') results.push(piece.fact.toolId);
      }
      const whole = results.filter((id) => !launched.has(id));
      if (whole.length > 0) {
        const { count, last } = ended.get(living) ?? NONE;
        ended.set(living, { count: count + whole.length, last: [...last, ...whole].slice(-REMEMBERED) });
      }
      return { results, decisions, interrupted };
    },
    toolResults: (living) => (ended.get(living) ?? NONE).count,
    resultsSince(living, before) {
      const { count, last } = ended.get(living) ?? NONE;
      return count > before ? last.slice(before - count) : [];
    },
    missedAt: (living) => missed.get(living) ?? null,
    leftWaitingAt: (living) => levels.get(living)?.leftAt ?? null,
    refused(held) {
      if (held !== null) release(held);
    },
    tell(asked, sign) {
      for (const listener of [...(listeners.get(asked) ?? [])]) listener(sign);
    },
    hear(asked, listener) {
      const known = listeners.get(asked) ?? new Set();
      listeners.set(asked, known.add(listener));
      return () => {
        known.delete(listener);
        if (known.size === 0) listeners.delete(asked);
      };
    },
    forget(living) {
      levels.delete(living);
      ended.delete(living);
      missed.delete(living);
    },
  };
}

/** Listens to all that is told of a prompt, until it is disposed. */
export function listenTo(signs: Pick<Signs, 'hear'>, asked: Asked): Heard {
  const heard: { over: Ending | null; passed: boolean; stopped: boolean } = {
    over: null,
    passed: false,
    stopped: false,
  };
  const dispose = signs.hear(asked, (sign) => {
    if (sign.kind === 'over') heard.over ??= sign.ending;
    heard.passed ||= sign.kind === 'passed';
    heard.stopped ||= sign.kind === 'interrupted';
  });
  return Object.assign(heard, { dispose });
}
