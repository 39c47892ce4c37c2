import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hurry } from '../../../test/lab/hurried.ts';
import { type Desk, promptDesk } from '../../../test/lab/prompt-desk.ts';
import { callIn, composer, decidedIn, refusal, resultIn } from '../../../test/lab/prompt-signs.ts';
import { recordedScreen, screenOf } from '../../../test/lab/screens.ts';
import { until } from '../../../test/lab/until.ts';
import type { PaneScreen } from '../../core/pane.ts';
import type { Prompt } from '../../core/prompt.ts';
import type { Living } from '../living.ts';

let desk: Desk;
let rest: () => void;
let living: Living;
beforeEach(() => {
  rest = hurry();
  desk = promptDesk();
  living = desk.meet('aaa', '%1');
});
afterEach(() => {
  desk.dispose();
  rest();
});

/** The dialog of an agent, with Claude's count of those that wait. */
function screen(count: string): PaneScreen {
  const { lines } = recordedScreen('perm-three-queued.120', false);
  return screenOf(lines.join('\n').replace('1 of 3', count));
}

const SAME = { command: 'rm -rf /home/dev/n1', description: 'Run a lab command' };

/** An agent asks what another one asks too. */
function agentAsks(agent: string): void {
  desk.ask(living, { input: SAME, agentType: 'general-purpose', held: null }, { agent });
}

/** The session knows of a question from before a restart. */
function remembers(key: string, agent: string): void {
  const at = desk.clock.steady();
  const fact = { kind: 'permission-asked', tool: 'Bash', action: 'Bash · touch short.txt' } as const;
  desk.sessions.tell(living, [{ source: 'hook', at, key, conversation: 'c', turn: null, agent, fact }]);
}

/** An agent has ended. */
function agentEnds(agent: string): void {
  const at = desk.clock.steady();
  const fact = { kind: 'agent-ended' } as const;
  desk.sessions.tell(living, [{ source: 'hook', at, key: `end ${agent}`, conversation: 'c', turn: null, agent, fact }]);
  desk.sessions.settle(living);
}

/** Two agents ask the same; the dialog of the first is in front. */
async function two(count = '1 of 2'): Promise<readonly [Prompt, Prompt]> {
  desk.panes.set('%1', screen(count));
  agentAsks('a1');
  agentAsks('a2');
  desk.level(living, 'waiting');
  await until('one can be answered', () => desk.open()[0]?.answerableBy.includes('pane'), { within: 3_000 });
  const [first, second] = desk.open();
  if (first === undefined || second === undefined) throw new Error(JSON.stringify(desk.open()));
  expect(second.answerableBy).toEqual([]);
  return [first, second];
}

/** Its pane is looked at so many times. */
async function looks(times: number): Promise<void> {
  const pane = desk.panes.get('%1');
  const get = vi.spyOn(desk.panes, 'get');
  await until('it is looked at', () => get.mock.calls.length >= times);
  get.mockRestore();
  expect(desk.panes.get('%1')).toBe(pane);
}

const receipts = () =>
  desk.changes.flatMap((change) =>
    change.kind === 'prompt-closed' ? [change.receipt.prompt, change.receipt.ending] : [],
  );
const front = () => desk.open().filter(({ answerableBy }) => answerableBy.includes('pane'));
const ids = () => desk.open().map(({ id }) => id);

