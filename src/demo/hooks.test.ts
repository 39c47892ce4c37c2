import { describe, expect, it } from 'vitest';
import { play, playStart } from './play.ts';
import type { Effect, Line, Moment } from './playing.ts';
import type { StartStep, Step } from './steps.ts';

/** What a script fires, with the late ones marked. */
function fired(steps: readonly Step[], start: Partial<StartStep> = {}): readonly { event: string; payload: Line }[] {
  let at = Date.UTC(2030, 0, 1);
  let count = 0;
  const moment = (): Moment => {
    at += 1000;
    const hex = (length: number) => String(++count).padStart(length, '0');
    return { at, uuid: () => `uuid-${++count}`, hex, hookCommands: () => ['/hooks/Stop'] };
  };
  const process = { pid: 4242, procStart: '777', pidDomain: 'linux:0:pid:[1]' };
  let played = playStart(process, { do: 'start', cwd: '/home/dev/shop', ...start }, moment(), '/claude/shop');
  const effects: Effect[] = [...played.effects];
  for (const step of steps) {
    played = play(played.playing, step, moment());
    effects.push(...played.effects);
  }
  return effects
    .flatMap((each) => (each.kind === 'hook' || each.kind === 'late-hook' || each.kind === 'ask' ? [each] : []))
    .map(({ kind, event, payload }) => ({ event: kind === 'late-hook' ? `late ${event}` : event, payload }));
}

const events = (steps: readonly Step[]) => fired(steps).map(({ event }) => event);
const turns = (steps: readonly Step[]) => fired(steps).map(({ payload }) => payload.prompt_id);

const prompt: Step = { do: 'prompt', text: 'Fix it' };
const bash: Step = { do: 'tool', name: 'Bash', input: { command: 'npm test' } };
const ask: Step = { do: 'ask-permission' };
const finish: Step = { do: 'finish', text: 'Done.' };

