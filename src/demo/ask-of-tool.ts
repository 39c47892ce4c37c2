// What stands on the screen, in the registry and in the payload when a tool asks. Pure.

import type { Ask, Line, Playing } from './playing.ts';
import { listFace } from './screen/list-face.ts';
import { planList } from './screen/other-lists.ts';
import { permissionList } from './screen/permission-list.ts';
import { type Question, questionFace } from './screen/question-face.ts';
import type { AskStep } from './steps.ts';

/** The dialog of a tool call. `agent`: the sub-agent that called it. */
export function askOfTool(
  playing: Playing,
  step: AskStep,
  tool: { readonly name: string; readonly input: Line },
  agent: { readonly id: string; readonly type: string } | null,
  dialog: string,
): Ask {
  const { name, input } = tool;
  const about = {
    dialog,
    kind: 'tool',
    agent: agent?.id ?? null,
    blocked: agent !== null && !playing.foregroundAgents,
    tool: name,
    input,
  } as const;
  const permission = step.waitingFor ?? 'permission prompt';
  if (name === 'AskUserQuestion') {
    const questions = (input.questions ?? []) as readonly Question[];
    return {
      ...about,
      subject: questions.map(({ question }) => question).join(' | '),
      waitingFor: step.waitingFor ?? 'input needed',
      face: questionFace(questions),
      notification: told('Claude needs your permission'),
    };
  }
  if (name === 'ExitPlanMode') {
    const file = String(input.planFilePath ?? '~/.claude/plans/plan.md');
    return {
      ...about,
      subject: String(input.plan ?? '').split('\n')[0] ?? '',
      waitingFor: permission,
      face: listFace(planList(String(input.plan ?? ''), file)),
      notification: told('Claude Code needs your approval for the plan'),
    };
  }
  const unchecked = step.unchecked === true;
  const face = listFace(
    permissionList({
      tool: name,
      input,
      cwd: playing.cwd,
      agent: agent?.type ?? null,
      agentsWork: playing.agents.length > 0 && agent !== null,
      always: step.always === undefined ? alwaysOf(name, input, playing.cwd) : step.always,
      about: step.about ?? null,
      unchecked,
    }),
  );
  const notification = unchecked ? null : told('Claude needs your permission');
  return { ...about, subject: subjectOf(name, input), waitingFor: permission, face, notification };
}

/** What `permission_suggestions` has for a tool; `null`: the payload has no such field. */
export function suggestionsOf(name: string, input: Line, step: AskStep, cwd: string): readonly Line[] | null {
  if (name === 'AskUserQuestion' || name === 'ExitPlanMode') return null;
  if (step.suggestions !== undefined) return step.suggestions;
  const mode = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
  if (name === 'Edit' || name === 'Write') return [mode];
  if (step.always === null) return [];
  if (name === 'Bash') return [{ type: 'addDirectories', directories: [cwd], destination: 'session' }, mode];
  const content = name === 'WebFetch' ? { ruleContent: `domain:${hostOf(input)}` } : {};
  const rules = [{ toolName: name, ...content }];
  return [{ type: 'addRules', destination: 'localSettings', rules, behavior: 'allow' }];
}

function alwaysOf(name: string, input: Line, cwd: string): string {
  if (name === 'Bash') return `always allow access to ${cwd} from this project`;
  if (name === 'WebFetch') return `don't ask again for ${hostOf(input)}`;
  const [, server, tool = ''] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  const called = server === undefined ? name : `${server} — ${tool.charAt(0).toUpperCase()}${tool.slice(1)}`;
  return `don't ask again for ${called} commands in ${cwd}`;
}

function subjectOf(name: string, input: Line): string {
  return String(input.command ?? input.file_path ?? input.url ?? `${name} ${JSON.stringify(input)}`);
}

function hostOf(input: Line): string {
  return /^[a-z]+:\/\/([^/]*)/.exec(String(input.url ?? ''))?.[1] ?? '';
}

function told(message: string): Line {
  return { message, notification_type: 'permission_prompt' };
}
