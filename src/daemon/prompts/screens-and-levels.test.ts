import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Desk, promptDesk } from '../../../test/lab/prompt-desk.ts';
import { onlyPrompt, refusal } from '../../../test/lab/prompt-signs.ts';
import { recordedScreen, screenOf } from '../../../test/lab/screens.ts';
import type { TranscriptFact } from '../../core/evidence.ts';
import type { Living } from '../living.ts';

let desk: Desk;
beforeEach(() => {
  vi.useFakeTimers();
  desk = promptDesk();
});
afterEach(() => {
  desk.dispose();
  vi.useRealTimers();
});

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const shows = (name: string) => desk.panes.set('%1', recordedScreen(name));
const ids = () => desk.open().map(({ id }) => id);
const rings = () =>
  desk.changes.filter((change) => change.kind === 'session-changed' && change.announce === 'needs-input').length;
const GARBLED = screenOf(`${'─'.repeat(120)}\n Bash comm\n\n Do you wa\n\n ☞ half of it\n\n Press`);
const EDITOR = screenOf('~\n~\n~\n"plan.md" 3L, 40B');

/** A session whose dialog stands on its screen; no hook told of it. */
async function standing(name = 'perm-bash.120'): Promise<Living> {
  const living = desk.meet('aaa', '%1');
  shows(name);
  desk.level(living, 'waiting');
  await passes(2_000);
  return living;
}

let offset = 0;
function line(living: Living, fact: TranscriptFact): void {
  offset += 1;
  const piece = { source: 'transcript', at: Date.now(), conversation: 'c', kind: 'line', fact, branch: null } as const;
  desk.sessions.tell(living, [{ ...piece, writtenAt: null, live: true, offset }]);
  desk.sessions.settle(living);
}
const calls = (living: Living, id: string) => {
  const tool = { id, action: 'Bash · touch short.txt', agent: false };
  line(living, { kind: 'assistant', finished: false, text: null, tool, model: null, tokens: null });
};

it('what one look takes for a dialog, while Claude draws, moves no light', async () => {
  shows('perm-bash.120');
  const living = desk.meet('aaa', '%1');
  await passes(10);
  shows('composer-empty.120');
  await passes(2_000);
  const states = desk.changes.flatMap((change) => (change.kind === 'session-changed' ? [change.session.state] : []));
  expect([states.includes('needs-input'), living.picture.pane?.dialog ?? null, ids()]).toEqual([false, null, []]);
});

it('a dialog that closes as the level falls is not shown again, and one that stays is', async () => {
  const living = await standing();
  desk.level(living, 'idle');
  await passes(5);
  shows('composer-empty.120');
  await passes(2_000);
  const states = desk.changes.flatMap((change) => (change.kind === 'session-changed' ? [change.session.state] : []));
  expect(states.slice(states.lastIndexOf('needs-input'))).toEqual(['needs-input', 'idle']);
  shows('perm-bash.120');
  desk.level(living, 'waiting');
  await passes(1_000);
  desk.level(living, 'idle');
  await passes(2_000);
  expect([living.decision.state, living.decision.because]).toEqual(['needs-input', 'screen-asks']);
});

it('a dialog that could not be read for a moment is the same prompt after it', async () => {
  await standing();
  desk.panes.set('%1', GARBLED);
  await passes(1_000);
  expect(desk.open()).toMatchObject([{ id: 'aaa.1', options: [], reading: { tries: expect.any(Number) } }]);
  shows('perm-bash.120');
  await passes(3_000);
  expect(desk.open()).toMatchObject([{ id: 'aaa.1', reading: null }]);
  expect(desk.open()[0]?.options).toHaveLength(4);
  expect(rings()).toBe(1);
});

it('a prompt of a screen alone is the same one after a restart, and rings for nobody', async () => {
  await standing();
  const { store, panes } = desk;
  desk.dispose();
  desk = promptDesk(true, store);
  for (const [pane, screen] of panes) desk.panes.set(pane, screen);
  const living = desk.meet('aaa', '%1');
  living.promptCount = 1;
  living.recovering = true;
  desk.prompts.recover();
  desk.level(living, 'waiting');
  await passes(3_000);
  expect(ids()).toEqual(['aaa.1']);
  expect(rings()).toBe(0);
});

it("another view of Claude's, or an editor, closes nothing", async () => {
  const living = desk.meet('aaa', '%1');
  shows('perm-bash.120');
  desk.ask(living, {});
  desk.level(living, 'waiting');
  await passes(1_000);
  desk.panes.set('%1', EDITOR);
  await passes(5_000);
  expect(ids()).toEqual(['aaa.1']);
  expect(desk.open()[0]?.answerableBy).toEqual(['hook']);
  shows('perm-bash.120');
  await passes(1_000);
  expect(desk.open()).toMatchObject([{ id: 'aaa.1', answerableBy: ['hook', 'pane'] }]);
});