describe('P09, P10: dialogs of the very same words, one after the other', () => {
  it('an answer is seen to be taken when the next one stands there', async () => {
    const [first, second] = await two();
    desk.afterKeys = () => desk.panes.set('%1', screen('2 of 2'));
    const { receipt } = await desk.answer(first, 1);
    expect(receipt).toMatchObject({ prompt: first.id, outcome: 'allowed', ending: null });
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ text: '1' }]);
    await until('the next can be answered', () => front().length === 1);
    expect(front().map(({ id }) => id)).toEqual([second.id]);
  });

  it('also where a third joined them meanwhile, and where the count was not there before', async () => {
    const [first] = await two('      ');
    desk.afterKeys = () => desk.panes.set('%1', screen('2 of 3'));
    expect((await desk.answer(first, 1)).receipt).toMatchObject({ outcome: 'allowed' });
  });

  it('an answer is not called taken while the same one stands there, whoever joins it', async () => {
    const [first] = await two();
    desk.afterKeys = () => desk.panes.set('%1', screen('1 of 3'));
    expect((await desk.answer(first, 1)).receipt).toBe(null);
  });

  it('one answered in the terminal is over, and the next is in front', async () => {
    const [first, second] = await two();
    desk.panes.set('%1', screen('2 of 2'));
    await until('the first is over', () => desk.open().length === 1);
    expect(receipts()).toEqual([first.id, 'terminal']);
    expect(front().map(({ id }) => id)).toEqual([second.id]);
  });

  it('two answered in the terminal between two looks are over, and the third is in front', async () => {
    await two('1 of 3');
    agentAsks('a3');
    const third = ids().at(-1);
    desk.panes.set('%1', screen('3 of 3'));
    await until('both are over', () => ids().join() === third);
    expect(front().map(({ id }) => id)).toEqual([third]);
  });

  it('an answer to one that the terminal answered a moment before reaches no other', async () => {
    const [first, second] = await two();
    desk.beforeKeys = () => desk.panes.set('%1', screen('2 of 2'));
    expect(await refusal(desk.answer(first, 1))).toBe('answered');
    expect(desk.pressed).toEqual([]);
    expect(ids()).toEqual([second.id]);
  });

  it('what is answered elsewhere than in front leaves the one in front where it is', async () => {
    const [first, second] = await two('1 of 3');
    callIn(desk, living);
    desk.ask(living, {});
    const main = desk.open().find(({ agent }) => agent === null);
    if (main === undefined) throw new Error('no third');
    desk.afterDecision = () => desk.panes.set('%1', screen('2 of 3'));
    const answer = desk.answer(main, 1);
    await until('it was decided', () => desk.decided.size === 1);
    await looks(2);
    decidedIn(desk, living, 'allow');
    resultIn(desk, living);
    const { receipt } = await answer;
    expect(receipt).toMatchObject({ prompt: main.id, outcome: 'allowed' });
    await looks(3);
    expect(ids()).toEqual([first.id, second.id]);
    expect(front().map(({ id }) => id)).toEqual([first.id]);
    // Claude has counted that one: the next that it counts is another.
    desk.panes.set('%1', screen('3 of 3'));
    await until('the first is over', () => ids().join() === second.id);
  });

  it('what was in front and is still being answered by its hook is not taken off the next ones', async () => {
    callIn(desk, living);
    desk.panes.set('%1', recordedScreen('perm-bash.120'));
    desk.ask(living, {});
    desk.level(living, 'waiting');
    await until('it can be answered', () => front().length === 1);
    const [main] = front();
    agentAsks('a1');
    agentAsks('a2');
    desk.afterDecision = () => desk.panes.set('%1', screen('2 of 3'));
    const answer = desk.answer(main as Prompt, 1);
    await until('the next can be answered', () => front().some(({ agent }) => agent !== null));
    await looks(2);
    const [first] = front().filter(({ agent }) => agent !== null);
    desk.afterKeys = () => desk.panes.set('%1', screen('3 of 3'));
    decidedIn(desk, living, 'allow');
    resultIn(desk, living);
    expect((await answer).receipt).toMatchObject({ outcome: 'allowed' });
    expect((await desk.answer(first as Prompt, 1)).receipt).toMatchObject({ outcome: 'allowed' });
  });

  it('what another hook answers behind it leaves it where it is', async () => {
    desk.panes.set('%1', screen('1 of 2'));
    agentAsks('a1');
    desk.ask(living, { held: null });
    desk.level(living, 'waiting');
    await until('one can be answered', () => front().length === 1);
    const before = ids();
    desk.panes.set('%1', screen('2 of 2'));
    await looks(3);
    expect(ids()).toEqual(before);
  });

  it('one answered in the terminal while the daemon was away is over after it, and an unanswered one is not', async () => {
    const [first, second] = await two('1 of 3');
    for (const [count, left] of [
      ['1 of 3', [first.id, second.id]],
      ['2 of 3', [second.id]],
    ] as const) {
      const { store } = desk;
      desk.dispose();
      desk = promptDesk(true, store);
      desk.panes.set('%1', screen(count));
      living = desk.meet('aaa', '%1');
      living.recovering = true;
      remembers('k1', 'a1');
      remembers('k2', 'a2');
      desk.prompts.recover();
      desk.level(living, 'waiting');
      await until('what is left', () => front().length === 1 && ids().join() === left.join());
    }
  });

  it('a dialog of words that were answered long ago is a new one, whatever is counted by then', async () => {
    desk.panes.set('%1', screen('      '));
    agentAsks('a1');
    desk.level(living, 'waiting');
    await until('it can be answered', () => front().length === 1);
    desk.panes.set('%1', composer());
    desk.level(living, 'busy');
    await until('it is over', () => desk.open().length === 0);
    desk.panes.set('%1', screen('2 of 2'));
    agentAsks('a2');
    const [id] = ids();
    desk.level(living, 'waiting');
    await until('it can be answered', () => front().length === 1);
    await looks(3);
    expect(ids()).toEqual([id]);
  });

  it('what another hook answered between two looks leaves it where it is', async () => {
    desk.panes.set('%1', screen('      '));
    agentAsks('a1');
    desk.level(living, 'waiting');
    await until('it can be answered', () => front().length === 1);
    const before = ids();
    callIn(desk, living);
    desk.ask(living, { held: null });
    desk.panes.set('%1', screen('2 of 2'));
    decidedIn(desk, living, 'allow');
    resultIn(desk, living);
    await looks(3);
    expect(ids()).toEqual(before);
  });

  it('an answer behind it that was not confirmed hides no end of the one in front', async () => {
    const [first, second] = await two('1 of 3');
    desk.ask(living, {});
    const main = desk.open().find(({ agent }) => agent === null);
    if (main === undefined) throw new Error('no third');
    expect((await desk.answer(main, 1)).receipt).toBe(null);
    desk.panes.set('%1', screen('2 of 3'));
    await until('the first is over', () => !ids().includes(first.id));
    expect(front().map(({ id }) => id)).toEqual([second.id]);
  });

  it('one that asks the same when the others are long answered is a question of its own', async () => {
    const [first, second] = await two();
    desk.afterKeys = () => desk.panes.set('%1', screen('2 of 2'));
    await desk.answer(first, 1);
    desk.afterKeys = () => desk.panes.set('%1', composer());
    await until('the next can be answered', () => front().length === 1);
    const [left] = front();
    if (left?.id !== second.id) throw new Error('another one');
    await desk.answer(left, 1);
    agentAsks('a3');
    agentEnds('a3');
    expect(ids()).toEqual([]);
  });

  it('the count is the one beside the title, whatever a command writes', async () => {
    const { lines } = screen('1 of 2');
    const written = (count: string) =>
      screenOf(
        lines.join('\n').replace('1 of 2', count).replace(' rm -rf /home/dev/n1\n', ' rm -rf /home/dev/n1  1 of 2\n'),
      );
    desk.panes.set('%1', written('1 of 2'));
    for (const agent of ['a1', 'a2'])
      desk.ask(
        living,
        { input: { ...SAME, command: `${SAME.command}  1 of 2` }, agentType: 'general-purpose', held: null },
        { agent },
      );
    desk.level(living, 'waiting');
    await until('it can be answered', () => front().length === 1);
    const [first] = front();
    if (first === undefined) throw new Error('none');
    desk.beforeKeys = () => desk.panes.set('%1', written('2 of 2'));
    expect(await refusal(desk.answer(first, 1))).toBe('answered');
    expect(desk.pressed).toEqual([]);
  });

  it('whose was answered is told by the agent that goes on, and the card that is left is of the other', async () => {
    const [first, second] = await two();
    desk.afterKeys = () => desk.panes.set('%1', screen('2 of 2'));
    await desk.answer(first, 1);
    agentEnds('a2');
    expect(ids()).toEqual([second.id]);
    desk.panes.set('%1', composer());
    agentEnds('a1');
    expect(ids()).toEqual([]);
  });

  it('an agent that was answered and ends leaves the card of the other', async () => {
    const [first, second] = await two();
    desk.afterKeys = () => desk.panes.set('%1', screen('2 of 2'));
    await desk.answer(first, 1);
    agentEnds('a1');
    expect(ids()).toEqual([second.id]);
    agentEnds('a2');
    expect(ids()).toEqual([]);
  });
});

it("an agent's dialog gets its key although a tool of the main conversation has ended", async () => {
  const [first] = await two();
  desk.afterKeys = () => desk.panes.set('%1', screen('2 of 2'));
  const answer = desk.answer(first, 1);
  await until('it is being sent', () => desk.open()[0]?.standing === 'sending');
  resultIn(desk, living, 'toolu_9');
  expect((await answer).receipt).toMatchObject({ outcome: 'allowed' });
});
