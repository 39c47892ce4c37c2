// What prompts of all sessions need around them, and what they do for the rest of the daemon. Shapes only.

import type { Steady } from '../../core/evidence.ts';
import type { HookArrival } from '../../core/hook.ts';
import type { Prompt, PromptAnswer, Receipt } from '../../core/prompt.ts';
import type { ChangeLog } from '../change-log.ts';
import type { Caller } from '../doors.ts';
import type { Keeping } from '../keeping.ts';
import type { Living } from '../living.ts';
import type {
  Clock,
  Dispose,
  HeldHooks,
  HookDecisions,
  Panes,
  PromptStore,
  ReadFileBelow,
  ReadScreen,
  ToolCall,
} from '../ports.ts';
import type { Sessions } from '../sessions.ts';
import type { Answered } from './answering.ts';
import type { Screens } from './screens.ts';

/** What prompts need around them. */
export interface PromptsOptions {
  readonly panes: Panes;
  readonly readScreen: ReadScreen;
  readonly readFile: ReadFileBelow;
  readonly held: HeldHooks;
  readonly decisions: HookDecisions;
  readonly store: PromptStore;
  readonly sessions: Sessions;
  readonly changes: ChangeLog;
  readonly keeping: Pick<Keeping, 'write'>;
  readonly clock: Clock;
  /** Whether any client shows a person what is asked. */
  readonly looking: () => boolean;
  readonly readRegistry: (claudeDirectory: string, pid: number) => void;
  readonly readTranscript: (living: Living) => void;
  /** The calls of tools with these ids in a session's transcript; without those that are not found there. */
  readonly readCalls: (living: Living, ids: readonly string[]) => ReadonlyMap<string, ToolCall>;
  readonly log: (text: string) => void;
}

/** The prompts of a daemon. */
export interface Prompts {
  readonly screens: Screens;
  /** Takes up what was kept; sessions were restored before. */
  recover(): void;
  /** A hook asked something; its evidence was folded in. */
  asked(living: Living, arrival: HookArrival, at: Steady): void;
  /** A question that belongs to no session: its launcher must not wait. */
  unowned(arrival: HookArrival): void;
  /** Launchers that were killed while they waited. */
  gone(names: readonly string[]): void;
  views(): readonly Prompt[];
  of(living: Living): readonly Prompt[];
  /** What is left of the prompt of a session that closed last, if that was a moment ago. */
  justClosed(living: Living): Receipt | null;
  answer(request: PromptAnswer, caller: Caller): Promise<Answered>;
  reread(id: string): Promise<Prompt>;
  dispose: Dispose;
}
