// Shells and sub-agents in the background of a stand-in, and prompts typed meanwhile. Pure.

import { AGENT_TYPE, agentOf, backgroundTasks, hook } from './hook.ts';
import { requestLine } from './noise.ts';
import { openPage, type Page } from './page.ts';
import { agentFile } from './play-agent-tool.ts';
import { beginQueued } from './play-end.ts';
import { level, playTool, submitted, toolEnded, toolResult, written } from './play-turn.ts';
import { type BackgroundTask, type Effect, FLUSH_MS, type Moment, type Played, type Playing } from './playing.ts';
import type { Step } from './steps.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

/** A shell goes to the background; the turn goes on. */
export function playShell(before: Playing, step: Of<'shell'>, moment: Moment): Played {
  const description = step.description ?? 'Run in the background';
  const input = { command: step.command, description, run_in_background: true };
  const called = playTool(before, { do: 'tool', name: 'Bash', input }, moment);
  const task = { ...newTask(called.playing, `b${moment.hex(8)}`, description), command: step.command };
  const page = openPage(called.playing, moment);
  const text = `Command running in background with ID: ${task.id}. You will be notified when it completes.`;
  const response = { stdout: '', stderr: '', interrupted: false, backgroundTaskId: task.id };
  toolResult(page, called.playing, text, { failed: false, toolUseResult: response });
  const ended = toolEnded(called.playing, 'PostToolUse', { tool_response: response }, text, moment);
  requestLine(page, moment);
  const playing = { ...called.playing, tool: null, shells: [...before.shells, task], parent: page.parent() };
  return { playing, effects: [...called.effects, ...ended, written(playing, page)] };
}

/** A sub-agent goes to the background; it has a file of its own. */
export function playAgent(before: Playing, step: Of<'agent'>, moment: Moment): Played {
  const input = { description: step.description, subagent_type: AGENT_TYPE, prompt: step.prompt };
  const called = playTool(before, { do: 'tool', name: 'Agent', input }, moment);
  const task = newTask(called.playing, `a${moment.hex(16)}`, step.description);
  const page = openPage(called.playing, moment);
  const text = `Async agent launched successfully.\nagentId: ${task.id} (internal ID - do not mention to user.)`;
  const response = { isAsync: true, status: 'async_launched', agentId: task.id, description: step.description };
  toolResult(page, called.playing, [{ type: 'text', text }], { failed: null, toolUseResult: response });
  const begins = hook(called.playing, 'SubagentStart', {}, { agent: agentOf(task) });
  const ended = toolEnded(called.playing, 'PostToolUse', { tool_response: response }, [{ type: 'text', text }], moment);
  requestLine(page, moment);
  const own = openPage(called.playing, moment, { agentId: task.id, parent: null });
  own.user(step.prompt, { promptId: before.turn?.promptId }, { rowSource: 'recorded' });
  const agents = [...before.agents, { ...task, parent: own.parent() }];
  const playing = { ...called.playing, tool: null, agents, parent: page.parent() };
  const folder = agentFile(playing, task);
  const effects: Effect[] = [
    { kind: 'lines', after: FLUSH_MS, file: `${folder}.jsonl`, lines: own.lines },
    { kind: 'file', after: FLUSH_MS, file: `${folder}.meta.json`, content: agentMeta(task, false) },
  ];
  return { playing, effects: [...called.effects, begins, ...ended, written(playing, page), ...effects] };
}

/** The oldest shell ends; Claude is told in a turn of its own. */
export function playShellDone(before: Playing, moment: Moment): Played {
  const [task, ...shells] = before.shells;
  if (!task) throw new Error('No shell runs in the background: do `shell` first.');
  return comeBack(
    { ...before, shells },
    task,
    `Background command "${task.description}" completed (exit code 0)`,
    moment,
  );
}

/** The oldest sub-agent ends; Claude is told in a turn of its own. */
export function playAgentDone(before: Playing, step: Of<'agent-done'>, moment: Moment): Played {
  const [task, ...agents] = before.agents;
  if (!task) throw new Error('No sub-agent works: do `agent` first.');
  const own = openPage(before, moment, { agentId: task.id, parent: task.parent });
  const text = step.text ?? 'Done.';
  const block = { type: 'text', text };
  own.assistant({ id: `msg_${moment.hex(24)}`, block, stopReason: 'end_turn' });
  const folder = agentFile(before, task);
  const stopped = agentStopped(before, agentOf(task), text, task.promptId);
  const back = comeBack({ ...before, agents }, task, `Agent "${task.description}" completed`, moment);
  return {
    playing: back.playing,
    effects: [
      stopped,
      { kind: 'lines', after: 0, file: `${folder}.jsonl`, lines: own.lines },
      { kind: 'file', after: 0, file: `${folder}.meta.json`, content: agentMeta(task, true) },
      ...back.effects,
    ],
  };
}

/** A prompt typed while Claude is busy; the next tool result absorbs it, else it has the next turn. */
export function playQueue(before: Playing, step: Of<'queue'>, moment: Moment): Played {
  const page = openPage(before, moment);
  enqueueLine(page, step.text, moment);
  const playing = { ...before, queue: [...before.queue, step.text] };
  return { playing, effects: [submitted(playing, step.text), written(before, page)] };
}

/** The hook for the end of a sub-agent, which still counts itself as running. Compaction has one without a type. */
export function agentStopped(
  playing: Playing,
  agent: { readonly id: string; readonly type: string },
  text: string,
  promptId: string | null,
  after = 0,
): Effect {
  const rest = {
    stop_hook_active: false,
    agent_transcript_path: `${playing.project}/${agentFile(playing, agent)}.jsonl`,
    last_assistant_message: text,
    background_tasks: backgroundTasks(playing),
    session_crons: [],
  };
  return hook(playing, 'SubagentStop', rest, { agent, promptId, after });
}

function comeBack(before: Playing, task: BackgroundTask, summary: string, moment: Moment): Played {
  const text = [
    '<task-notification>',
    `<task-id>${task.id}</task-id>`,
    `<tool-use-id>${task.toolId}</tool-use-id>`,
    '<status>completed</status>',
    `<summary>${summary}</summary>`,
    '</task-notification>',
  ].join('\n');
  const page = openPage(before, moment);
  enqueueLine(page, text, moment);
  const waiting = { ...before, queue: [...before.queue, text] };
  if (before.turn) return { playing: waiting, effects: [written(before, page)] };
  page.loose('queue-operation', { operation: 'dequeue', timestamp: new Date(moment.at).toISOString() });
  const idle = level(waiting, 'idle', null, moment.at);
  const next = beginQueued(idle.playing, moment);
  return { playing: next.playing, effects: [...idle.effects, written(before, page), ...next.effects] };
}

function enqueueLine(page: Page, content: string, moment: Moment): void {
  page.loose('queue-operation', { operation: 'enqueue', timestamp: new Date(moment.at).toISOString(), content });
}

function newTask(playing: Playing, id: string, description: string): BackgroundTask {
  return {
    id,
    toolId: playing.tool?.id ?? '',
    promptId: playing.promptId,
    description,
    command: '',
    tool: null,
    parent: null,
  };
}

function agentMeta(task: BackgroundTask, finished: boolean): Readonly<Record<string, unknown>> {
  const { description, toolId } = task;
  return { agentType: AGENT_TYPE, isBuiltIn: true, description, toolUseId: toolId, spawnDepth: 1, finished };
}
