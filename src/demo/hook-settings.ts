// Finds in Claude's settings the hooks of an event: those of its own directory and of a `--settings` file, merged as
// Claude merges them. It reads the files anew each time, since a change counts in running sessions too, and takes what
// cannot be read for no hooks, as Claude takes a malformed file.

import { readFileSync } from 'node:fs';

/** A command to run. */
export interface CommandHook {
  readonly command: string;
  /** Given: the command is a program with these arguments. Else it is for the shell. */
  readonly args: readonly string[] | null;
  /** Claude does not wait for it. */
  readonly async: boolean;
  /** Seconds after which Claude ends it. */
  readonly timeout: number;
}

/** Seconds that a hook has where its settings do not say. */
const TIMEOUT = 600;

/** The field of a payload that a matcher looks at; events without one take every matcher. */
const MATCHED: Readonly<Record<string, string>> = {
  PreToolUse: 'tool_name',
  PostToolUse: 'tool_name',
  PostToolUseFailure: 'tool_name',
  PermissionRequest: 'tool_name',
  SessionStart: 'source',
  SessionEnd: 'reason',
  Notification: 'notification_type',
  SubagentStart: 'agent_type',
  SubagentStop: 'agent_type',
  PreCompact: 'trigger',
  PostCompact: 'trigger',
  StopFailure: 'error',
  Elicitation: 'mcp_server_name',
  ElicitationResult: 'mcp_server_name',
};

/**
 * The hooks of an event that fit its payload. The same command with the same arguments counts once, also when it stands
 * in two files; the first entry's `async` holds.
 * @param files settings files, in Claude's order; those that are not there are skipped.
 */
export function hooksFor(
  event: string,
  payload: Readonly<Record<string, unknown>>,
  files: readonly string[],
): readonly CommandHook[] {
  const settings = files.map(readSettings);
  if (settings.some((each) => each.disableAllHooks === true)) return [];
  const found = new Map<string, CommandHook>();
  for (const { hooks } of settings) {
    for (const group of asList(asObject(hooks)[event])) {
      const { matcher, hooks: entries } = asObject(group);
      if (!fits(matcher, payload[MATCHED[event] ?? ''])) continue;
      for (const entry of asList(entries)) {
        const hook = commandHook(asObject(entry));
        if (hook === null) continue;
        const key = JSON.stringify([hook.command, hook.args]);
        if (!found.has(key)) found.set(key, hook);
      }
    }
  }
  return [...found.values()];
}

function commandHook({ type, command, args, async: inBackground, timeout }: Fields): CommandHook | null {
  if (type !== 'command' || typeof command !== 'string') return null;
  const seconds = typeof timeout === 'number' && timeout > 0 ? timeout : TIMEOUT;
  return {
    command,
    args: Array.isArray(args) ? args.map(String) : null,
    async: inBackground === true,
    timeout: seconds,
  };
}

/** Nothing and `*` fit all; plain words separated by bars are compared, anything else is a regular expression. */
function fits(matcher: unknown, value: unknown): boolean {
  if (typeof matcher !== 'string' || matcher === '' || matcher === '*' || typeof value !== 'string') return true;
  if (/^[\w|]+$/.test(matcher)) return matcher.split('|').includes(value);
  try {
    return new RegExp(matcher).test(value);
  } catch {
    return false;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function readSettings(file: string): Fields {
  try {
    return asObject(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

function asObject(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
