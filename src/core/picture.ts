// The picture: all that one session's evidence adds up to, and the only thing `decide` reads.
// `observe` folds evidence into it. Plain JSON, so that it survives a restart of the daemon as it is.

import type { LevelWord, Prompter, Steady } from './evidence.ts';
import type { Failure, State, Tokens } from './session.ts';
import { NO_WORK, type Work } from './work.ts';

/** The last look at the process. */
export interface ProcessPicture {
  readonly at: Steady;
  readonly condition: 'running' | 'stopped' | 'gone' | 'could-not-look';
  readonly ttyInputAt: Steady | null;
  readonly children: number | null;
}

/** The registry's word and how it moved. A *run* is the time from a rise (to busy or waiting) to the next fall. */
export interface LevelPicture {
  readonly word: LevelWord;
  readonly waitingFor: string | null;
  /** When it was last read. */
  readonly at: Steady;
  /** When `word` was first read. */
  readonly since: Steady;
  /** The word before this one. */
  readonly before: LevelWord | null;
  /** Start of the newest run; `null` while none was seen. */
  readonly roseAt: Steady | null;
  /** End of the newest run; `null` while it lasts or while none was seen. */
  readonly fellAt: Steady | null;
  /** Whether the newest run held `busy`: a dialog alone is no turn. */
  readonly ranBusy: boolean;
  readonly statusUpdatedAt: number;
}

/** What the registry is good for when it gives no word: why not. */
export type RegistryTrouble =
  | { readonly kind: 'missing'; readonly since: Steady; readonly startDialog: boolean }
  | { readonly kind: 'could-not-look'; readonly since: Steady; readonly reason: string }
  | { readonly kind: 'foreign'; readonly since: Steady; readonly domain: string };

/** How a turn ended. */
export type TurnEnd =
  | { readonly kind: 'finished'; readonly at: Steady; readonly text: string | null }
  | { readonly kind: 'failed'; readonly at: Steady; readonly failure: Failure }
  | { readonly kind: 'interrupted'; readonly at: Steady }
  /** A local command's output: nothing to see, and what stood before stands. */
  | { readonly kind: 'nothing'; readonly at: Steady };

/** A tool call without a result yet. */
export interface OpenTool {
  readonly id: string;
  readonly action: string;
  readonly agent: boolean;
}

/** The newest turn in the transcript. */
export interface Turn {
  /** `null` where its prompt lies before what we read. */
  readonly by: Prompter | null;
  readonly startedAt: Steady;
  /** Whether any of its lines was news to us. History alone never makes a review. */
  readonly live: boolean;
  readonly openTools: readonly OpenTool[];
  readonly end: TurnEnd | null;
}

/** An end that may still wait for the person. */
export type Outcome = Extract<TurnEnd, { kind: 'finished' | 'failed' }>;

/** What the transcript adds up to. */
export interface TranscriptPicture {
  readonly turn: Turn | null;
  /** What earlier turns left to be seen, while the newest turn has no say. */
  readonly standing: Outcome | null;
  /** When the file was last read to its end; `null` before the first time. */
  readonly readAt: Steady | null;
  /** Steady time of the newest line that means anything. */
  readonly lineAt: Steady | null;
  readonly trouble: {
    readonly kind: 'missing' | 'could-not-look';
    readonly since: Steady;
    readonly reason: string;
  } | null;
  /** Ids of the tool calls whose agents still work in the background. */
  readonly agents: readonly string[];
  /** Prompts that wait for the running turn to end. */
  readonly queued: number;
  /** Whether a prompt left the queue to begin a turn that has not begun yet. */
  readonly beginning: boolean;
  /** Byte after the last line folded in; a line below it was seen before. */
  readonly offset: number;
  readonly model: string | null;
  readonly tokens: Tokens | null;
  readonly branch: string | null;
  readonly lastText: string | null;
  /** To-dos, tokens, errors and sub-agents: shown, never judged. */
  readonly work: Work;
}

/** Everything known about one session. */
export interface Picture {
  readonly firstSeenAt: Steady;
  readonly process: ProcessPicture | null;
  readonly level: LevelPicture | null;
  readonly registryTrouble: RegistryTrouble | null;
  readonly conversation: string | null;
  /** Whether the conversation is live in another session too (DESIGN §3.13). */
  readonly shared: boolean;
  readonly transcript: TranscriptPicture;
  /** True from a first sight at busy or waiting until the next prompt: the turn in hand is ours to report. */
  readonly joinedMidTurn: boolean;
  /** Whether it was ever seen at work. */
  readonly sawBusy: boolean;
  /** When the person last said "seen". */
  readonly seenAt: Steady | null;
  /** What the daemon showed before it was started again, until a level is read. */
  readonly remembered: { readonly state: State; readonly at: Steady } | null;
  /** Sources that lost their vote for this session's version (DESIGN §3.14). */
  readonly distrusted: readonly ('registry' | 'transcript')[];
}

/** A transcript of which nothing is known. */
export const NO_TRANSCRIPT: TranscriptPicture = {
  turn: null,
  standing: null,
  readAt: null,
  lineAt: null,
  trouble: null,
  agents: [],
  queued: 0,
  beginning: false,
  offset: 0,
  model: null,
  tokens: null,
  branch: null,
  lastText: null,
  work: NO_WORK,
};

/** The picture of a session at first sight. */
export function emptyPicture(at: Steady): Picture {
  return {
    firstSeenAt: at,
    process: null,
    level: null,
    registryTrouble: null,
    conversation: null,
    shared: false,
    transcript: NO_TRANSCRIPT,
    joinedMidTurn: false,
    sawBusy: false,
    seenAt: null,
    remembered: null,
    distrusted: [],
  };
}
