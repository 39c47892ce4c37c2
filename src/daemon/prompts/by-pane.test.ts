import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Desk, promptDesk } from '../../../test/lab/prompt-desk.ts';
import { line, obeys, onlyPrompt, refusal, waitingOn } from '../../../test/lab/prompt-signs.ts';
import { recordedScreen } from '../../../test/lab/screens.ts';
import { until } from '../../../test/lab/until.ts';

let desk: Desk;
beforeEach(() => {
  desk = promptDesk();
});
afterEach(() => desk.dispose());

describe('an answer by its pane', () => {
  it("B5: presses the option's own digit, once, and is answered when the dialog is gone", async () => {
    obeys(desk, await waitingOn(desk), 'idle');
    const { receipt } = await desk.answer(onlyPrompt(desk), 4);
    expect(receipt).toMatchObject({ outcome: 'denied', answer: 'No' });
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ text: '4' }]);
    expect(desk.pressed[0]?.rows).toContain('touch short.txt');
  });

  it('of a No is not called answered where the tool runs: the terminal said Yes first', async () => {
    obeys(desk, await waitingOn(desk), 'busy');
    expect(await refusal(desk.answer(onlyPrompt(desk), 4))).toBe('answered');
  });

  it('of a Yes is not called answered where the turn stops: the terminal said No first', async () => {
    const living = await waitingOn(desk);
    obeys(desk, living, 'idle');
    const answer = refusal(desk.answer(onlyPrompt(desk), 1));
    await vi.waitFor(() => expect(desk.pressed).toHaveLength(1));
    line(desk, living, { kind: 'interrupt' });
    expect(await answer).toBe('answered');
  });

  it('P08: another dialog of the same text gets no key once a tool has ended', async () => {
    const living = await waitingOn(desk);
    const answer = refusal(desk.answer(onlyPrompt(desk), 1));
    await until('it is being sent', () => onlyPrompt(desk).standing === 'sending');
    line(desk, living, { kind: 'tool-result', toolId: 'toolu_1', agentLaunched: false });
    expect(await answer).toBe('changed');
    expect(desk.pressed).toEqual([]);
  });

  it('P08: another dialog under the answer gets no key', async () => {
    await waitingOn(desk);
    const prompt = onlyPrompt(desk);
    desk.beforeKeys = () => desk.panes.set('%1', recordedScreen('perm-write.120'));
    expect(await refusal(desk.answer(prompt, 1))).toBe('changed');
    expect(desk.pressed).toEqual([]);
  });

  it('that has no effect is not called answered, and is not sent again', async () => {
    await waitingOn(desk);
    const { receipt, text } = await desk.answer(onlyPrompt(desk), 1);
    expect(receipt).toBeNull();
    expect(text).toContain('not confirmed');
    expect(onlyPrompt(desk).standing).toBe('not-confirmed');
    expect(desk.pressed).toHaveLength(1);
  }, 15_000);

  it('M11: in copy mode is refused', async () => {
    await waitingOn(desk);
    const screen = desk.panes.get('%1');
    if (screen !== undefined) desk.panes.set('%1', { ...screen, inMode: true });
    expect(await refusal(desk.answer(onlyPrompt(desk), 1))).toBe('changed');
    expect(desk.pressed).toEqual([]);
  });

  it('M08: of a pane that another program has now is refused', async () => {
    await waitingOn(desk);
    const screen = desk.panes.get('%1');
    if (screen !== undefined) desk.panes.set('%1', { ...screen, process: 99 });
    expect(await refusal(desk.answer(onlyPrompt(desk), 1))).not.toBe('done');
    expect(desk.pressed).toEqual([]);
  });
});
