// Claude asks the person: a dialog opens, beside its hooks or after them. Pure.

import { askOfTool, suggestionsOf } from './ask-of-tool.ts';
import { agentOf, hook, late } from './hook.ts';
import { agentAt } from './play-agent-tool.ts';
import { playAnswer } from './play-settled.ts';
import { called, level, playTool, playToolDone } from './play-turn.ts';
import type { Ask, Effect, Moment, Played, Playing } from './playing.ts';
import { formFace } from './screen/form-face.ts';
import { listFace } from './screen/list-face.ts';
import { exitList } from './screen/other-lists.ts';
import type { Step } from './steps.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

/** A dialog that gets no key for this long is told of, in milliseconds. */
const NOTIFY_AFTER_MS = 6000;

/** A dialog for the open tool, of the main conversation or of a sub-agent. */
export function playAskPermission(before: Playing, step: Of<'ask-permission'>, moment: Moment): Played {
  const task = step.agent === undefined ? null : agentAt(before, step.agent);
  const tool = task === null ? before.tool : task.tool;
  if (!tool) return level(before, 'waiting', step.waitingFor ?? 'permission prompt', moment.at);
  const agent = task === null ? null : agentOf(task);
  const ask = askOfTool(before, step, tool, agent, dialogName(before, step.dialog, moment));
  const asked = { ...tool, asked: true };
  const playing =
    task === null
      ? { ...before, tool: asked }
      : { ...before, agents: before.agents.map((each) => (each.id === task.id ? { ...each, tool: asked } : each)) };
  if (step.unchecked === true) return playShown(adding(playing, ask), ask, moment);
  const suggestions = suggestionsOf(tool.name, tool.input, step, before.cwd);
  const rest = { ...called(tool), ...(suggestions === null ? {} : { permission_suggestions: suggestions }) };
  const { payload } = hook(playing, 'PermissionRequest', rest, agent === null ? {} : { agent });
  return asking(playing, { kind: 'ask', after: 0, ask, event: 'PermissionRequest', payload }, moment);
}

/** An MCP server asks for a form. The tool that called it stays open. */
export function playElicit(before: Playing, step: Of<'elicit'>, moment: Moment): Played {
  const { server, message, schema } = step;
  const rest = { mcp_server_name: server, message, mode: 'form', requested_schema: schema };
  const { payload } = hook(before, 'Elicitation', rest);
  const ask: Ask = {
    dialog: dialogName(before, step.dialog, moment),
    kind: 'form',
    agent: null,
    subject: message,
    waitingFor: 'input needed',
    face: formFace({ server, message, schema }),
    blocked: true,
    notification: { message: 'Claude Code needs your input', notification_type: 'elicitation_dialog' },
    tool: server,
    input: {},
  };
  return asking(before, { kind: 'ask', after: 0, ask, event: 'Elicitation', payload }, moment);
}

/** The hooks of a dialog have ended, or it never had any: now it is on the screen. */
export function playShown(before: Playing, ask: Ask, moment: Moment): Played {
  const asks = before.asks.map((each) => (each.dialog === ask.dialog ? { ...each, shown: true } : each));
  const waiting = waitingLevel({ ...before, asks }, ask, moment);
  return { playing: waiting.playing, effects: [{ kind: 'show', after: 0, ask }, ...waiting.effects] };
}

/** One tool runs, ends and another asks: on the screen one dialog takes the place of another. */
export function playSwap(before: Playing, { name, input, ...step }: Of<'swap'>, moment: Moment): Played {
  const steps = [
    (playing: Playing) => playAnswer(playing, { do: 'answer', yes: true }, moment),
    (playing: Playing) => playToolDone(playing, { do: 'tool-done' }, moment),
    (playing: Playing) => playTool(playing, { do: 'tool', name, input }, moment),
    (playing: Playing) => playAskPermission(playing, { ...step, do: 'ask-permission' }, moment),
  ];
  return steps.reduce<Played>(
    (played, step) => {
      const next = step(played.playing);
      return { playing: next.playing, effects: [...played.effects, ...next.effects] };
    },
    { playing: before, effects: [] },
  );
}

/** Ctrl-C twice: with something in the background Claude asks; neither the registry nor a hook tells of it. */
export function playLeave(before: Playing, step: Of<'leave'>, moment: Moment): Played {
  const tasks = [
    ...before.shells.map(({ command }) => command),
    ...before.agents.map(({ description }) => description),
  ];
  const ask = ownAsk(dialogName(before, step.dialog, moment), 'exit', 'Exit?', listFace(exitList(tasks)));
  return { playing: adding(before, { ...ask, shown: true }), effects: [{ kind: 'show', after: 0, ask }] };
}

/** A question of Claude's about itself, of which nothing tells but the screen. */
export function ownAsk(dialog: string, kind: Ask['kind'], subject: string, face: Ask['face']): Ask {
  const nothing = { agent: null, waitingFor: null, blocked: false, notification: null, tool: '', input: {} };
  return { dialog, kind, subject, face, ...nothing };
}

/** With one more dialog. */
export function adding(playing: Playing, ask: Ask & { readonly shown?: boolean }): Playing {
  return { ...playing, asks: [...playing.asks, { ...ask, shown: ask.shown ?? false }] };
}

function asking(before: Playing, effect: Effect & { readonly kind: 'ask' }, moment: Moment): Played {
  const { ask } = effect;
  if (ask.blocked) return { playing: adding(before, ask), effects: [effect] };
  const waiting = waitingLevel(adding(before, { ...ask, shown: true }), ask, moment);
  return { playing: waiting.playing, effects: [effect, ...waiting.effects] };
}

function waitingLevel(before: Playing, ask: Ask, moment: Moment): Played {
  if (ask.waitingFor === null) return { playing: before, effects: [] };
  const { playing, effects } = level(before, 'waiting', ask.waitingFor, moment.at);
  if (ask.notification === null) return { playing, effects };
  const promptId = playing.promptId;
  const told = late(hook(playing, 'Notification', ask.notification, { after: NOTIFY_AFTER_MS, promptId }));
  return { playing, effects: [...effects, told] };
}

function dialogName(playing: Playing, name: string | undefined, moment: Moment): string {
  return name ?? `${playing.turnIndex}.${moment.hex(4)}`;
}