it('a pane that cannot be looked at for a moment closes nothing, also where the level does not wait', async () => {
  const living = desk.meet('aaa', '%1');
  shows('perm-bash.120');
  desk.level(living, 'idle');
  await passes(1_000);
  desk.prompts.screens.soon(living);
  await passes(2_000);
  expect(ids()).toEqual(['aaa.1']);
  desk.panes.delete('%1');
  await passes(3_000);
  expect(ids()).toEqual(['aaa.1']);
  shows('perm-bash.120');
  await passes(4_000);
  expect(ids()).toEqual(['aaa.1']);
});

it("another session's pane, whose name was handed on to it, is not looked at", async () => {
  const living = desk.meet('aaa', '%1');
  desk.panes.set('%1', { ...recordedScreen('perm-bash.120'), tty: '/dev/pts/77' });
  desk.ask(living, {});
  desk.level(living, 'waiting');
  await passes(2_000);
  expect(desk.open()).toMatchObject([{ answerableBy: ['hook'], numbers: 'card' }]);
});

it('the answer to the first of two does not close the second, though the level moves between them', async () => {
  const living = desk.meet('aaa');
  desk.ask(living, { agentType: 'general-purpose', held: null }, { agent: 'x' });
  desk.ask(living, {});
  desk.level(living, 'waiting');
  await passes(200);
  desk.level(living, 'busy');
  await passes(50);
  desk.level(living, 'waiting');
  const tool = { kind: 'tool-ended', toolId: 't', tool: 'Bash' } as const;
  const hook = { source: 'hook', at: Date.now(), key: 'e', conversation: 'c', turn: null, agent: 'x' } as const;
  desk.sessions.tell(living, [{ ...hook, fact: tool }]);
  desk.sessions.settle(living);
  await passes(5_000);
  expect(ids()).toEqual(['aaa.2']);
  expect(desk.released).toEqual([]);
});

it('the next question is not closed with the one just answered, though the level is read late', async () => {
  const living = desk.meet('aaa');
  desk.ask(living, {});
  desk.level(living, 'waiting');
  await passes(500);
  const answeredAt = Date.now();
  await passes(100);
  desk.ask(living, {});
  await passes(100);
  desk.level(living, 'busy', answeredAt);
  expect(ids()).toEqual(['aaa.2']);
});

it('P08: an answer to a question that has become another one since is refused, though its options are the same', async () => {
  const living = desk.meet('aaa', '%1');
  shows('ask-tabs.120');
  desk.level(living, 'waiting');
  await passes(2_000);
  const [read] = desk.open();
  if (read === undefined) throw new Error('no prompt');
  const other = recordedScreen('ask-tabs.120');
  desk.panes.set('%1', {
    ...other,
    lines: other.lines.map((row) => row.replace('Which language?', 'Which to delete?')),
  });
  await passes(1_000);
  const refused = desk
    .answer(read, 1, { changedAt: read.changedAt })
    .catch((error: { problem: string }) => error.problem);
  await passes(500);
  expect(await refused).toBe('changed');
  expect(desk.pressed).toEqual([]);
});

it('P05: ticks that no hook explains are left to the terminal; those of a known question are answered at once', async () => {
  const living = desk.meet('aaa', '%1');
  shows('ask-multi.120');
  desk.level(living, 'waiting');
  await passes(2_000);
  expect(desk.open()).toMatchObject([{ kind: 'question', options: [], answerableBy: [] }]);
  expect(desk.open()[0]?.trouble).toContain('Several may be chosen');
  const options = ['Search', 'Login', 'Cart'].map((label) => ({ label, description: `Choose ${label}` }));
  const asked = { question: 'Which features do you want?', header: 'Topic 1', options, multiSelect: true };
  desk.ask(living, { tool: 'AskUserQuestion', input: { questions: [asked] }, suggestions: null, held: null });
  expect(desk.open()).toMatchObject([{ id: 'aaa.1', answerableBy: ['pane'], numbers: 'card', trouble: null }]);
});

it('P10: of two equal commands the result of the first closes the first alone', async () => {
  const living = desk.meet('aaa');
  line(living, { kind: 'prompt', by: 'person', text: 'go', turn: null });
  calls(living, 'toolu_1');
  calls(living, 'toolu_2');
  desk.ask(living, {});
  desk.prompts.gone(['1.4711']);
  desk.ask(living, {});
  await passes(10);
  line(living, { kind: 'tool-result', toolId: 'toolu_1', agentLaunched: false });
  expect(ids()).toEqual(['aaa.2']);
  line(living, { kind: 'tool-result', toolId: 'toolu_2', agentLaunched: false });
  expect(ids()).toEqual([]);
});

const LONG = { tool: 'Bash', input: { command: 'echo one > one.txt && touch short.txt' } };

it('a pane too small for its dialog shows the one prompt of its session, not a second one', async () => {
  const living = desk.meet('aaa', '%1');
  desk.ask(living, LONG);
  shows('perm-bash.30x10');
  desk.level(living, 'waiting');
  await passes(2_000);
  const one = { id: 'aaa.1', input: LONG.input, answerableBy: ['hook'], trouble: null };
  expect(onlyPrompt(desk)).toMatchObject(one);
  const cut = recordedScreen('perm-bash.30x10');
  // The list takes another row, and with it the last one of the command.
  desk.panes.set('%1', { ...cut, lines: [...cut.lines.slice(1, 7), '      or so', ...cut.lines.slice(7)] });
  await passes(2_000);
  expect(onlyPrompt(desk)).toMatchObject(one);
});

