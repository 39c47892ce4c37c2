// What every answer to a dialog has in common: the dialog goes, the level follows, and what a hook decided is written
// down. Pure.

import type { Page } from './page.ts';
import { level } from './play-turn.ts';
import type { Effect, Line, Moment, Played, Playing, Settled } from './playing.ts';

/** What Claude tells of a tool that a person refused, and that the agent may not go on. */
export const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the " +
  'new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.';

/** The level once a dialog is gone: another one waits, or Claude works. The registry is only written when it moves. */
export function levelAfter(before: Playing, moment: Moment): Played {
  const waits = before.asks.find(({ shown, waitingFor }) => shown && waitingFor !== null)?.waitingFor ?? null;
  const status = waits === null ? 'busy' : 'waiting';
  if (before.entry?.status === 'waiting' && before.entry.waitingFor === waits) return { playing: before, effects: [] };
  return level(before, status, waits, moment.at);
}

/** Without one of the dialogs. */
export function without(playing: Playing, dialog: string): Playing {
  return { ...playing, asks: playing.asks.filter((each) => each.dialog !== dialog) };
}

/** Takes a dialog off the screen. */
export function closed(dialog: string, refused: boolean): Effect {
  return { kind: 'close', after: 0, dialog, refused };
}

/** The line that Claude writes when a hook decided. */
export function decisionLine(page: Page, playing: Playing, decision: 'deny' | 'allow'): void {
  const toolUseID = playing.tool?.id ?? '';
  page.attachment('hook_permission_decision', { decision, toolUseID, hookEvent: 'PermissionRequest' });
}

/** What a choice writes into the project's own settings. */
export function remembered({ permissions }: Settled): readonly Effect[] {
  const rules = permissions.flatMap(({ type, destination, rules: entries }) =>
    type === 'addRules' && destination === 'localSettings' && Array.isArray(entries) ? entries.map(ruleText) : [],
  );
  return rules.length === 0 ? [] : [{ kind: 'remember', after: 0, rules }];
}

function ruleText({ toolName, ruleContent }: Line): string {
  return ruleContent === undefined ? String(toolName) : `${toolName}(${ruleContent})`;
}
