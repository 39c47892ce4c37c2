import { describe, expect, it } from 'vitest';
import { play, playStart } from './play.ts';
import type { Effect, Line, Moment, Playing } from './playing.ts';
import { projectFolder } from './project-folder.ts';
import type { Step } from './steps.ts';

/** Plays a script with a clock that moves one second a step and ids that count. */
function run(steps: readonly Step[]): { readonly effects: readonly Effect[]; readonly playing: Playing } {
  let at = Date.UTC(2030, 0, 1);
  let count = 0;
  const moment = (): Moment => {
    at += 1000;
    const hex = (length: number) => String(++count).padStart(length, '0');
    return { at, uuid: () => `uuid-${++count}`, hex, hookCommands: () => [] };
  };
  const process = { pid: 4242, procStart: '777', pidDomain: 'linux:0:pid:[1]' };
  let { playing, effects } = playStart(process, { do: 'start', cwd: '/home/dev/shop' }, moment(), '/claude/shop');
  for (const step of steps) {
    const played = play(playing, step, moment());
    playing = played.playing;
    effects = [...effects, ...played.effects];
  }
  return { effects, playing };
}

function levels(steps: readonly Step[]): readonly string[] {
  return run(steps).effects.flatMap((effect) => {
    if (effect.kind !== 'registry') return [];
    return [[effect.entry.status ?? 'none', effect.entry.waitingFor].filter(Boolean).join(': ')];
  });
}

function lines(steps: readonly Step[]): readonly Line[] {
  return run(steps).effects.flatMap((effect) => (effect.kind === 'lines' ? effect.lines : []));
}

/** What a line is, in a word or two, without noise. */
function told(steps: readonly Step[]): readonly string[] {
  return lines(steps).flatMap((line) => {
    const message = line.message as { content: unknown; stop_reason?: string | null } | undefined;
    const content = message?.content;
    const block = Array.isArray(content) ? content[0] : { type: 'text', text: content };
    if (line.type === 'assistant') return [`assistant ${block.type} ${message?.stop_reason}`];
    if (line.type === 'user') return [`user ${block.type === 'text' ? block.text.slice(0, 44) : block.type}`];
    if (line.type === 'system') return [`system ${line.subtype}`];
    if (line.type === 'queue-operation') return [`queue ${line.operation}`];
    return [];
  });
}

const prompt: Step = { do: 'prompt', text: 'Fix it' };
const bash: Step = { do: 'tool', name: 'Bash', input: { command: 'npm test' } };

