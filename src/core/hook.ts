// What a hook of Claude's tells: the fact in our words, and the arrival with everything its bearer claims about where
// it comes from. Plain data. A claim is no identity: the daemon checks it before it becomes evidence.

import type { Prompter } from './evidence.ts';
import type { HookQuestion } from './hook-question.ts';
import type { Failure } from './session.ts';

/** What one hook event means. Claude's own names stand in FINDINGS; `notified` and `other` change nothing. */
export type HookFact =
  /** `reason`: startup, resume, clear, compact, fork. */
  | { readonly kind: 'session-started'; readonly reason: string }
  | { readonly kind: 'session-ended'; readonly reason: string }
  /** A prompt was taken: at once, also when it only waits for the running turn. `text`: its first 300 characters. */
  | { readonly kind: 'prompt'; readonly by: Prompter; readonly text: string }
  | { readonly kind: 'tool-started'; readonly toolId: string; readonly tool: string; readonly action: string }
  | { readonly kind: 'tool-ended'; readonly toolId: string; readonly tool: string }
  /** A permission, a question or a plan is about to be asked. */
  | { readonly kind: 'permission-asked'; readonly tool: string; readonly action: string }
  /** A dialog has stood for six seconds without a key (`permission_prompt`, `worker_permission_prompt`). */
  | { readonly kind: 'permission-notified' }
  | { readonly kind: 'notified'; readonly type: string }
  /** The turn is over; `agents` and `shells` are still at work in the background. */
  | { readonly kind: 'stopped'; readonly text: string | null; readonly agents: number; readonly shells: number }
  | { readonly kind: 'stop-failed'; readonly failure: Failure }
  | { readonly kind: 'agent-started' }
  | { readonly kind: 'agent-ended' }
  | { readonly kind: 'compaction-began'; readonly trigger: string }
  | { readonly kind: 'compaction-ended'; readonly trigger: string }
  | { readonly kind: 'form-asked'; readonly server: string }
  | { readonly kind: 'form-answered'; readonly server: string }
  | { readonly kind: 'directory-changed'; readonly cwd: string }
  | { readonly kind: 'model-switched'; readonly model: string }
  | { readonly kind: 'other'; readonly event: string };

/** One hook as it reached us, by the spool, over HTTP or from `tallymux hook`. */
export interface HookArrival {
  /** The same for the same event however often it is read: name and birth time of its file, or a digest. */
  readonly key: string;
  /** Claude's own name of the event. */
  readonly event: string;
  readonly conversation: string;
  /** `prompt_id`, which names the turn; `null` in old versions and before the first prompt. */
  readonly turn: string | null;
  /** `agent_id` of a sub-agent; `null` for the main conversation. */
  readonly agent: string | null;
  readonly transcriptPath: string | null;
  readonly cwd: string | null;
  /** `CLAUDE_PID`, where the version sets it, or what an HTTP client states. */
  readonly claimedPid: number | null;
  /** Parent of the launcher: Claude itself, or its shell. */
  readonly parentPid: number | null;
  /** Milliseconds since boot when the hook ran (10 ms steps); `null` where nobody said: it counts as now. */
  readonly uptime: number | null;
  readonly fact: HookFact;
  /** All that is asked, where the hook asks something. */
  readonly question: HookQuestion | null;
}

/** Why something that came as a hook is none. One line for the log; never quotes the payload. */
export interface HookFault {
  readonly fault: string;
}
