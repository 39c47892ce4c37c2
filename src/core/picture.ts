// The picture: all that one session's evidence adds up to, and the only thing `decide` reads.
// `observe` folds evidence into it. Plain JSON, so that it survives a restart of the daemon as it is.

import type { HookEvidence, LevelWord, Prompter, Steady } from './evidence.ts';
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
  /** When `word` last became another one; a newer stamp of the same word does not move it. */
  readonly wordSince: Steady;
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
  /** Claude's `promptId`, which its hooks call `prompt_id`; `null` in old versions. */
  readonly id: string | null;
  /** `null` where its prompt lies before what we read. */
  readonly by: Prompter | null;
  readonly startedAt: Steady;
  /** Whether any of its lines was news to us. History alone never makes a review. */
  readonly live: boolean;
  readonly openTools: readonly OpenTool[];
  /** What the newest tools with a result did, and when the result came; at most 16, oldest first. */
  readonly answered: readonly { readonly action: string; readonly at: Steady }[];
  readonly end: TurnEnd | null;
}

/** The newest turn as the hooks tell it: always this process's own, always news. */
export interface HookTurn {
  readonly id: string | null;
  readonly by: Prompter | null;
  /** When its first sign was given. */
  readonly startedAt: Steady;
  readonly openTools: readonly OpenTool[];
  /** Ids of tools that ended; a late start of one opens nothing. */
  readonly endedTools: readonly string[];
  readonly end: TurnEnd | null;
}

/** A question that a hook told of and nothing closed yet. `tool` is empty where only a notification told of it. */
export interface OpenAsk {
  /** Key of the hook that told of it. */
  readonly key: string;
  readonly agent: string | null;
  readonly tool: string;
  readonly action: string;
  /** What the registry will say it waits for. */
  readonly waitsFor: 'permission prompt' | 'input needed';
  readonly at: Steady;
}

/** What hooks add up to, read in order. */
export interface HookStory {
  /** When the session's start was told. */
  readonly startedAt: Steady | null;
  readonly turn: HookTurn | null;
  /** What earlier turns left to be seen, while the newest has no say. */
  readonly standing: Outcome | null;
  /** Ids of turns before the newest. */
  readonly earlier: readonly string[];
  readonly asks: readonly OpenAsk[];
  /** Sub-agents that started and did not end. */
  readonly agents: readonly string[];
  readonly endedAgents: readonly string[];
  /** Background agents that the newest Stop left at work and that did not end since. */
  readonly left: number;
  readonly compactingSince: Steady | null;
  readonly model: string | null;
}

/** The hooks of a session. */
export interface HookPicture {
  /** When the newest hook ran; `null` while none was heard. */
  readonly heardAt: Steady | null;
  /** What the hooks before `recent` add up to. */
  readonly base: HookStory;
  /** The newest hooks, in order of time. */
  readonly recent: readonly HookEvidence[];
  /** What all of them add up to. */
  readonly story: HookStory;
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
  /** When a prompt left the queue to begin a turn that has not begun yet; `null` while none has. */
  readonly beginningAt: Steady | null;
  /** Byte after the last line folded in; a line below it was seen before. */
  readonly offset: number;
  /** Steady time of the newest interrupt; it closes every question that was open then. */
  readonly interruptedAt: Steady | null;
  /** When the conversation was last compacted. */
  readonly compactedAt: Steady | null;
  readonly model: string | null;
  readonly tokens: Tokens | null;
  readonly branch: string | null;
  readonly lastText: string | null;
  /** To-dos, tokens, errors and sub-agents: shown, never judged. */
  readonly work: Work;
}

/** The last looks at the session's pane, where they said the same. */
export interface PanePicture {
  /** Title of the dialog that stands there; `null`: none. */
  readonly dialog: string | null;
  /** When it was first seen so, and when last. */
  readonly since: Steady;
  readonly at: Steady;
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
  readonly hooks: HookPicture;
  /** `null` where no pane of it can be looked at. */
  readonly pane: PanePicture | null;
  /** Prompts that their hooks hold open while Claude shows nothing of them. */
  readonly holding: number;
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
  beginningAt: null,
  offset: 0,
  interruptedAt: null,
  compactedAt: null,
  model: null,
  tokens: null,
  branch: null,
  lastText: null,
  work: NO_WORK,
};

const NO_STORY: HookStory = {
  startedAt: null,
  turn: null,
  standing: null,
  earlier: [],
  asks: [],
  agents: [],
  endedAgents: [],
  left: 0,
  compactingSince: null,
  model: null,
};

/** Hooks of a session whose start was told, in a conversation of which nothing was heard yet. */
export function hooksOfNewConversation({ heardAt, story }: HookPicture): HookPicture {
  const base = { ...NO_STORY, startedAt: story.startedAt };
  return { heardAt, base, recent: [], story: base };
}

/** Hooks of which none was heard. */
export const NO_HOOKS: HookPicture = { heardAt: null, base: NO_STORY, recent: [], story: NO_STORY };

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
    hooks: NO_HOOKS,
    pane: null,
    holding: 0,
    joinedMidTurn: false,
    sawBusy: false,
    seenAt: null,
    remembered: null,
    distrusted: [],
  };
}
