import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Desk, promptDesk } from '../../../test/lab/prompt-desk.ts';
import { recordedScreen, screenOf } from '../../../test/lab/screens.ts';
import { until } from '../../../test/lab/until.ts';
import type { Prompt } from '../../core/prompt.ts';
import type { Living } from '../living.ts';

let desk: Desk;
beforeEach(() => {
  desk = promptDesk();
});
afterEach(() => desk.dispose());

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { problem?: string; message: string }) => error.problem ?? error.message,
  );
const only = (): Prompt => {
  const [prompt, ...more] = desk.open();
  if (prompt === undefined || more.length > 0) throw new Error(`not one prompt: ${JSON.stringify(desk.open())}`);
  return prompt;
};
const settles = (what: string, holds: () => boolean) => until(what, holds, { within: 3_000 });
/** A dialog on the screen of pane `%1`, of the given recording. */
const shows = (name: string) => desk.panes.set('%1', recordedScreen(name));
const COMPOSER = screenOf(`${'─'.repeat(120)}\n❯ \n${'─'.repeat(120)}\n  ? for shortcuts`);
describe('a prompt opens', () => {
  it('B1 B2: with its complete content as soon as its hook asks', () => {
    const living = desk.meet('aaa');
    desk.ask(living, {});
    expect(only()).toMatchObject({
      id: 'aaa.1',
      kind: 'permission',
      title: 'Bash command',
      tool: 'Bash',
      input: { command: 'touch short.txt' },
      answerableBy: ['hook'],
      numbers: 'card',
    });
    expect(living.decision.state).toBe('needs-input');
  });

  it("with the terminal's own options when its screen shows the same", async () => {
    const living = desk.meet('aaa', '%1');
    shows('perm-bash.120');
    desk.ask(living, {});
    desk.level(living, 'waiting');
    await settles('its options', () => only().numbers === 'terminal');
    expect(only().answerableBy).toEqual(['hook', 'pane']);
    expect(only().options.map(({ n, meaning }) => [n, meaning])).toEqual([
      [1, 'allow'],
      [2, 'allow-always'],
      [3, 'allow-mode'],
      [4, 'deny'],
    ]);
  });

  it('and an edit is told where it stands in its file, once that was read, without becoming another question', async () => {
    const path = '/home/dev/shop/src/a.ts';
    desk.files.set(path, 'a\nb\nconst one = 1;\nc\n');
    const living = desk.meet('aaa');
    const input = { file_path: path, old_string: 'one', new_string: 'two', replace_all: false };
    desk.ask(living, { tool: 'Edit', input });
    const before = only();
    expect(before).toMatchObject({ input, place: null });
    await settles('its place', () => only().place !== null);
    expect(only().place).toEqual({ line: 3, head: 'const ', tail: ' = 1;', before: ['a', 'b'], after: ['c'] });
    expect(only().changedAt).toBe(before.changedAt);
  });

  it('and of an edit that came over HTTP, where no launcher waits, no file is read', async () => {
    const path = '/home/dev/shop/src/a.ts';
    desk.files.set(path, 'one\n');
    const [there, here] = [desk.meet('aaa'), desk.meet('bbb')];
    const input = { file_path: path, old_string: 'one', new_string: 'two', replace_all: false };
    desk.ask(there, { tool: 'Edit', input, held: null });
    desk.ask(here, { tool: 'Edit', input });
    const placeIn = (session: string) => desk.open().find((prompt) => prompt.session === session)?.place;
    await settles('the place of the other', () => placeIn('bbb') !== null);
    expect(placeIn('aaa')).toBeNull();
  });

  it('without a hook from its screen alone', async () => {
    const living = desk.meet('aaa', '%1');
    shows('perm-bash.120');
    desk.level(living, 'waiting');
    await settles('a prompt', () => desk.open().length === 1);
    expect(only()).toMatchObject({ title: 'Bash command', input: null, answerableBy: ['pane'] });
  });

  it('and takes a hook that comes after its screen was read for its own', async () => {
    const living = desk.meet('aaa', '%1');
    shows('perm-bash.120');
    desk.level(living, 'waiting');
    await settles('a prompt', () => desk.open().length === 1);
    desk.ask(living, {});
    expect(only()).toMatchObject({ id: 'aaa.1', tool: 'Bash', answerableBy: ['hook', 'pane'] });
  });

  it('P09: three at once are three in a queue, each with an id of its own', () => {
    const living = desk.meet('aaa');
    for (const agent of ['x', 'y', null]) desk.ask(living, { agentType: agent }, { agent });
    expect(desk.open().map(({ id, position }) => [id, position.n, position.of])).toEqual([
      ['aaa.1', 1, 3],
      ['aaa.2', 2, 3],
      ['aaa.3', 3, 3],
    ]);
  });

  it('P10: the same command asked twice is two prompts, and one hook that comes twice is one', () => {
    const living = desk.meet('aaa');
    desk.ask(living, {});
    desk.ask(living, {}, { key: 'k1' });
    expect(desk.open()).toHaveLength(1);
    desk.ask(living, {}, { key: 'k3' });
    expect(desk.open().map(({ id }) => id)).toEqual(['aaa.1', 'aaa.2']);
  });

  it('where nothing tells what is asked, as a card that says where to answer', async () => {
    const living = desk.meet('aaa');
    desk.level(living, 'waiting');
    await settles('a card', () => desk.open().length === 1);
    expect(only()).toMatchObject({ kind: 'dialog', answerableBy: [], options: [] });
    expect(only().trouble).toContain('in its terminal');
  });
});