it.each([
  ['is that of another command', [[{ input: { command: 'touch short.txt && rm -rf .' } }, null]]],
  [
    'may be that of a sub-agent, whose hook keeps it from the screen',
    [
      [LONG, null],
      [{ ...LONG, agentType: 'x' }, 'x'],
    ],
  ],
  ['is not that of a sub-agent alone', [[{ ...LONG, agentType: 'x' }, 'x']]],
] as const)('a cut-off dialog that %s is a prompt by itself', async (_what, questions) => {
  const living = desk.meet('aaa', '%1');
  for (const [question, agent] of questions) desk.ask(living, question, { agent });
  shows('perm-bash.30x10');
  desk.level(living, 'waiting');
  await passes(2_000);
  expect(desk.open().map(({ input }) => input === null)).toEqual([...questions.map(() => false), true]);
});

it('while an answer is on its way its options stay offered, and whoever chooses one hears who was first', async () => {
  const living = desk.meet('aaa', '%1');
  desk.panes.set('%1', EDITOR);
  desk.ask(living, {});
  await passes(1_000);
  const prompt = onlyPrompt(desk);
  const first = desk.answer(prompt, 1);
  await passes(50);
  expect(desk.decided.size).toBe(1);
  const { options, answerableBy } = prompt;
  expect(onlyPrompt(desk)).toMatchObject({ standing: 'sending', trouble: null, options, answerableBy });
  const second = refusal(desk.answer(onlyPrompt(desk), 1));
  line(living, { kind: 'decided', toolId: 'toolu_9', decision: 'allow' });
  await passes(1_000);
  expect([(await first).receipt?.outcome, await second]).toEqual(['allowed', 'answered']);
});

it('each prompt rings once, and one that is over within a moment rings nothing', async () => {
  const living = desk.meet('aaa');
  desk.ask(living, {});
  desk.level(living, 'waiting');
  await passes(1_000);
  expect(rings()).toBe(1);
  desk.ask(living, { agentType: 'x', foregroundAgents: true }, { agent: 'x' });
  await passes(300);
  desk.prompts.gone(['2.4711']);
  await passes(2_000);
  expect(rings()).toBe(1);
  desk.ask(living, { agentType: 'y', foregroundAgents: true }, { agent: 'y' });
  await passes(1_000);
  expect(rings()).toBe(2);
});

it('a question that cannot be drawn is a card that says so, and the daemon goes on', async () => {
  const living = desk.meet('aaa');
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error('hostile');
      },
    },
  );
  desk.ask(living, { suggestions: hostile as never, input: {} });
  expect(desk.open()).toHaveLength(1);
});

const states = (from: number) =>
  desk.changes.slice(from).flatMap((change) => (change.kind === 'session-changed' ? [change.session.state] : []));

it.each([5, 20, 60, 100])(
  'a screen asked for before the level moves shows no dialog after it: answered %d ms late',
  async (late) => {
    const living = await standing();
    const screens = new Map(desk.panes);
    desk.panes.get = (pane) => {
      const then = screens.get(pane);
      return new Promise((resolve) => setTimeout(() => resolve(then), late)) as never;
    };
    const from = desk.changes.length;
    desk.prompts.screens.soon(living);
    await passes(1);
    screens.set('%1', recordedScreen('composer-empty.120'));
    desk.level(living, 'busy');
    await passes(3_000);
    expect([...new Set(states(from))]).toEqual(['busy']);
  },
);

it('what cannot be read takes no dialog back as the level moves, nor does one whose text never rests', async () => {
  const living = await standing();
  desk.panes.set('%1', GARBLED);
  await passes(20);
  desk.level(living, 'idle');
  await passes(22_000);
  expect([living.decision.state, ids()]).toEqual(['needs-input', ['aaa.1']]);
  const { lines, ...screen } = recordedScreen('perm-bash.120');
  let looks = 0;
  desk.panes.get = () => ({ ...screen, lines: lines.map((text) => text.replace('touch', `touch${looks++}`)) });
  desk.level(living, 'waiting');
  await passes(1_000);
  desk.level(living, 'idle');
  await passes(5_000);
  expect(living.decision.state).toBe('needs-input');
});

it('a dialog that stands while the level is idle outlives a stop of its Claude', async () => {
  const living = await standing();
  desk.level(living, 'idle');
  await passes(2_000);
  const turns = (condition: 'stopped' | 'running') => {
    const look = { source: 'process', at: desk.clock.steady(), condition, ttyInputAt: null, children: null } as const;
    desk.sessions.tell(living, [look]);
    desk.sessions.settle(living);
  };
  turns('stopped');
  await passes(5_000);
  expect(ids()).toEqual(['aaa.1']);
  turns('running');
  await passes(5_000);
  expect([living.decision.state, ids()]).toEqual(['needs-input', ['aaa.1']]);
});
