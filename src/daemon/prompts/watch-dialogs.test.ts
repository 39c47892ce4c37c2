import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Desk, promptDesk } from '../../../test/lab/prompt-desk.ts';
import { composer } from '../../../test/lab/prompt-signs.ts';
import { recordedScreen } from '../../../test/lab/screens.ts';
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
const closed = () => desk.changes.filter(({ kind }) => kind === 'prompt-closed');

/** A session that says that it waits, and has not drawn for what. */
async function waits(drawnAfter: number): Promise<Living> {
  const living = desk.meet('aaa', '%1');
  desk.panes.set('%1', composer());
  await passes(1_000);
  desk.level(living, 'waiting');
  await passes(drawnAfter);
  expect(desk.open()).toEqual([]);
  return living;
}

it.each([0, 130, 310, 700])(
  'a dialog without hooks, drawn %i ms after its session waits, is a card within 150 ms',
  async (after) => {
    await waits(after);
    shows('perm-bash.120');
    await passes(150);
    expect(desk.open()).toMatchObject([{ answerableBy: ['pane'], options: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }] }]);
  },
);

it('also the next one of a session that goes on waiting', async () => {
  await waits(100);
  shows('perm-bash.120');
  await passes(3_000);
  const living = desk.sessions.byId('aaa');
  if (living === undefined) throw new Error('no session');
  desk.panes.set('%1', composer());
  desk.level(living, 'busy');
  await passes(100);
  desk.level(living, 'waiting');
  await passes(200);
  shows('perm-write.120');
  await passes(150);
  expect(desk.open()).toMatchObject([{ id: 'aaa.2', title: 'Create file' }]);
});

it('where hooks are heard, one may be on its way: the dialog waits for it, and no longer', async () => {
  const living = await waits(100);
  const fact = { kind: 'prompt', text: 'go' } as never;
  const base = { source: 'hook', key: 'e', conversation: 'c', turn: null, agent: null } as const;
  desk.sessions.tell(living, [{ ...base, at: Date.now(), fact }]);
  shows('perm-bash.120');
  await passes(300);
  expect(desk.open()).toEqual([]);
  await passes(250);
  expect(desk.open()).toHaveLength(1);
});

it('a dialog that was drawn only in part is no card, and nothing is left of it', async () => {
  const living = await waits(200);
  const whole = recordedScreen('perm-bash.120');
  const part = whole.lines.map((row) => row.replace('touch short.txt', 'touch sh'));
  desk.panes.set('%1', { ...whole, lines: part });
  await desk.prompts.screens.look(living);
  desk.panes.set('%1', whole);
  await passes(150);
  expect(desk.open()).toMatchObject([{ id: 'aaa.1' }]);
  expect(desk.open()[0]?.screen?.join('\n')).toContain('touch short.txt');
  expect(closed()).toEqual([]);
});

it('nor one that stands there in part for 40 ms while others look too: it is one card, and rings once', async () => {
  const living = await waits(200);
  const whole = recordedScreen('perm-bash.120');
  const part = whole.lines.map((row) => row.replace('touch short.txt', 'touch sh'));
  desk.panes.set('%1', { ...whole, lines: part });
  for (let looks = 0; looks < 4; looks += 1) {
    await desk.prompts.screens.look(living);
    expect(living.picture.pane?.dialog ?? null).toBeNull();
    await passes(10);
  }
  desk.panes.set('%1', whole);
  await passes(150);
  expect(desk.open()).toMatchObject([{ id: 'aaa.1' }]);
  expect(desk.open()[0]?.screen?.join('\n')).toContain('touch short.txt');
  expect(closed()).toEqual([]);
});

it('a dialog that reads otherwise at every look is looked at no faster for ever, and is read once it stands', async () => {
  await waits(100);
  const whole = recordedScreen('perm-bash.120');
  let at = 0;
  const looks = vi.spyOn(desk.panes, 'get').mockImplementation(() => {
    at += 1;
    return { ...whole, lines: whole.lines.map((row) => row.replace('touch short.txt', `touch ${at}`)) };
  });
  await passes(3_000);
  looks.mockClear();
  await passes(5_000);
  expect(looks.mock.calls.length).toBeLessThanOrEqual(12);
  expect(desk.open()).toEqual([]);
  looks.mockRestore();
  desk.panes.set('%1', whole);
  await passes(1_500);
  expect(desk.open()).toHaveLength(1);
});

it('its screen is looked at seldom once it is read, and never while nothing waits', async () => {
  const looks = vi.spyOn(desk.panes, 'get');
  const looksIn = async (ms: number) => {
    looks.mockClear();
    await passes(ms);
    return looks.mock.calls.length;
  };
  await waits(100);
  shows('perm-bash.120');
  await passes(2_000);
  expect(await looksIn(3_000)).toBeLessThanOrEqual(7);
  const living = desk.sessions.byId('aaa');
  if (living === undefined) throw new Error('no session');
  desk.panes.set('%1', composer());
  desk.level(living, 'idle');
  await passes(3_000);
  expect(await looksIn(10_000)).toBe(0);
});

it('two hundred that begin to wait at once are looked at no faster than one machine bears', async () => {
  for (let n = 0; n < 200; n += 1) {
    const living = desk.meet(`s${n}`, `%${n}`);
    desk.panes.set(`%${n}`, composer());
    desk.level(living, 'waiting');
  }
  await passes(100);
  const looks = vi.spyOn(desk.panes, 'get');
  await passes(1_000);
  expect(looks.mock.calls.length).toBeLessThanOrEqual(1_000);
});