describe('B11: a screen that cannot be read', () => {
  beforeEach(() => {
    desk.dispose();
    vi.useFakeTimers();
    desk = promptDesk();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const GARBLED = screenOf(
    `${'─'.repeat(120)}\n Something new\n\n What now?\n\n   ☞ this   ☞ that\n\n Press something`,
  );

  it('is a card that says so, is read four times more, and then waits for the person', async () => {
    const living = desk.meet('aaa', '%1');
    desk.panes.set('%1', GARBLED);
    desk.level(living, 'waiting');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(only()).toMatchObject({ kind: 'dialog', options: [], answerableBy: [], reading: { tries: 1 } });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(only()).toMatchObject({ reading: { tries: 5, nextAt: null } });
    expect(only().trouble).toContain('cannot be read');
    expect(only().screen?.join('\n')).toContain('What now?');
    expect(desk.pressed).toEqual([]);
  });

  it('shows its options once it can be read, by itself or when the person asks', async () => {
    const living = desk.meet('aaa', '%1');
    desk.panes.set('%1', GARBLED);
    desk.level(living, 'waiting');
    await vi.advanceTimersByTimeAsync(14_000);
    shows('perm-bash.120');
    const { options, reading } = await desk.prompts.reread(only().id);
    expect([options.length, reading]).toEqual([4, null]);
  });
});

describe('a prompt closes', () => {
  it('P11: when the level leaves waiting, and lets its launcher go', async () => {
    const living = desk.meet('aaa');
    desk.ask(living, {});
    desk.level(living, 'waiting');
    const prompt = only();
    // A level that was written well after the question.
    await until('some time has gone by', () => Date.now() - Date.parse(prompt.openedAt) > 80);
    desk.level(living, 'busy');
    expect(desk.open()).toEqual([]);
    expect(desk.released).toEqual(['1.4711']);
    expect(await refusal(desk.answer(prompt, 1))).toBe('answered');
    expect(desk.decided.size).toBe(0);
  });

  it('when its launcher is killed', () => {
    const living = desk.meet('aaa');
    desk.ask(living, {});
    desk.prompts.gone(['1.4711']);
    expect(desk.open()).toEqual([]);
  });

  it('when its dialog is gone from the screen', async () => {
    const living = desk.meet('aaa', '%1');
    shows('perm-bash.120');
    desk.level(living, 'waiting');
    await settles('a prompt', () => desk.open().length === 1);
    desk.panes.set('%1', COMPOSER);
    await settles('no prompt', () => desk.open().length === 0);
  });

  it('when its process is gone', () => {
    const living = desk.meet('aaa');
    desk.ask(living, {});
    sessionsEnd(living);
    expect(desk.changes.findLast(({ kind }) => kind === 'prompt-closed')).toMatchObject({
      receipt: { outcome: 'gone' },
    });
  });
});

describe("a background agent's question, of which Claude shows nothing while its hook is held", () => {
  it('P19: is held open while somebody looks here, and its session needs you although it is busy', () => {
    const living = desk.meet('aaa');
    desk.ask(living, { agentType: 'general-purpose' }, { agent: 'x' });
    desk.level(living, 'busy');
    expect(only()).toMatchObject({ agent: 'general-purpose', answerableBy: ['hook'] });
    expect(living.decision).toMatchObject({ state: 'needs-input', because: 'prompt-held' });
  });

  it('is let go at once where its session has a pane', () => {
    const living = desk.meet('aaa', '%1');
    desk.ask(living, { agentType: 'general-purpose' }, { agent: 'x' });
    expect(desk.released).toEqual(['1.4711']);
  });

  it('is let go at once where nobody looks', () => {
    desk.dispose();
    desk = promptDesk(false);
    desk.ask(desk.meet('aaa'), { asks: 'form', tool: 'lab', input: { message: 'Where?' } });
    expect(desk.released).toEqual(['1.4711']);
  });
});

it('after a restart a prompt stands as it was, and its launcher still waits', async () => {
  const living = desk.meet('aaa');
  desk.ask(living, {});
  const [kept] = desk.store.prompts();
  expect(JSON.parse(kept?.body ?? '{}')).toMatchObject({ id: 'aaa.1', hook: { held: '1.4711' }, standing: 'open' });
});

function sessionsEnd(living: Living): void {
  const gone = { condition: 'gone', ttyInputAt: null, children: null } as const;
  desk.sessions.tell(living, [{ source: 'process', at: Date.now(), ...gone }]);
  desk.sessions.settle(living);
}