describe('a stand-in fires', () => {
  it('SessionStart when it begins, and says how', () => {
    expect(fired([])[0]?.payload).toMatchObject({ source: 'startup', model: 'claude-opus-5-5' });
    expect(fired([], { resumed: true })[0]?.payload).toMatchObject({ source: 'resume' });
    expect(fired([], { trusted: false })).toEqual([]);
    expect(fired([{ do: 'trust' }], { trusted: false })[0]?.event).toBe('SessionStart');
  });

  it('UserPromptSubmit and Stop for a turn, and idle_prompt a minute after it', () => {
    expect(events([prompt, finish])).toEqual(['SessionStart', 'UserPromptSubmit', 'Stop', 'late Notification']);
    const [, submitted, stopped] = fired([prompt, finish]);
    expect(submitted?.payload.prompt_id).toBe(stopped?.payload.prompt_id);
    expect(Object.keys(stopped?.payload ?? {})).toEqual([
      ...['session_id', 'transcript_path', 'cwd', 'prompt_id', 'permission_mode', 'effort', 'hook_event_name'],
      ...['stop_hook_active', 'last_assistant_message', 'background_tasks', 'session_crons'],
    ]);
  });

  it('the hooks of a tool around its permission', () => {
    const steps: Step[] = [prompt, bash, ask, { do: 'answer', yes: true }, { do: 'tool-done' }, finish];
    expect(events(steps).slice(2, -2)).toEqual([
      ...['PreToolUse', 'PermissionRequest', 'late Notification', 'PostToolUse', 'PostToolBatch'],
    ]);
    const asked = fired(steps).find(({ event }) => event === 'PermissionRequest');
    expect(asked?.payload).not.toHaveProperty('tool_use_id');
    expect(events([prompt, bash, { do: 'tool-done', failed: true }]).slice(-2)).toEqual([
      'PostToolUseFailure',
      'PostToolBatch',
    ]);
  });

  it.each([
    ['Esc while text streams', [prompt, { do: 'interrupt' }], 2],
    ['Esc during a tool', [prompt, bash, { do: 'interrupt' }], 3],
    ['No at a dialog', [prompt, bash, ask, { do: 'answer', yes: false }], 5],
    ['a dialog of the person’s own', [{ do: 'dialog', command: '/model' }, { do: 'close-dialog' }], 1],
    ['a crash', [{ do: 'crash' }], 1],
  ] satisfies [string, Step[], number][])('nothing for %s', (_what, steps, before) => {
    expect(events(steps)).toHaveLength(before);
  });

  it('only the batch for No with text', () => {
    const steps: Step[] = [prompt, bash, ask, { do: 'answer', yes: false, text: 'use pnpm' }];
    expect(events(steps).at(-1)).toBe('PostToolBatch');
  });

  it('StopFailure in place of Stop for an error of the API', () => {
    const steps: Step[] = [prompt, { do: 'api-error', status: 429 }];
    expect(fired(steps).at(-1)).toMatchObject({ event: 'StopFailure', payload: { error: 'rate_limit' } });
  });

  it('Stop with what still works in the background, and the task’s end as a prompt', () => {
    const agent: Step[] = [prompt, { do: 'agent', description: 'Look', prompt: 'List' }, finish];
    expect(fired(agent).at(-1)?.payload.background_tasks).toMatchObject([{ type: 'subagent', status: 'running' }]);
    expect(events([...agent, { do: 'agent-done' }]).slice(2)).toEqual([
      ...['PreToolUse', 'SubagentStart', 'PostToolUse', 'PostToolBatch', 'Stop', 'SubagentStop', 'UserPromptSubmit'],
    ]);
    const shell: Step[] = [prompt, { do: 'shell', command: 'npm run dev' }, finish];
    const tasks = fired(shell).find(({ event }) => event === 'Stop')?.payload.background_tasks;
    expect(tasks).toMatchObject([{ type: 'shell', command: 'npm run dev' }]);
  });

  it('SubagentStop in the name of the turn that began the agent', () => {
    const steps: Step[] = [prompt, { do: 'agent', description: 'Look', prompt: 'List' }, finish, prompt, finish];
    const of = (event: string) => fired([...steps, { do: 'agent-done' }]).find((each) => each.event === event)?.payload;
    expect(of('SubagentStop')?.prompt_id).toBe(of('SubagentStart')?.prompt_id);
    expect(of('SubagentStop')?.agent_id).toBe(of('SubagentStart')?.agent_id);
  });

  it('UserPromptSubmit at once for a prompt typed meanwhile, in the running turn’s name, and none when its turn begins', () => {
    const steps: Step[] = [prompt, { do: 'queue', text: 'and the docs' }, finish, finish];
    expect(events(steps).slice(1, -1)).toEqual(['UserPromptSubmit', 'UserPromptSubmit', 'Stop', 'Stop']);
    const [, first, typed, stop, next] = turns(steps);
    expect([typed, stop]).toEqual([first, first]);
    expect(next).not.toBe(first);
  });

  it('UserPromptSubmit for a task’s end within a turn only when it is absorbed', () => {
    const steps: Step[] = [prompt, { do: 'shell', command: 'make' }, bash, { do: 'shell-done' }];
    expect(events(steps).at(-1)).toBe('PreToolUse');
    const absorbed = fired([...steps, { do: 'tool-done' }]);
    expect(absorbed.at(-1)).toMatchObject({
      event: 'UserPromptSubmit',
      payload: { prompt: expect.stringContaining('<task-notification>'), prompt_id: absorbed[1]?.payload.prompt_id },
    });
  });

  it('SessionEnd of the old and SessionStart of the new conversation for /clear', () => {
    const [, end, start] = fired([{ do: 'clear' }]);
    expect([end?.event, start?.event]).toEqual(['SessionEnd', 'SessionStart']);
    expect(end?.payload.session_id).not.toBe(start?.payload.session_id);
    expect(end?.payload).toMatchObject({ reason: 'clear', prompt_id: expect.any(String) });
    expect(start?.payload).toMatchObject({ source: 'clear' });
    expect(start?.payload).not.toHaveProperty('prompt_id');
  });

  it.each([
    ['the person’s', [], 'manual'],
    ['Claude’s own', [prompt], 'auto'],
  ] satisfies [string, Step[], string][])('the hooks of compaction, %s', (_whose, before, trigger) => {
    const all = fired([...before, { do: 'compact' }]).slice(-4);
    expect(all.map(({ event }) => event)).toEqual(['PreCompact', 'SubagentStop', 'SessionStart', 'PostCompact']);
    expect(all[0]?.payload.trigger).toBe(trigger);
    expect(new Set(all.map(({ payload }) => payload.prompt_id)).size).toBe(1);
  });

  it('SessionEnd when it ends, and says how', () => {
    expect(fired([{ do: 'exit' }]).at(-1)?.payload).toMatchObject({ reason: 'prompt_input_exit' });
    expect(fired([{ do: 'exit', reason: 'other' }]).at(-1)?.payload).toMatchObject({ reason: 'other' });
  });
});