describe('a stand-in', () => {
  it('starts without a status and is idle a moment later', () => {
    const { effects } = run([]);
    expect(effects.map(({ kind }) => kind)).toEqual(['key', 'registry', 'hook', 'registry']);
    expect(levels([])).toEqual(['none', 'idle']);
    expect(effects.map(({ after }) => after)).toEqual([0, 150, 150, 500]);
  });

  it('leaves only its key while it stands at the trust dialog', () => {
    const process = { pid: 1, procStart: '1', pidDomain: '' };
    const moment = { at: 0, uuid: () => 'u', hex: () => '00', hookCommands: () => [] };
    const { playing, effects } = playStart(process, { do: 'start', cwd: '/x', trusted: false }, moment, '/claude/x');
    expect(effects.map(({ kind }) => kind)).toEqual(['key', 'show']);
    expect(play(playing, { do: 'trust' }, moment).effects.map(({ kind }) => kind)).toEqual([
      'close',
      'registry',
      'hook',
      'registry',
    ]);
    expect(() => play(playing, prompt, moment)).toThrow('trust');
  });

  it('is busy for a turn, and the registry tells of its end before the transcript does', () => {
    const steps: Step[] = [prompt, { do: 'finish', text: 'Done.' }];
    expect(levels(steps)).toEqual(['none', 'idle', 'busy', 'idle']);
    expect(told(steps)).toEqual(['user Fix it', 'assistant text end_turn', 'system turn_duration']);
    const end = run(steps).effects.slice(-4);
    expect(end.map(({ kind, after }) => [kind, after])).toEqual([
      ['hook', 0],
      ['registry', 0],
      ['lines', 100],
      ['late-hook', 60_000],
    ]);
  });

  it('waits at a permission dialog and goes on when allowed', () => {
    const steps: Step[] = [
      prompt,
      bash,
      { do: 'ask-permission' },
      { do: 'answer', yes: true },
      { do: 'tool-done' },
      { do: 'finish', text: 'Done.' },
    ];
    expect(levels(steps).slice(2)).toEqual(['busy', 'waiting: permission prompt', 'busy', 'idle']);
    expect(told(steps)).toEqual([
      'user Fix it',
      'assistant tool_use tool_use',
      'user tool_result',
      'assistant text end_turn',
      'system turn_duration',
    ]);
  });

  it.each([
    ['while text streams', [prompt], ['assistant text null', 'user [Request interrupted by user]']],
    ['during a tool', [prompt, bash], ['user tool_result', 'user [Request interrupted by user for tool use]']],
  ] satisfies [string, Step[], string[]][])('writes an interrupt line for Esc %s', (_when, before, end) => {
    const steps: Step[] = [...before, { do: 'interrupt' }];
    expect(levels(steps).at(-1)).toBe('idle');
    expect(told(steps).slice(-2)).toEqual(end);
  });

  it('writes no interrupt line for No with text, and the turn goes on', () => {
    const steps: Step[] = [prompt, bash, { do: 'ask-permission' }, { do: 'answer', yes: false, text: 'use pnpm' }];
    expect(levels(steps).at(-1)).toBe('busy');
    expect(told(steps).at(-1)).toBe('user tool_result');
    expect(JSON.stringify(lines(steps).findLast((line) => line.type === 'user'))).toContain('use pnpm');
  });

  it('is at shell while a background shell runs, and tells of its end in a turn of its own', () => {
    const steps: Step[] = [
      prompt,
      { do: 'shell', command: 'npm run dev' },
      { do: 'finish', text: 'Started.' },
      { do: 'shell-done' },
      { do: 'finish', text: 'Ended.' },
    ];
    expect(levels(steps).slice(2)).toEqual(['busy', 'shell', 'idle', 'busy', 'idle']);
    expect(told(steps).slice(-5)).toEqual([
      'queue enqueue',
      'queue dequeue',
      expect.stringContaining('user <task-notification>'),
      'assistant text end_turn',
      'system turn_duration',
    ]);
    const origin = lines(steps).findLast((line) => line.type === 'user')?.origin;
    expect(origin).toMatchObject({ kind: 'task-notification' });
  });

  it('stays busy after its last message while a sub-agent works', () => {
    const steps: Step[] = [
      prompt,
      { do: 'agent', description: 'Look around', prompt: 'List the files' },
      { do: 'finish', text: 'Waiting.' },
    ];
    expect(levels(steps).at(-1)).toBe('busy');
    expect(levels([...steps, { do: 'agent-done' }, { do: 'finish', text: 'All done.' }]).slice(-3)).toEqual([
      'idle',
      'busy',
      'idle',
    ]);
    const files = run(steps).effects.flatMap((effect) => ('file' in effect ? [effect.file] : []));
    expect(files.filter((file) => file.includes('/subagents/agent-'))).toHaveLength(2);
  });

  it('changes its conversation in place on /clear and writes to a new file', () => {
    const before = run([prompt, { do: 'finish', text: 'Done.' }]);
    const after = run([prompt, { do: 'finish', text: 'Done.' }, { do: 'clear' }]);
    expect(after.playing.conversation).not.toBe(before.playing.conversation);
    expect(after.playing.entry).toMatchObject({ status: 'idle', sessionId: after.playing.conversation });
    const files = new Set(after.effects.flatMap((effect) => (effect.kind === 'lines' ? [effect.file] : [])));
    expect([...files].sort()).toEqual(
      [`${after.playing.conversation}.jsonl`, `${before.playing.conversation}.jsonl`].sort(),
    );
  });

  it('names the error that ended a turn', () => {
    const line = lines([prompt, { do: 'api-error', status: 429 }]).findLast((each) => each.type === 'assistant');
    expect(line).toMatchObject({ isApiErrorMessage: true, apiErrorStatus: 429, error: 'rate_limit' });
    expect(line).toMatchObject({ message: { model: '<synthetic>' } });
  });

  it('absorbs a prompt typed meanwhile into the running turn', () => {
    const steps: Step[] = [prompt, bash, { do: 'queue', text: 'and the docs' }, { do: 'tool-done' }];
    expect(told(steps).slice(-3)).toEqual(['queue enqueue', 'queue remove', 'user tool_result']);
  });

  it('gives a prompt typed meanwhile the next turn when nothing absorbed it', () => {
    const steps: Step[] = [prompt, { do: 'queue', text: 'and the docs' }, { do: 'finish', text: 'Done.' }];
    expect(levels(steps).slice(-3)).toEqual(['busy', 'idle', 'busy']);
    expect(told(steps).slice(-4)).toEqual([
      'queue dequeue',
      'assistant text end_turn',
      'system turn_duration',
      'user and the docs',
    ]);
    expect(levels([prompt, { do: 'queue', text: 'no, stop' }, { do: 'interrupt' }]).at(-1)).toBe('busy');
  });

  it('chains every line of a conversation to the one before', () => {
    const chained = lines([prompt, bash, { do: 'tool-done' }, { do: 'finish', text: 'Done.' }]).filter(
      (line) => 'uuid' in line,
    );
    expect(chained.length).toBeGreaterThan(10);
    expect(chained.map((line) => line.parentUuid)).toEqual([null, ...chained.slice(0, -1).map((line) => line.uuid)]);
  });

  it('refuses a step that cannot be', () => {
    expect(() => run([{ do: 'tool-done' }])).toThrow('No tool is open');
    expect(() => run([{ do: 'shell-done' }])).toThrow('No shell');
    expect(() => run([{ do: 'close-dialog' }])).toThrow('No dialog');
    expect(() => run([{ do: 'dance' } as unknown as Step])).toThrow('no step "dance"');
  });
});

describe('the transcript folder', () => {
  it.each([
    ['/home/dev/shop', '-home-dev-shop'],
    ['/home/dev/my_app.v2', '-home-dev-my-app-v2'],
    ['/home/dev/é漢😀', '-home-dev-----'],
  ])('of %s is %s', (cwd, folder) => {
    expect(projectFolder(cwd)).toBe(folder);
  });

  it('is cut and told apart by a hash when it is long', () => {
    const long = `/home/${'a'.repeat(250)}`;
    expect(projectFolder(long)).toMatch(/^-home-a{194}-[0-9a-z]+$/);
    expect(projectFolder(long)).not.toBe(projectFolder(`${long}b`));
  });
});
