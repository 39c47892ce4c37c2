import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Desk, promptDesk } from '../../../test/lab/prompt-desk.ts';
import { onlyPrompt, refusal, waitingOn } from '../../../test/lab/prompt-signs.ts';
import { recordedScreen, screenOf } from '../../../test/lab/screens.ts';
import { until } from '../../../test/lab/until.ts';
import type { Living } from '../living.ts';

let desk: Desk;
beforeEach(() => {
  desk = promptDesk();
});
afterEach(() => desk.dispose());

const shows = (name: string, command: string) => desk.panes.set('%1', { ...recordedScreen(name), command });
const look = (living: Living) => desk.prompts.screens.look(living);
const reading = async (living: Living) => {
  const seen = await look(living);
  return seen === null || 'trouble' in seen ? seen?.trouble : seen.reading.kind;
};

it('P11: a dialog in front of which a shell runs is not looked at, and gets no key', async () => {
  const living = await waitingOn(desk);
  const prompt = onlyPrompt(desk);
  shows('perm-bash.120', 'bash');
  expect(await reading(living)).toBe('unreachable');
  expect(await refusal(desk.answer(prompt, 4))).not.toBe('done');
  expect(desk.pressed).toEqual([]);
  shows('perm-bash.120', 'claude');
  expect(await reading(living)).toBe('dialog');
});

it('what the shell writes in place of a dialog closes nothing', async () => {
  const living = await waitingOn(desk);
  desk.panes.set('%1', { ...screenOf('[1]+  Stopped   claude\n$'), command: 'bash' });
  expect(await reading(living)).toBe('unreachable');
  expect(desk.open()).toHaveLength(1);
});

it('a Claude under a wrapper, or one that names itself later, is known by each dialog and by its composer', async () => {
  const living = await waitingOn(desk);
  shows('perm-write.120', 'node');
  expect(await reading(living)).toBe('dialog');
  shows('perm-write.120', 'zsh');
  expect(await reading(living)).toBe('unreachable');
  shows('composer-empty.120', 'claude');
  expect(await reading(living)).toBe('composer');
  shows('perm-write.120', 'claude');
  expect(await reading(living)).toBe('dialog');
});

it('a stopped Claude is not looked at until it goes on', async () => {
  const living = await waitingOn(desk);
  const tell = (condition: 'stopped' | 'running') => {
    desk.sessions.tell(living, [
      { source: 'process', at: Date.now(), condition, ttyInputAt: null, children: null } as never,
    ]);
    desk.sessions.settle(living);
  };
  tell('stopped');
  await until('it is known as stopped', () => living.decision.suspended);
  expect(await reading(living)).toBe('unreachable');
  expect(desk.prompts.screens.hasPane(living)).toBe(false);
  tell('running');
  await until('it goes on', () => !living.decision.suspended);
  expect(await reading(living)).toBe('dialog');
});

it('of a dialog whose top is above the screen something is unseen, also where Claude does not say how much', async () => {
  await waitingOn(desk, 'v2.0.77-perm-bash.80x10');
  expect(onlyPrompt(desk)).toMatchObject({ input: null, unseenLines: 1 });
});
