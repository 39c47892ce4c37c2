// The hook events we register, and the first version of Claude Code that was seen to know each. Plain data: an event
// that some Claude in use does not know makes that Claude stop at a dialog at every start, or drop its whole settings.

/** One event of Claude's. */
export interface HookEvent {
  /** Claude's own name of it. */
  readonly name: string;
  /** First version that was seen to know it; an older one may, but that was not seen. */
  readonly since: string;
  /** Told better by the registry's status: needed only where some version in use writes none. */
  readonly tool: boolean;
}

/** Events whose hook Claude waits for, since a person may answer there. */
export const WAITED_FOR: readonly string[] = ['PermissionRequest', 'Elicitation'];

/**
 * The name in `hooks/` by which the hook of an event is run. One that Claude waits for has a name of its own: by the
 * event's, settings of an earlier Tallymux run it where Claude does not wait, and there the launcher must not either.
 */
export function linkOf(event: string): string {
  return WAITED_FOR.includes(event) ? `${event}${HELD}` : event;
}

/** What ends such a name. */
export const HELD = 'Held';

/** The first version whose registry files carry a `status`. */
export const FIRST_WITH_STATUS = '2.1.120';

const event =
  (since: string, tool = false) =>
  (name: string): HookEvent => ({ name, since, tool });

/**
 * Every event that we may register, in the order in which they stand in a settings file. Not PostCompact: Claude shows
 * a line of its own for each hook of a compaction, and SessionStart and the transcript tell its end as well.
 */
export const HOOK_EVENTS: readonly HookEvent[] = [
  ...['SessionStart', 'SessionEnd', 'UserPromptSubmit', 'PermissionRequest', 'Notification', 'Stop'].map(
    event('2.0.77'),
  ),
  ...['SubagentStart', 'SubagentStop', 'PreCompact'].map(event('2.0.77')),
  ...['PreToolUse', 'PostToolUse', 'PostToolUseFailure'].map(event('2.0.77', true)),
  ...['StopFailure', 'PermissionDenied', 'Elicitation', 'ElicitationResult', 'CwdChanged'].map(event('2.1.112')),
  ...['PreModelSwitch', 'PostModelSwitch'].map(event('2.1.290')),
];

/**
 * The events to register where these versions are in use. No version at all: what the oldest one seen knows, without
 * the tool events.
 * @param versions `null` stands for a Claude whose version cannot be told; it is taken for the oldest one seen.
 */
export function eventsFor(versions: readonly (string | null)[]): readonly string[] {
  const known = versions.length === 0 ? [FIRST_SEEN] : versions.map((version) => version ?? FIRST_SEEN);
  const tools = versions.some((version) => compareVersions(version ?? FIRST_SEEN, FIRST_WITH_STATUS) < 0);
  return HOOK_EVENTS.filter(
    ({ since, tool }) => (!tool || tools) && known.every((version) => compareVersions(version, since) >= 0),
  ).map(({ name }) => name);
}

/** The oldest version that was seen at all. */
const FIRST_SEEN = '2.0.77';

/** Negative, 0 or positive as `a` is older than, the same as, or newer than `b`; what follows the third number counts not. */
export function compareVersions(a: string, b: string): number {
  const numbers = (version: string): number[] =>
    version.split(/[.+-]/, 3).map((part) => Number.parseInt(part, 10) || 0);
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < 3; i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
