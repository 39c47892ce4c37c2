import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, HERE, promptDesk } from '../../../test/lab/prompt-desk.ts';
import { callIn, decidedIn, line, onlyPrompt, refusal } from '../../../test/lab/prompt-signs.ts';

let desk: Desk;
beforeEach(() => {
  desk = promptDesk();
});
afterEach(() => desk.dispose());

describe('an answer by its hook', () => {
  it('is called answered when the decision was seen in the transcript', async () => {
    const living = desk.meet('aaa');
    callIn(desk, living);
    desk.ask(living, {});
    desk.afterDecision = () => decidedIn(desk, living, 'allow');
    const { receipt } = await desk.answer(onlyPrompt(desk), 1);
    expect(receipt).toMatchObject({ outcome: 'allowed', subject: 'touch short.txt', by: 'the command line' });
    expect(JSON.parse(desk.decided.get('1.4711') ?? '')).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'allow' } },
    });
    expect(desk.open()).toEqual([]);
    expect(desk.store.answers(10)).toMatchObject([
      { prompt: 'aaa.1', meaning: 'allow', channel: 'hook', by: 'socket' },
    ]);
  });

  it('of a plain No is known by the interrupt: Claude writes no decision of it', async () => {
    const living = desk.meet('aaa');
    callIn(desk, living);
    desk.ask(living, {});
    desk.afterDecision = () => {
      desk.level(living, 'idle');
      line(desk, living, { kind: 'interrupt' });
    };
    const no = onlyPrompt(desk).options.find(({ meaning }) => meaning === 'deny')?.n ?? 0;
    expect((await desk.answer(onlyPrompt(desk), no)).receipt).toMatchObject({ outcome: 'denied' });
  });

  it('is known by the decision also where the transcript never told of the call', async () => {
    const living = desk.meet('aaa');
    desk.ask(living, {});
    desk.afterDecision = () => decidedIn(desk, living, 'allow');
    expect((await desk.answer(onlyPrompt(desk), 1)).receipt).toMatchObject({ outcome: 'allowed' });
  });

  it('that came after the terminal was answered says so', async () => {
    const living = desk.meet('aaa');
    callIn(desk, living);
    desk.ask(living, {});
    desk.level(living, 'waiting');
    await new Promise((resolve) => setTimeout(resolve, 80));
    desk.afterDecision = () => desk.level(living, 'busy');
    expect(await refusal(desk.answer(onlyPrompt(desk), 1))).toBe('answered');
    expect(desk.changes.findLast(({ kind }) => kind === 'prompt-closed')).toMatchObject({
      receipt: { outcome: 'elsewhere', by: null },
    });
  });

  it('two at once: one wins, the other hears what it was', async () => {
    const living = desk.meet('aaa');
    callIn(desk, living);
    desk.ask(living, {});
    desk.afterDecision = () => setTimeout(() => decidedIn(desk, living, 'allow'), 50);
    const prompt = onlyPrompt(desk);
    const both = await Promise.all([refusal(desk.answer(prompt, 1)), refusal(desk.answer(prompt, 1))]);
    expect(both.sort()).toEqual(['answered', 'done']);
    expect(desk.decided.size).toBe(1);
  });

  it('of something that is not offered is refused, and nothing is sent', async () => {
    const living = desk.meet('aaa');
    desk.ask(living, {});
    const option = { n: 1, label: 'Yes', meaning: 'allow' } as const;
    const wrong = { prompt: 'aaa.1', option, text: null, input: null, answers: null, content: null };
    expect(await refusal(desk.prompts.answer(wrong, HERE))).toBe('changed');
    expect(desk.decided.size + desk.pressed.length).toBe(0);
  });
});
