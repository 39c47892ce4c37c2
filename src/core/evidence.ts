// Evidence: one observation by one source. What `observe` folds into a picture and `explain` shows.
// Levels say what is true now and can be read again; edges say what happened and may come late, twice or out of order.

import type { HookFact } from './hook.ts';
import type { Failure, State, Tokens } from './session.ts';
import type { WorkEvidence } from './work.ts';

/**
 * Steady milliseconds: they look like epoch time, never step, and order evidence. Wall-clock times are for display.
 */
export type Steady = number;

/** What `status` says in `~/.claude/sessions/<pid>.json`. `unrecognised`: a word we do not know; `none`: no status. */
export type LevelWord = 'idle' | 'busy' | 'waiting' | 'shell' | 'none' | 'unrecognised';

/** A read of a session's registry file. */
export type RegistryEvidence = {
  readonly source: 'registry';
  readonly at: Steady;
} & (
  | {
      readonly kind: 'read';
      readonly status: LevelWord;
      readonly waitingFor: string | null;
      readonly conversation: string | null;
      readonly cwd: string;
      readonly name: string | null;
      readonly version: string | null;
      /** Claude's clock, epoch milliseconds; 0 where it is not stated. */
      readonly statusUpdatedAt: number;
    }
  /** No registry file for a live process. `startDialog`: its `.key` stands alone for 1.5 s (FINDINGS §q). */
  | { readonly kind: 'missing'; readonly startDialog: boolean }
  | { readonly kind: 'could-not-look'; readonly reason: string }
  /** The file names another pid domain: nothing of it can be checked here. */
  | { readonly kind: 'foreign'; readonly domain: string }
);

/** A look at the session's process. */
export type ProcessEvidence = {
  readonly source: 'process';
  readonly at: Steady;
  readonly condition: 'running' | 'stopped' | 'gone' | 'could-not-look';
  /** Steady time of the last input on its terminal, `null` where unknown. */
  readonly ttyInputAt: Steady | null;
  /** Live direct children; `null` where it was not read. */
  readonly children: number | null;
};

/** Who began a turn. `task`: a finished background task came back; `command`: a local command (`/model`, `!ls`). */
export type Prompter = 'person' | 'task' | 'command';

/** What one transcript line means to us. Lines that mean nothing are not evidence. */
export type TranscriptFact =
  /** `turn`: Claude's `promptId`, which its hooks call `prompt_id`; `null` in old versions. */
  | { readonly kind: 'prompt'; readonly by: Prompter; readonly text: string; readonly turn: string | null }
  /** One content block of an assistant message. `finished`: the message ended the turn (`end_turn`, `max_tokens`, …). */
  | {
      readonly kind: 'assistant';
      readonly finished: boolean;
      readonly text: string | null;
      readonly tool: { readonly id: string; readonly action: string; readonly agent: boolean } | null;
      readonly model: string | null;
      readonly tokens: Tokens | null;
    }
  | { readonly kind: 'tool-result'; readonly toolId: string; readonly agentLaunched: boolean }
  /** A hook answered the permission that this tool call asked for. Moves no state: the call goes on, or its result tells. */
  | { readonly kind: 'decided'; readonly toolId: string; readonly decision: 'allow' | 'deny' }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'api-error'; readonly failure: Failure }
  /** A background agent came back; `toolId: null`: all of them were stopped. */
  | { readonly kind: 'agent-ended'; readonly toolId: string | null }
  /** A local command (`/model`, `!ls`) has had its say: a turn that leaves nothing to see. */
  | { readonly kind: 'command-output' }
  /** Prompts typed while busy: one more waits, one was taken into the running turn, one begins the next turn, or all
   * were taken back. */
  | { readonly kind: 'queue'; readonly change: 'added' | 'taken' | 'begins' | 'emptied' }
  | { readonly kind: 'compacted' };

/** One transcript line, or the state of the file. */
export type TranscriptEvidence = {
  readonly source: 'transcript';
  readonly at: Steady;
  readonly conversation: string;
} & (
  | {
      readonly kind: 'line';
      readonly fact: TranscriptFact;
      readonly branch: string | null;
      /** The line's own timestamp, epoch milliseconds by Claude's clock; `null` where it has none. */
      readonly writtenAt: number | null;
      /** False for what stood in the file before we ever watched this session: history, not news. */
      readonly live: boolean;
      /** Byte offset of the line in its file, plus the fact's place in the line: the idempotency key. */
      readonly offset: number;
    }
  /** The file was read to its end at `at`. */
  | { readonly kind: 'end' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'could-not-look'; readonly reason: string }
);

/** One hook of the session's own Claude. An edge: it may come late, twice or out of order. */
export type HookEvidence = {
  readonly source: 'hook';
  /** When the hook ran, by the machine's uptime where the launcher told it, else when it came. */
  readonly at: Steady;
  /** The idempotency key. */
  readonly key: string;
  readonly conversation: string;
  readonly turn: string | null;
  readonly agent: string | null;
  readonly fact: HookFact;
};

/** A look at the session's pane. */
export type PaneEvidence = {
  readonly source: 'pane';
  readonly at: Steady;
} /** A live dialog of Claude's stands there. */ & (
  | { readonly kind: 'dialog'; readonly title: string }
  | { readonly kind: 'no-dialog' }
  | { readonly kind: 'could-not-look'; readonly reason: string }
);

/** What the person said about the session itself. */
export type PersonEvidence = {
  readonly source: 'person';
  readonly at: Steady;
} & ({ readonly kind: 'seen'; readonly change: number } | { readonly kind: 'unseen' });

/** What the daemon knows across sessions and restarts. */
export type MemoryEvidence = {
  readonly source: 'memory';
  readonly at: Steady;
} /** The daemon started again; `state` is what it showed before. */ & (
  | { readonly kind: 'restart'; readonly state: State }
  /** No registry or hook names its conversation, and exactly one transcript can be its own. */
  | { readonly kind: 'bound'; readonly conversation: string }
  /** Another live session has the same conversation, or no longer has. */
  | { readonly kind: 'shared'; readonly shared: boolean }
  /** So many prompts are held open by their hooks while Claude itself shows nothing of them. */
  | { readonly kind: 'holding'; readonly prompts: number }
  /** These sources lost their vote for this session's version. */
  | { readonly kind: 'distrust'; readonly sources: readonly ('registry' | 'transcript')[] }
);

/** One observation by one source. */
export type Evidence =
  | RegistryEvidence
  | ProcessEvidence
  | TranscriptEvidence
  | WorkEvidence
  | HookEvidence
  | PaneEvidence
  | PersonEvidence
  | MemoryEvidence;
