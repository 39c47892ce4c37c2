// A turn of the stand-in, step by step: prompt, text, tool, dialog, end. Pure: what the steps write and when, in the
// order in which the real Claude Code was seen to do it.

import { environmentLines, lastPromptLines, modeLines, requestLine, snapshotLine } from './noise.ts';
import { openPage, type Page } from './page.ts';
import { type Effect, FLUSH_MS, type Moment, type Played, type Playing } from './playing.ts';
import { withLevel } from './registry-entry.ts';
import type { Step } from './steps.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the " +
  'new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.';
const REJECTED_WITH_TEXT =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the " +
  'new_string was NOT written to the file). To tell you how to proceed, the user said:\n';

/** `before` with another level, written at once. */
export function level(playing: Playing, status: string, waitingFor: string | null, at: number): Played {
  if (!playing.entry) throw new Error('It stands at the trust dialog: do `trust` first.');
  const entry = withLevel(playing.entry, status, waitingFor, at);
  return { playing: { ...playing, entry }, effects: [{ kind: 'registry', after: 0, entry }] };
}

/** The page's lines as they reach the conversation's file. */
export function written(playing: Playing, page: Page, after = FLUSH_MS): Effect {
  return { kind: 'lines', after, file: `${playing.conversation}.jsonl`, lines: page.lines };
}

/** What the level is when no turn goes on. */
export function restingLevel(playing: Playing): string {
  if (playing.agents.length > 0) return 'busy';
  return playing.shells.length > 0 ? 'shell' : 'idle';
}

/** Everything that stands before a user's line, and the line; the turn begins. */
export function beginTurn(
  playing: Playing,
  moment: Moment,
  page: Page,
  prompt: { readonly text: string; readonly origin: Readonly<Record<string, unknown>>; readonly source: string },
): Playing {
  if (!playing.opened) modeLines(page);
  const promptId = moment.uuid();
  const byPerson = prompt.source !== 'system';
  if (byPerson) snapshotLine(page, moment);
  page.user(
    prompt.text,
    { promptId },
    {
      permissionMode: 'default',
      origin: prompt.origin,
      promptSource: prompt.source,
      turnOrigin: byPerson ? 'human' : 'task_notification',
    },
  );
  if (!playing.environmentTold) environmentLines(page, playing, moment);
  requestLine(page, moment);
  return {
    ...playing,
    opened: true,
    environmentTold: true,
    turn: { promptId, text: prompt.text, startedAt: moment.at },
    turnIndex: playing.turnIndex + 1,
    parent: page.parent(),
  };
}

/** The person types a prompt. */
export function playPrompt(before: Playing, step: Of<'prompt'>, moment: Moment): Played {
  const busy = level(before, 'busy', null, moment.at);
  const page = openPage(before, moment);
  const playing = beginTurn(busy.playing, moment, page, {
    text: step.text,
    origin: { kind: 'human' },
    source: 'typed',
  });
  return { playing, effects: [...busy.effects, written(playing, page)] };
}

/** Claude writes text and goes on. */
export function playSay(playing: Playing, step: Of<'say'>, moment: Moment): Played {
  const page = openPage(playing, moment);
  page.assistant({ id: `msg_${moment.hex(24)}`, block: { type: 'text', text: step.text }, stopReason: 'tool_use' });
  return { playing: { ...playing, parent: page.parent() }, effects: [written(playing, page)] };
}

/** Claude calls a tool. */
export function playTool(playing: Playing, step: Of<'tool'>, moment: Moment): Played {
  const page = openPage(playing, moment);
  const toolsUsed = playing.toolsUsed.includes(step.name) ? playing.toolsUsed : [...playing.toolsUsed, step.name];
  if (toolsUsed !== playing.toolsUsed) page.loose('tools-used', { tools: toolsUsed });
  const [id, messageId] = [`toolu_${moment.hex(24)}`, `msg_${moment.hex(24)}`];
  const block = { type: 'tool_use', id, name: step.name, input: step.input };
  const lineId = page.assistant({ id: messageId, block, stopReason: 'tool_use' });
  const tool = { id, name: step.name, messageId, lineId, asked: false };
  return { playing: { ...playing, parent: page.parent(), toolsUsed, tool }, effects: [written(playing, page)] };
}

/** A dialog for the open tool. */
export function playAskPermission(before: Playing, step: Of<'ask-permission'>, moment: Moment): Played {
  const { playing, effects } = level(before, 'waiting', step.waitingFor ?? 'permission prompt', moment.at);
  return { playing: playing.tool ? { ...playing, tool: { ...playing.tool, asked: true } } : playing, effects };
}

