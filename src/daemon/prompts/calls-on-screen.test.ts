import { afterEach, beforeEach, expect, it } from 'vitest';
import { hurry } from '../../../test/lab/hurried.ts';
import { type Desk, promptDesk } from '../../../test/lab/prompt-desk.ts';
import { line, obeys, onlyPrompt, refusal } from '../../../test/lab/prompt-signs.ts';
import { recordedScreen } from '../../../test/lab/screens.ts';
import { until } from '../../../test/lab/until.ts';
import { readScreen } from '../../adapters/claude/dialogs/read-screen.ts';
import type { Living } from '../living.ts';

let desk: Desk;
let rest: () => void;
beforeEach(() => {
  rest = hurry();
  desk = promptDesk();
});
afterEach(() => {
  desk.dispose();
  rest();
});

const PLAN = `# Long\n${Array.from({ length: 60 }, (_, at) => `${at + 1}. Step ${at + 1}`).join('\n')}`;

/** A session without hooks whose transcript tells of these calls, and which shows a dialog. */
async function shows(name: string, calls: readonly [tool: string, input: Record<string, unknown>][]): Promise<Living> {
  const living = desk.meet('aaa', '%1');
  line(desk, living, { kind: 'prompt', by: 'person', text: 'go', turn: null });
  for (const [at, [tool, input]] of calls.entries()) {
    desk.calls.set(`toolu_${at}`, { tool, input });
    const call = { id: `toolu_${at}`, action: tool, agent: tool === 'Task' };
    line(desk, living, { kind: 'assistant', finished: false, text: null, tool: call, model: null, tokens: null });
  }
  desk.panes.set('%1', recordedScreen(name));
  desk.level(living, 'waiting');
  await until('a prompt', () => desk.open().length > 0, { within: 3_000 });
  return living;
}

it('a plan that does not fit the screen is on the card whole', async () => {
  await shows('plan-long.120', [['ExitPlanMode', { plan: PLAN }]]);
  expect(onlyPrompt(desk)).toMatchObject({
    ...{ kind: 'plan', tool: 'ExitPlanMode', input: { plan: PLAN }, unseenLines: 0 },
    ...{ answerableBy: ['pane'], numbers: 'terminal', editable: false },
  });
});

it('a plan that the transcript tells otherwise is not: what is seen is shown, and that more is not', async () => {
  await shows('plan-long.120', [['ExitPlanMode', { plan: '# Other\n1. Delete it\n2. All of it' }]]);
  const prompt = onlyPrompt(desk);
  expect(prompt).toMatchObject({ kind: 'plan', tool: null, input: null, answerableBy: ['pane'] });
  expect(prompt.unseenLines).toBeGreaterThan(0);
  expect(prompt.screen?.join('\n')).toContain('Step 1');
});

it('of two calls that differ and that it may both show, it is neither', async () => {
  const other = `${PLAN}\n61. Delete all of it`;
  await shows('plan-long.120', [
    ['ExitPlanMode', { plan: PLAN }],
    ['ExitPlanMode', { plan: other }],
  ]);
  expect(onlyPrompt(desk)).toMatchObject({ input: null });
});

it('P05: ticks are offered where the transcript tells of what they are ticks', async () => {
  const options = ['Search', 'Login', 'Cart'].map((label) => ({ label, description: `Choose ${label}` }));
  const asked = { question: 'Which features do you want?', header: 'Topic 1', options, multiSelect: true };
  const living = await shows('ask-multi.120', [['AskUserQuestion', { questions: [asked] }]]);
  expect(onlyPrompt(desk)).toMatchObject({ kind: 'question', answerableBy: ['pane'], numbers: 'card', trouble: null });
  obeys(desk, living);
  const [option] = onlyPrompt(desk).options;
  const answers = [{ chosen: ['Login'], text: null }];
  await refusal(desk.answer(onlyPrompt(desk), option?.n ?? 0, { answers }));
  expect(desk.pressed[0]?.keys).toEqual({ text: '2' });
});

it('P08: a dialog whose call has its result is over, though another of the same text stands there already', async () => {
  const command = { command: 'touch short.txt', description: 'Run a lab command' };
  const living = await shows('perm-bash.120', [['Bash', command]]);
  const prompt = onlyPrompt(desk);
  expect(prompt).toMatchObject({ tool: 'Bash', input: command, numbers: 'terminal' });
  line(desk, living, { kind: 'tool-result', toolId: 'toolu_0', agentLaunched: false });
  expect(await refusal(desk.answer(prompt, 1))).toBe('answered');
  expect(desk.pressed).toEqual([]);
});

