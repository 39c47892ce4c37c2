// Claude asks the person, and the person answers or interrupts. Pure. Nothing but the registry and the transcript tell of
// an Esc or a No: no hook does.

import { hook, late } from './hook.ts';
import { requestLine } from './noise.ts';
import { openPage } from './page.ts';
import { dequeueLine, endTurn } from './play-end.ts';
import { called, level, toolEnded, toolResult, written } from './play-turn.ts';
import type { Moment, Played, Playing } from './playing.ts';
import type { Step } from './steps.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the " +
  'new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.';
const REJECTED_WITH_TEXT =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the " +
  'new_string was NOT written to the file). To tell you how to proceed, the user said:\n';
/** A dialog that gets no key for this long is told of, in milliseconds. */
const NOTIFY_AFTER_MS = 6000;

/** A dialog for the open tool. */
export function playAskPermission(before: Playing, step: Of<'ask-permission'>, moment: Moment): Played {
  const { playing, effects } = level(before, 'waiting', step.waitingFor ?? 'permission prompt', moment.at);
  const { tool } = playing;
  if (!tool) return { playing, effects };
  const asks = hook(playing, 'PermissionRequest', { ...called(tool), permission_suggestions: [] });
  const notifies = { message: 'Claude needs your permission', notification_type: 'permission_prompt' };
  const told = late(hook(playing, 'Notification', notifies, { after: NOTIFY_AFTER_MS }));
  return { playing: { ...playing, tool: { ...tool, asked: true } }, effects: [asks, ...effects, told] };
}

/** The person answers the dialog. */
export function playAnswer(before: Playing, step: Of<'answer'>, moment: Moment): Played {
  if (!step.yes && step.text === undefined) return playInterrupt(before, moment);
  const busy = level(before, 'busy', null, moment.at);
  if (step.yes) return busy;
  const page = openPage(busy.playing, moment);
  const response = `${REJECTED_WITH_TEXT}${step.text}`;
  toolResult(page, busy.playing, response, { failed: true });
  requestLine(page, moment);
  const ended = toolEnded(before, null, {}, response, moment);
  const playing = { ...busy.playing, tool: null, parent: page.parent() };
  return { playing, effects: [...busy.effects, ...ended, written(playing, page)] };
}

/** Esc: at a dialog or during a tool the tool is rejected; while text streams the message is cut off. */
export function playInterrupt(before: Playing, moment: Moment): Played {
  const page = openPage(before, moment);
  const promptId = before.turn?.promptId ?? moment.uuid();
  let messageId = before.tool?.messageId;
  dequeueLine(page, before, moment);
  if (before.tool) {
    toolResult(page, before, REJECTED, { failed: true, toolUseResult: 'User rejected tool use' });
  } else {
    messageId = `msg_${moment.hex(24)}`;
    page.assistant({ id: messageId, block: { type: 'text', text: 'Let me ' }, stopReason: null });
  }
  const text = before.tool ? '[Request interrupted by user for tool use]' : '[Request interrupted by user]';
  page.user([{ type: 'text', text }], { promptId }, { rowSource: 'harness', interruptedMessageId: messageId });
  return endTurn({ ...before, tool: null }, page, moment, { kind: 'drop-requests', after: 0 });
}