/** The person answers the dialog. */
export function playAnswer(before: Playing, step: Of<'answer'>, moment: Moment): Played {
  if (!step.yes && step.text === undefined) return playInterrupt(before, moment);
  const busy = level(before, 'busy', null, moment.at);
  if (step.yes) return busy;
  const page = openPage(busy.playing, moment);
  toolResult(page, busy.playing, `${REJECTED_WITH_TEXT}${step.text}`, { failed: true });
  requestLine(page, moment);
  const playing = { ...busy.playing, tool: null, parent: page.parent() };
  return { playing, effects: [...busy.effects, written(playing, page)] };
}

/** The open tool ends. */
export function playToolDone(playing: Playing, step: Of<'tool-done'>, moment: Moment): Played {
  const page = openPage(playing, moment);
  if (playing.tool?.asked) snapshotLine(page, moment);
  toolResult(page, playing, step.output ?? '(Bash completed with no output)', {
    failed: step.failed ?? false,
    toolUseResult: { stdout: step.output ?? '', stderr: '', interrupted: false },
  });
  for (const text of playing.queue) {
    page.loose('queue-operation', { operation: 'remove', reason: 'absorbed_mid_turn', content: text });
    page.attachment('queued_command', { prompt: text, origin: { kind: 'human' } });
  }
  requestLine(page, moment);
  return { playing: { ...playing, tool: null, queue: [], parent: page.parent() }, effects: [written(playing, page)] };
}

/** Claude's last message. The registry tells first, the transcript follows. */
export function playFinish(before: Playing, step: Of<'finish'>, moment: Moment): Played {
  const page = openPage(before, moment);
  page.assistant({ id: `msg_${moment.hex(24)}`, block: { type: 'text', text: step.text }, stopReason: 'end_turn' });
  page.system('turn_duration', {
    durationMs: moment.at - (before.turn?.startedAt ?? moment.at),
    messageCount: 10 + before.turnIndex,
    ...(before.agents.length > 0 ? { pendingBackgroundAgentCount: before.agents.length } : {}),
  });
  lastPromptLines(page, before.turn?.text ?? '');
  return endTurn(before, page, moment);
}

/** The API refused for good. */
export function playApiError(before: Playing, step: Of<'api-error'>, moment: Moment): Played {
  const page = openPage(before, moment);
  const error = step.error ?? (step.status === 429 ? 'rate_limit' : 'server_error');
  page.apiError({ status: step.status, error, text: step.text ?? `API Error: ${step.status} Overloaded` });
  return endTurn(before, page, moment);
}

/** Esc: at a dialog or during a tool the tool is rejected; while text streams the message is cut off. */
export function playInterrupt(before: Playing, moment: Moment): Played {
  const page = openPage(before, moment);
  const promptId = before.turn?.promptId ?? moment.uuid();
  let messageId = before.tool?.messageId;
  if (before.tool) {
    toolResult(page, before, REJECTED, { failed: true, toolUseResult: 'User rejected tool use' });
  } else {
    messageId = `msg_${moment.hex(24)}`;
    page.assistant({ id: messageId, block: { type: 'text', text: 'Let me ' }, stopReason: null });
  }
  const text = before.tool ? '[Request interrupted by user for tool use]' : '[Request interrupted by user]';
  page.user([{ type: 'text', text }], { promptId }, { rowSource: 'harness', interruptedMessageId: messageId });
  return endTurn({ ...before, tool: null }, page, moment);
}

function endTurn(before: Playing, page: Page, moment: Moment): Played {
  const resting = restingLevel(before);
  const ended = { ...before, turn: null, tool: null, parent: page.parent() };
  const { playing, effects } =
    before.entry?.status === resting ? { playing: ended, effects: [] } : level(ended, resting, null, moment.at);
  return { playing, effects: [...effects, written(playing, page)] };
}

/** The result of the open tool. `failed: null` leaves `is_error` out, as Claude does for agents. */
export function toolResult(
  page: Page,
  playing: Playing,
  content: unknown,
  about: { readonly failed: boolean | null; readonly toolUseResult?: unknown },
): void {
  if (!playing.tool) throw new Error('No tool is open: do `tool` first.');
  page.user(
    [
      {
        tool_use_id: playing.tool.id,
        type: 'tool_result',
        content,
        ...(about.failed === null ? {} : { is_error: about.failed }),
      },
    ],
    { promptId: playing.turn?.promptId },
    {
      ...(about.toolUseResult === undefined ? {} : { toolUseResult: about.toolUseResult }),
      sourceToolAssistantUUID: playing.tool.lineId,
    },
  );
}
