// What Claude Code 2.1.332 hands to its hooks: one payload for each event, with the real one's keys in the real one's
// order. Pure: it makes effects and never runs anything.

import type { BackgroundTask, Effect, HookCall, Line, Playing } from './playing.ts';

/** The events that a stand-in can fire. */
export type HookEvent =
  | 'SessionStart'
  | 'SessionEnd'
  | 'UserPromptSubmit'
  | 'PreToolUse'
  | 'PostToolUse'
  | 'PostToolUseFailure'
  | 'PostToolBatch'
  | 'PermissionRequest'
  | 'Notification'
  | 'Stop'
  | 'StopFailure'
  | 'SubagentStart'
  | 'SubagentStop'
  | 'PreCompact'
  | 'PostCompact'
  | 'Elicitation'
  | 'ElicitationResult';

/** When and about whom. */
export interface HookAbout {
  /** Milliseconds from the step's beginning; default 0. */
  readonly after?: number;
  /** Names the turn; default: the newest one. `null` leaves it out. */
  readonly promptId?: string | null;
  readonly agent?: { readonly id: string; readonly type: string };
}

/** Events whose payload says in which permission mode Claude is. */
const WITH_MODE: readonly HookEvent[] = [
  ...(['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch'] as const),
  ...(['PermissionRequest', 'Stop', 'SubagentStop'] as const),
];
/** Events whose payload says how hard Claude thinks. */
const WITH_EFFORT: readonly HookEvent[] = [
  ...(['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'PermissionRequest'] as const),
  ...(['Stop', 'StopFailure', 'SubagentStop'] as const),
];

/** One event. `rest` are the fields of its own. */
export function hook(playing: Playing, event: HookEvent, rest: Line, about: HookAbout = {}): Timed<HookCall> {
  const { after = 0, promptId = playing.promptId, agent } = about;
  return {
    kind: 'hook',
    after,
    event,
    payload: {
      session_id: playing.conversation,
      transcript_path: `${playing.project}/${playing.conversation}.jsonl`,
      cwd: playing.cwd,
      ...(promptId === null ? {} : { prompt_id: promptId }),
      ...(WITH_MODE.includes(event) ? { permission_mode: playing.mode } : {}),
      ...(agent === undefined ? {} : { agent_id: agent.id, agent_type: agent.type }),
      ...(WITH_EFFORT.includes(event) ? { effort: { level: 'medium' } } : {}),
      hook_event_name: event,
      ...rest,
    },
  };
}

/** The same, for a moment long after the step, unless something happens before. */
export function late(call: Timed<HookCall>): Effect {
  return { ...call, kind: 'late-hook' };
}

/** What works in the background, as Stop and SubagentStop list it. */
export function backgroundTasks({ shells, agents }: Pick<Playing, 'shells' | 'agents'>): readonly Line[] {
  return [
    ...agents.map(({ id, description }) => ({ ...running(id, 'subagent', description), agent_type: AGENT_TYPE })),
    ...shells.map(({ id, description, command }) => ({ ...running(id, 'shell', description), command })),
  ];
}

/** A sub-agent as its own events name it. */
export function agentOf(task: Pick<BackgroundTask, 'id'>): { readonly id: string; readonly type: string } {
  return { id: task.id, type: AGENT_TYPE };
}

/** The only kind of sub-agent that a stand-in has. */
export const AGENT_TYPE = 'general-purpose';

type Timed<T> = T & { readonly after: number };

function running(id: string, type: string, description: string): Line {
  return { id, type, status: 'running', description };
}
