// A turn of the stand-in, step by step: prompt, text, tool, dialog, end. Pure: what the steps write and when, in the
// order in which the real Claude Code was seen to do it.

import { hook } from './hook.ts';
import { environmentLines, modeLines, requestLine, snapshotLine } from './noise.ts';
import { openPage, type Page } from './page.ts';
import { type Effect, FLUSH_MS, type Line, type Moment, type OpenTool, type Played, type Playing } from './playing.ts';
import { withLevel } from './registry-entry.ts';
import type { Step } from './steps.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

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
      permissionMode: playing.mode,
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
    promptId,
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
  return { playing, effects: [...busy.effects, submitted(playing, step.text), written(playing, page)] };
}

/** The hook for a prompt that was taken. */
export function submitted(playing: Playing, prompt: string, after = 0): Effect {
  return hook(playing, 'UserPromptSubmit', { prompt }, { after });
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
  const { name, input } = step;
  const tool: OpenTool = { id, name, input, startedAt: moment.at, messageId, lineId, asked: false, note: null };
  const begins = hook(playing, 'PreToolUse', { ...called(tool), tool_use_id: id });
  return { playing: { ...playing, parent: page.parent(), toolsUsed, tool }, effects: [begins, written(playing, page)] };
}

/** The open tool ends. */
export function playToolDone(playing: Playing, step: Of<'tool-done'>, moment: Moment): Played {
  const page = openPage(playing, moment);
  const failed = step.failed ?? false;
  const output = step.output ?? '(Bash completed with no output)';
  const response = step.response ?? { stdout: step.output ?? '', stderr: '', interrupted: false };
  if (playing.tool?.asked) snapshotLine(page, moment);
  for (const text of playing.queue) {
    page.loose('queue-operation', { operation: 'remove', reason: 'absorbed_mid_turn', content: text });
  }
  toolResult(page, playing, output, { failed, toolUseResult: response });
  const note = playing.tool?.note ?? null;
  if (note !== null) page.user([{ type: 'text', text: note }], { promptId: playing.turn?.promptId });
  for (const text of playing.queue) {
    page.attachment('queued_command', {
      prompt: text,
      origin: { kind: fromTask(text) ? 'task-notification' : 'human' },
    });
  }
  requestLine(page, moment);
  const ended = failed
    ? toolEnded(playing, 'PostToolUseFailure', { error: output, is_interrupt: false }, output, moment)
    : toolEnded(playing, 'PostToolUse', { tool_response: response }, output, moment);
  // A person's prompt was told of when it was typed, a task's end only now.
  const absorbed = playing.queue.filter(fromTask).map((text) => submitted(playing, text));
  return {
    playing: { ...playing, tool: null, queue: [], parent: page.parent() },
    effects: [...ended, ...absorbed, written(playing, page)],
  };
}

/** Whether a queued text is the end of a background task. */
export function fromTask(text: string): boolean {
  return text.startsWith('<task-notification>');
}

/** The hooks for the end of the open tool: its own, then that of its batch, which is the only one of a refused tool. */
export function toolEnded(
  playing: Playing,
  event: 'PostToolUse' | 'PostToolUseFailure' | null,
  rest: Line,
  response: unknown,
  moment: Moment,
): readonly Effect[] {
  const { tool } = playing;
  if (!tool) return [];
  const took = { duration_ms: moment.at - tool.startedAt };
  const id = { tool_use_id: tool.id };
  // The id stands before an error and behind a response.
  const own = event === 'PostToolUseFailure' ? { ...id, ...rest } : { ...rest, ...id };
  return [
    ...(event === null ? [] : [hook(playing, event, { ...called(tool), ...own, ...took })]),
    hook(playing, 'PostToolBatch', { tool_calls: [{ ...called(tool), ...id, tool_response: response }] }),
  ];
}

/** A tool call as hooks name it. */
export function called(tool: OpenTool): Line {
  return { tool_name: tool.name, tool_input: tool.input };
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
