// What a hook asks, complete, as an answer to it needs it. Pure. Unlike evidence it is neither cleaned nor cut: what is
// echoed to Claude must be what came, and what a person allows must be all that they allow.

import type { HookQuestion, PermissionSuggestion } from '../../core/hook-question.ts';
import { type Fields, HookFields, WrongShape } from './hook-fields.ts';
import { isLauncherName } from './launcher-name.ts';

/** What the launcher said beside the payload. */
export interface Waiting {
  /** Name of the fifo where it waits; `null` or anything else: it does not. */
  readonly ask: string | null;
  /** `CLAUDE_CODE_DISABLE_BACKGROUND_TASKS` of the session. */
  readonly background: string | null;
}

/** What of an Elicitation's payload is the question. `url`: of one that sends the person to a page. */
const FORM: readonly string[] = ['message', 'mode', 'requested_schema', 'url', 'elicitation_id'];

/** Deeper than this no tool's input is, and none could be written as JSON again by everybody who does. */
const DEEPEST = 500;
const ASKING: readonly string[] = ['PermissionRequest', 'Elicitation'];

/** The question of a hook; `null`: this event asks nothing. @throws `WrongShape` */
export function questionOf(event: string, payload: Fields, waiting: Waiting): HookQuestion | null {
  if (!ASKING.includes(event)) return null;
  if (isDeep(payload)) throw new WrongShape(`a hook (${event}) that is nested deeper than ${DEEPEST} levels`);
  const fields = new HookFields(payload);
  const common = {
    mode: fields.identifier('permission_mode'),
    agentType: fields.identifier('agent_type'),
    held: waiting.ask !== null && isLauncherName(waiting.ask) ? waiting.ask : null,
    foregroundAgents: /^(?:1|true|yes|on)$/i.test(waiting.background ?? ''),
  };
  if (event === 'Elicitation')
    return {
      asks: 'form',
      tool: fields.identifier('mcp_server_name') ?? 'a server',
      input: Object.fromEntries(Object.entries(payload).filter(([name]) => FORM.includes(name))),
      suggestions: null,
      ...common,
    };
  return {
    asks: 'permission',
    tool: fields.identifier('tool_name') ?? 'tool',
    input: fields.object('tool_input'),
    suggestions: suggestionsIn(payload),
    ...common,
  };
}

/** Level by level, without recursion. */
function isDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Anything but a list of objects is none: it could not be echoed. */
function suggestionsIn(payload: Fields): readonly PermissionSuggestion[] | null {
  const value = Object.hasOwn(payload, 'permission_suggestions') ? payload.permission_suggestions : null;
  const isObject = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
  return Array.isArray(value) && value.every(isObject) ? value : null;
}
