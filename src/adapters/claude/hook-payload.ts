// What one hook of Claude's means. Pure. Its bytes come from outside and are hostile: every value is checked before it
// is used, what does not fit is told as one fault, and no fault ever quotes what came.

import type { HookArrival, HookFact, HookFault } from '../../core/hook.ts';
import { type Fields, HookFields, WrongShape } from './hook-fields.ts';
import { questionOf, type Waiting } from './hook-question.ts';
import { actionOf } from './tool-action.ts';

/** What is known of a hook besides its payload; `null` where nobody said. */
export interface HookEnvelope extends Waiting {
  readonly key: string;
  /** Claude's name of the event, by the name under which the launcher ran. */
  readonly event: string | null;
  readonly claimedPid: number | null;
  readonly parentPid: number | null;
  /** Milliseconds since boot. */
  readonly uptime: number | null;
}

/** The fault of a payload that is no JSON: of a file, perhaps only not yet. */
export const NOT_JSON = 'a hook that is not JSON';
/** The largest payload that is read, in bytes. */
export const LARGEST_PAYLOAD = 20 * 1024 * 1024;

/** `session_id` names a file, so it may hold nothing that leads elsewhere. */
const CONVERSATION = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;
const EVENT = /^[A-Za-z]{1,64}$/;
/** Of permission dialogs, the only notifications that say something about a session (DESIGN §3.9). */
const DIALOGS: readonly (string | null)[] = ['permission_prompt', 'worker_permission_prompt'];

/** Reads one payload: JSON as Claude gives it to its hooks (FINDINGS §a–§f). Never throws. */
export function parseHook(payload: Uint8Array, envelope: HookEnvelope): HookArrival | HookFault {
  try {
    if (payload.byteLength > LARGEST_PAYLOAD) return { fault: 'a hook larger than 20 MB' };
    return arrivalOf(parseObject(payload), envelope);
  } catch (error) {
    if (error instanceof WrongShape) return { fault: error.message };
    // Whatever else it may be: no hook ends the daemon.
    return { fault: 'a hook that cannot be read' };
  }
}

function parseObject(payload: Uint8Array): Fields {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(payload));
  } catch {
    throw new WrongShape(NOT_JSON);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WrongShape('a hook that is not a JSON object');
  return value as Fields;
}

function arrivalOf(payload: Fields, envelope: HookEnvelope): HookArrival {
  const fields = new HookFields(payload);
  const event = fields.identifier('hook_event_name') ?? envelope.event;
  if (event === null || !EVENT.test(event)) throw new WrongShape('a hook without the name of an event');
  if (envelope.event !== null && envelope.event !== event)
    throw new WrongShape('a hook that names two different events');
  const conversation = fields.identifier('session_id');
  if (conversation === null || !CONVERSATION.test(conversation))
    throw new WrongShape(`a hook (${event}) without a session_id`);
  const { key, claimedPid, parentPid, uptime } = envelope;
  return {
    key,
    event,
    conversation,
    turn: fields.identifier('prompt_id'),
    agent: fields.identifier('agent_id'),
    transcriptPath: fields.path('transcript_path'),
    cwd: fields.path('cwd'),
    claimedPid,
    parentPid,
    uptime,
    fact: factOf(event, fields),
    question: questionOf(event, payload, envelope),
  };
}

function factOf(event: string, fields: HookFields): HookFact {
  switch (event) {
    case 'SessionStart':
      return { kind: 'session-started', reason: fields.identifier('source') ?? 'unknown' };
    case 'SessionEnd':
      return { kind: 'session-ended', reason: fields.identifier('reason') ?? 'other' };
    case 'UserPromptSubmit': {
      const text = fields.text('prompt') ?? '';
      return { kind: 'prompt', by: text.startsWith('<task-notification>') ? 'task' : 'person', text };
    }
    case 'PreToolUse': {
      const tool = toolOf(fields);
      return { kind: 'tool-started', toolId: toolIdOf(fields), tool, action: actionIn(fields, tool) };
    }
    // Of a tool that was denied nothing more will be heard.
    case 'PostToolUse':
    case 'PostToolUseFailure':
    case 'PermissionDenied':
      return { kind: 'tool-ended', toolId: toolIdOf(fields), tool: toolOf(fields) };
    case 'PermissionRequest': {
      const tool = toolOf(fields);
      return { kind: 'permission-asked', tool, action: actionIn(fields, tool) };
    }
    case 'Notification':
      return notificationFact(fields);
    case 'Stop':
      return { kind: 'stopped', text: fields.text('last_assistant_message'), ...atWork(fields) };
    case 'StopFailure':
      return {
        kind: 'stop-failed',
        failure: {
          kind: fields.identifier('error') ?? 'unknown',
          text: fields.text('last_assistant_message') ?? '',
          status: null,
        },
      };
    case 'SubagentStart':
      return { kind: 'agent-started' };
    case 'SubagentStop':
      // Compaction's own has no agent of ours behind it, and may have no id.
      return fields.identifier('agent_id') === null ? { kind: 'other', event } : { kind: 'agent-ended' };
    case 'PreCompact':
      return { kind: 'compaction-began', trigger: fields.identifier('trigger') ?? 'unknown' };
    case 'PostCompact':
      return { kind: 'compaction-ended', trigger: fields.identifier('trigger') ?? 'unknown' };
    case 'Elicitation':
      return { kind: 'form-asked', server: serverOf(fields) };
    case 'ElicitationResult':
      return { kind: 'form-answered', server: serverOf(fields) };
    case 'CwdChanged': {
      const cwd = fields.path('new_cwd');
      return cwd === null ? { kind: 'other', event } : { kind: 'directory-changed', cwd };
    }
    case 'PostModelSwitch': {
      const model = fields.identifier('to_model');
      return model === null ? { kind: 'other', event } : { kind: 'model-switched', model };
    }
    default:
      return { kind: 'other', event };
  }
}

function notificationFact(fields: HookFields): HookFact {
  const type = fields.identifier('notification_type');
  // Versions that name no type say it in words.
  const inWords = type === null && fields.text('message')?.startsWith('Claude needs your permission') === true;
  if (inWords || DIALOGS.includes(type)) return { kind: 'permission-notified' };
  return { kind: 'notified', type: type ?? 'unknown' };
}

/** Shells end by themselves and hold nothing back; whatever else works in the background counts as an agent. */
function atWork(fields: HookFields): { readonly agents: number; readonly shells: number } {
  const tasks = fields
    .objects('background_tasks')
    .filter((task) => (task.identifier('status') ?? 'running') === 'running');
  const shells = tasks.filter((task) => /shell|^(?:local_)?bash$/i.test(task.identifier('type') ?? '')).length;
  return { agents: tasks.length - shells, shells };
}

function toolOf(fields: HookFields): string {
  return fields.identifier('tool_name') ?? 'tool';
}

function toolIdOf(fields: HookFields): string {
  return fields.identifier('tool_use_id') ?? '';
}

function actionIn(fields: HookFields, tool: string): string {
  return HookFields.clean(actionOf(tool, fields.object('tool_input')));
}

function serverOf(fields: HookFields): string {
  return fields.identifier('mcp_server_name') ?? 'a server';
}