for (const name of ['perm-bash-long.80x12', 'perm-bash-long.80x24', 'perm-bash-60lines.80', 'perm-bash-60lines.120'])
  it(`${name}: a call that ends as what is seen of a command is not it: its head and its asker are unseen`, async () => {
    const reading = readScreen(recordedScreen(name));
    const rows = reading.kind === 'dialog' ? reading.dialog.framed : [];
    expect(rows.length).toBeGreaterThan(2);
    const command = `rm -rf /important\n${rows.join('\n')}`;
    const living = await shows(name, [
      ['Task', { prompt: 'clean up' }],
      ['Bash', { command }],
    ]);
    expect(onlyPrompt(desk)).toMatchObject({ tool: null, input: null });
    expect(onlyPrompt(desk).unseenLines).toBeGreaterThan(0);
    // Nor is it where no sub-agent is known to work.
    line(desk, living, { kind: 'tool-result', toolId: 'toolu_0', agentLaunched: false });
    await desk.prompts.reread(onlyPrompt(desk).id);
    expect(onlyPrompt(desk)).toMatchObject({ tool: null, input: null });
  });

const SHORT = { command: 'touch short.txt', description: 'Run a lab command' };

it('its receipt names what it asks, not a line of its screen', async () => {
  const living = await shows('plan-long.120', [['ExitPlanMode', { plan: PLAN }]]);
  const { id } = onlyPrompt(desk);
  line(desk, living, { kind: 'tool-result', toolId: 'toolu_0', agentLaunched: false });
  const closed = desk.changes.find((change) => change.kind === 'prompt-closed');
  expect(closed).toMatchObject({ receipt: { prompt: id, subject: 'Long …' } });
});

it('a conversation that is live in another session too tells nothing of this one', async () => {
  const living = await shows('perm-bash.120', [['Bash', SHORT]]);
  expect(onlyPrompt(desk).input).toEqual(SHORT);
  desk.sessions.tell(living, [{ source: 'memory', at: Date.now(), kind: 'shared', shared: true }]);
  await desk.prompts.reread(onlyPrompt(desk).id);
  expect(onlyPrompt(desk)).toMatchObject({ tool: null, input: null });
});

it('is judged again when the transcript tells of another call that it may show, or of its own late', async () => {
  const living = await shows('perm-bash.120', [['Read', { file_path: '/x' }]]);
  const tells = async (id: string) => {
    const tool = { id, action: 'Bash', agent: false };
    line(desk, living, { kind: 'assistant', finished: false, text: null, tool, model: null, tokens: null });
    await desk.prompts.reread(onlyPrompt(desk).id);
    return onlyPrompt(desk).input;
  };
  expect(onlyPrompt(desk).input).toBeNull();
  expect(await tells('toolu_late')).toBeNull();
  desk.calls.set('toolu_late', { tool: 'Bash', input: SHORT });
  expect(await tells('toolu_unknown')).toEqual(SHORT);
  desk.calls.set('toolu_other', { tool: 'Bash', input: { ...SHORT, timeout: 600_000 } });
  expect(await tells('toolu_other')).toBeNull();
});

it('a transcript is read once for all calls, and not again until it has grown', async () => {
  const living = await shows('perm-bash.120', [
    ['Read', { file_path: '/x' }],
    ['Bash', SHORT],
  ]);
  expect(desk.readings).toEqual([['toolu_0', 'toolu_1']]);
  const tool = { id: 'toolu_2', action: 'Bash', agent: false };
  line(desk, living, { kind: 'assistant', finished: false, text: null, tool, model: null, tokens: null });
  for (const _ of [1, 2, 3]) await desk.prompts.reread(onlyPrompt(desk).id);
  expect(desk.readings).toEqual([['toolu_0', 'toolu_1'], ['toolu_2']]);
});

it('an edit that the transcript tells of is told where it stands in its file', async () => {
  const path = '/home/dev/shop/README.md';
  desk.files.set(path, '# Shop\n\nA tiny demo.\n');
  const input = { file_path: path, old_string: 'A tiny demo.', new_string: 'A tiny demo shop.\nWith two lines.' };
  await shows('perm-edit.120', [['Edit', { ...input, replace_all: false }]]);
  await until('its place', () => onlyPrompt(desk).place !== null, { within: 3_000 });
  expect(onlyPrompt(desk).place).toMatchObject({ line: 3, before: ['# Shop', ''] });
});
