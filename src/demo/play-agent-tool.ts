// What a sub-agent of a stand-in does: it calls tools, which ask and end in a file of its own. Pure.

import { closed, levelAfter, REJECTED, remembered, without } from './dialog-ends.ts';
import { agentOf, hook } from './hook.ts';
import { openPage, type Page } from './page.ts';
import { called } from './play-turn.ts';
import {
  type BackgroundTask,
  type Effect,
  FLUSH_MS,
  type Moment,
  type OpenTool,
  type Played,
  type Playing,
  type Settled,
} from './playing.ts';
import type { Step } from './steps.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

/** A sub-agent by its place among those that work. Throws where there is none. */
export function agentAt(playing: Playing, at: number): BackgroundTask {
  const task = playing.agents[at];
  if (!task) throw new Error(`There is no sub-agent ${at}: do \`agent\` first.`);
  return task;
}

/** The file of a sub-agent's lines, without its ending, below the project's folder. */
export function agentFile(playing: Playing, { id }: { readonly id: string }): string {
  return `${playing.conversation}/subagents/agent-${id}`;
}

/** It calls a tool. */
export function playAgentTool(before: Playing, step: Of<'agent-tool'>, moment: Moment): Played {
  const task = agentAt(before, step.agent ?? 0);
  const page = openPage(before, moment, { agentId: task.id, parent: task.parent });
  const [id, messageId] = [`toolu_${moment.hex(24)}`, `msg_${moment.hex(24)}`];
  const { name, input } = step;
  const lineId = page.assistant({
    id: messageId,
    block: { type: 'tool_use', id, name, input },
    stopReason: 'tool_use',
  });
  const tool: OpenTool = { id, name, input, startedAt: moment.at, messageId, lineId, asked: false, note: null };
  const begins = hook(before, 'PreToolUse', { ...called(tool), tool_use_id: id }, { agent: agentOf(task) });
  const playing = withTask(before, { ...task, tool, parent: page.parent() });
  return { playing, effects: [begins, agentLines(playing, task, page)] };
}

/** Its tool ends. */
export function playAgentToolDone(before: Playing, step: Of<'agent-tool-done'>, moment: Moment): Played {
  const task = agentAt(before, step.agent ?? 0);
  if (!task.tool) throw new Error('The sub-agent has no open tool: do `agent-tool` first.');
  const response = { stdout: step.output ?? '', stderr: '', interrupted: false };
  const took = { tool_use_id: task.tool.id, duration_ms: moment.at - task.tool.startedAt };
  const rest = { ...called(task.tool), tool_response: response, ...took };
  const ended = hook(before, 'PostToolUse', rest, { agent: agentOf(task) });
  return { ...result(before, task, step.output ?? '(Bash completed with no output)', false, moment, [ended]) };
}

/** Its dialog is answered. A No without words rejects the tool, and the sub-agent is told to stop. */
export function settleAgent(
  before: Playing,
  ask: { readonly dialog: string; readonly agent: string | null },
  settled: Settled,
  moment: Moment,
): Played {
  const task = before.agents.find(({ id }) => id === ask.agent);
  const { effect, text } = settled.outcome;
  const rejected = effect === 'no' || effect === 'cancel';
  const closes: Effect = closed(ask.dialog, rejected && !settled.byHook);
  const rest = levelAfter(without(before, ask.dialog), moment);
  const effects = [closes, ...remembered(settled), ...rest.effects];
  if (!task?.tool) return { playing: rest.playing, effects };
  const page = openPage(rest.playing, moment, { agentId: task.id, parent: task.parent });
  const no = rejected || effect === 'no-with-text';
  if (settled.byHook) {
    const decision = { decision: no ? 'deny' : 'allow', toolUseID: task.tool.id, hookEvent: 'PermissionRequest' };
    page.attachment('hook_permission_decision', decision);
  }
  const told = { ...task, parent: page.parent(), tool: { ...task.tool, input: settled.input ?? task.tool.input } };
  const lines = page.lines.length === 0 ? [] : [agentLines(rest.playing, task, page)];
  const playing = withTask(rest.playing, told);
  if (!no) return { playing, effects: [...effects, ...lines] };
  const refused = result(playing, told, rejected ? REJECTED : (text ?? ''), true, moment, []);
  return { playing: refused.playing, effects: [...effects, ...lines, ...refused.effects] };
}

function result(
  before: Playing,
  task: BackgroundTask,
  content: string,
  failed: boolean,
  moment: Moment,
  told: readonly Effect[],
): Played {
  const page = openPage(before, moment, { agentId: task.id, parent: task.parent });
  const block = { tool_use_id: task.tool?.id, type: 'tool_result', content, is_error: failed };
  page.user([block], { promptId: task.promptId }, { sourceToolAssistantUUID: task.tool?.lineId });
  const playing = withTask(before, { ...task, tool: null, parent: page.parent() });
  return { playing, effects: [...told, agentLines(playing, task, page)] };
}

function agentLines(playing: Playing, task: BackgroundTask, page: Page): Effect {
  return { kind: 'lines', after: FLUSH_MS, file: `${agentFile(playing, task)}.jsonl`, lines: page.lines };
}

function withTask(playing: Playing, task: BackgroundTask): Playing {
  return { ...playing, agents: playing.agents.map((each) => (each.id === task.id ? task : each)) };
}
