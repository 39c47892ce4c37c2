// Shells and sub-agents in the background of a stand-in, and prompts typed meanwhile. Pure.

import { requestLine } from './noise.ts';
import { openPage } from './page.ts';
import { beginTurn, level, playTool, toolResult, written } from './play-turn.ts';
import { type BackgroundTask, type Effect, FLUSH_MS, type Moment, type Played, type Playing } from './playing.ts';
import type { Step } from './steps.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

/** Between the end of a task and the turn that tells of it the registry reads idle for about this long, in ms. */
const IDLE_BETWEEN_MS = 25;

/** A shell goes to the background; the turn goes on. */
export function playShell(before: Playing, step: Of<'shell'>, moment: Moment): Played {
  const input = { command: step.command, description: 'Run in the background', run_in_background: true };
  const called = playTool(before, { do: 'tool', name: 'Bash', input }, moment);
  const task = newTask(called.playing, `b${moment.hex(8)}`, step.command);
  const page = openPage(called.playing, moment);
  const text = `Command running in background with ID: ${task.id}. You will be notified when it completes.`;
  toolResult(page, called.playing, text, { failed: false, toolUseResult: { stdout: '', backgroundTaskId: task.id } });
  requestLine(page, moment);
  const playing = { ...called.playing, tool: null, shells: [...before.shells, task], parent: page.parent() };
  return { playing, effects: [...called.effects, written(playing, page)] };
}

/** A sub-agent goes to the background; it has a file of its own. */
export function playAgent(before: Playing, step: Of<'agent'>, moment: Moment): Played {
  const input = { description: step.description, subagent_type: 'general-purpose', prompt: step.prompt };
  const called = playTool(before, { do: 'tool', name: 'Agent', input }, moment);
  const task = newTask(called.playing, `a${moment.hex(16)}`, step.description);
  const page = openPage(called.playing, moment);
  const text = `Async agent launched successfully.\nagentId: ${task.id} (internal ID - do not mention to user.)`;
  toolResult(page, called.playing, [{ type: 'text', text }], {
    failed: null,
    toolUseResult: { isAsync: true, status: 'async_launched', agentId: task.id, description: step.description },
  });
  requestLine(page, moment);
  const playing = { ...called.playing, tool: null, agents: [...before.agents, task], parent: page.parent() };
  const own = openPage(playing, moment, { agentId: task.id, parent: null });
  own.user(step.prompt, { promptId: before.turn?.promptId }, { rowSource: 'recorded' });
  const folder = agentFile(playing, task);
  const effects: Effect[] = [
    { kind: 'lines', after: FLUSH_MS, file: `${folder}.jsonl`, lines: own.lines },
    { kind: 'file', after: FLUSH_MS, file: `${folder}.meta.json`, content: agentMeta(task, false) },
  ];
  return { playing, effects: [...called.effects, written(playing, page), ...effects] };
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
  const own = openPage(before, moment, { agentId: task.id, parent: moment.uuid() });
  const block = { type: 'text', text: step.text ?? 'Done.' };
  own.assistant({ id: `msg_${moment.hex(24)}`, block, stopReason: 'end_turn' });
  const folder = agentFile(before, task);
  const back = comeBack({ ...before, agents }, task, `Agent "${task.description}" completed`, moment);
  return {
    playing: back.playing,
    effects: [
      { kind: 'lines', after: 0, file: `${folder}.jsonl`, lines: own.lines },
      { kind: 'file', after: 0, file: `${folder}.meta.json`, content: agentMeta(task, true) },
      ...back.effects,
    ],
  };
}

/** A prompt typed while Claude is busy; the next tool result absorbs it. */
export function playQueue(before: Playing, step: Of<'queue'>, moment: Moment): Played {
  const page = openPage(before, moment);
  page.loose('queue-operation', {
    operation: 'enqueue',
    timestamp: new Date(moment.at).toISOString(),
    content: step.text,
  });
  return { playing: { ...before, queue: [...before.queue, step.text] }, effects: [written(before, page)] };
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
  const timestamp = new Date(moment.at).toISOString();
  const page = openPage(before, moment);
  page.loose('queue-operation', { operation: 'enqueue', timestamp, content: text });
  if (before.turn) {
    return { playing: { ...before, queue: [...before.queue, text] }, effects: [written(before, page)] };
  }
  page.loose('queue-operation', { operation: 'dequeue', timestamp });
  const idle = level(before, 'idle', null, moment.at);
  const busy = level(idle.playing, 'busy', null, moment.at + IDLE_BETWEEN_MS);
  const playing = beginTurn(busy.playing, moment, page, {
    text,
    origin: { kind: 'task-notification', producer: 'session-task' },
    source: 'system',
  });
  const later = busy.effects.map((effect) => ({ ...effect, after: IDLE_BETWEEN_MS }));
  return { playing, effects: [...idle.effects, ...later, written(playing, page)] };
}

function newTask(playing: Playing, id: string, description: string): BackgroundTask {
  return { id, toolId: playing.tool?.id ?? '', description };
}

function agentFile(playing: Playing, task: BackgroundTask): string {
  return `${playing.conversation}/subagents/agent-${task.id}`;
}

function agentMeta(task: BackgroundTask, finished: boolean): Readonly<Record<string, unknown>> {
  const { description, toolId } = task;
  return { agentType: 'general-purpose', isBuiltIn: true, description, toolUseId: toolId, spawnDepth: 1, finished };
}
