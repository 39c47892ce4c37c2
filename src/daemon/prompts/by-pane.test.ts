import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hurry } from '../../../test/lab/hurried.ts';
import { type Desk, promptDesk } from '../../../test/lab/prompt-desk.ts';
import {
  callIn,
  composer,
  decidedIn,
  line,
  obeys,
  onlyPrompt,
  refusal,
  resultIn,
  waitingOn,
} from '../../../test/lab/prompt-signs.ts';
import { recordedScreen, screenOf } from '../../../test/lab/screens.ts';
import { until } from '../../../test/lab/until.ts';
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

describe('an answer by its pane', () => {
  it("B5: presses the option's own digit, once, and is answered when the dialog is gone", async () => {
    obeys(desk, await waitingOn(desk), 'idle');
    const { receipt } = await desk.answer(onlyPrompt(desk), 4);
    expect(receipt).toMatchObject({ outcome: 'denied', answer: 'No', whole: true });
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ text: '4' }]);
    expect(desk.pressed[0]?.rows).toContain('touch short.txt');
  });

  it('is pressed after a look that finds the prompt and one before its key, beside one that watches at most', async () => {
    obeys(desk, await waitingOn(desk));
    const prompt = onlyPrompt(desk);
    const looks = vi.spyOn(desk.panes, 'get');
    let before = 0;
    desk.beforeKeys = () => {
      before = looks.mock.calls.length;
    };
    await desk.answer(prompt, 1);
    expect(before).toBeGreaterThanOrEqual(2);
    expect(before).toBeLessThanOrEqual(3);
  });

  it('of a No is not called answered where the tool runs: the terminal said Yes first', async () => {
    obeys(desk, await waitingOn(desk), 'busy');
    expect(await refusal(desk.answer(onlyPrompt(desk), 4))).toBe('answered');
  });

  it('of a Yes is not called answered where the turn stops: the terminal said No first', async () => {
    const living = await waitingOn(desk);
    obeys(desk, living, 'idle');
    const { afterKeys } = desk;
    desk.afterKeys = (keys) => {
      afterKeys(keys);
      line(desk, living, { kind: 'interrupt' });
    };
    expect(await refusal(desk.answer(onlyPrompt(desk), 1))).toBe('answered');
  });

  it.each([
    ['stands there still', () => {}],
    ['is gone', () => desk.panes.set('%1', composer())],
  ])('of a Yes is not called answered where a hook decided it and its dialog %s', async (_, shows) => {
    const living = await askedByHook();
    const answer = refusal(desk.answer(onlyPrompt(desk), 1));
    await until('it is pressed', () => desk.pressed.length === 1);
    shows();
    decidedIn(desk, living, 'deny');
    resultIn(desk, living);
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

  it('P08: gets its key although an agent was sent into the background meanwhile', async () => {
    const living = await waitingOn(desk);
    obeys(desk, living);
    const answer = desk.answer(onlyPrompt(desk), 1);
    await until('it is being sent', () => onlyPrompt(desk).standing === 'sending');
    line(desk, living, { kind: 'tool-result', toolId: 'toolu_9', agentLaunched: true });
    expect((await answer).receipt).toMatchObject({ outcome: 'allowed' });
  });

  it('P08: nor from a second client, whose answer was waiting meanwhile', async () => {
    const living = await waitingOn(desk);
    const prompt = onlyPrompt(desk);
    const answers = [1, 4].map((n) => refusal(desk.answer(prompt, n)));
    await until('the first is being sent', () => onlyPrompt(desk).standing === 'sending');
    line(desk, living, { kind: 'tool-result', toolId: 'toolu_1', agentLaunched: false });
    expect(await Promise.all(answers)).toEqual(['changed', 'changed']);
    expect(desk.pressed).toEqual([]);
  });

  it('P08: gets its key although the call of another has ended, where its own is known', async () => {
    const living = await askedByHook();
    obeys(desk, living);
    const answer = desk.answer(onlyPrompt(desk), 1);
    await until('it is being sent', () => onlyPrompt(desk).standing === 'sending');
    resultIn(desk, living, 'toolu_9');
    expect((await answer).receipt).toMatchObject({ outcome: 'allowed' });
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ text: '1' }]);
  });

  it.each([
    ['its own call has ended', 'terminal', (living: Living) => resultIn(desk, living)],
    ['its hook was decided by another', 'other-hook', (living: Living) => decidedIn(desk, living, 'allow')],
    ['another turn has begun', 'next-turn', speaks],
  ] as const)('P08: gets no key once %s, and says so', async (_, ending, happens) => {
    const living = await askedByHook();
    const prompt = onlyPrompt(desk);
    const answers = [refusal(desk.answer(prompt, 1)), refusal(desk.answer(prompt, 4))];
    await until('the first is being sent', () => onlyPrompt(desk).standing === 'sending');
    happens(living);
    expect(await Promise.all(answers)).toEqual(['answered', 'answered']);
    const receipts = desk.changes.flatMap((change) => (change.kind === 'prompt-closed' ? [change.receipt] : []));
    expect(receipts).toMatchObject([{ outcome: 'elsewhere', ending, by: null }]);
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

  it.each([
    ['a permission is not confirmed: its terminal may have been closed first', 'perm-bash.120', 1, null],
    ['a Yes to trust is not confirmed either', 'dialog-trust.120', 2, null],
    ['a No to trust is answered: that is what it does', 'dialog-trust.120', 1, 'denied'],
    ['another model is not confirmed: Claude does not end of it', 'dialog-model.120', 2, null],
    ['exiting is answered', 'dialog-exit-tasks.120', 1, 'answered'],
  ])('M08: under which Claude ends: %s', async (_what, screen, n, outcome) => {
    const living = await waitingOn(desk, screen);
    const shown = recordedScreen(screen, false);
    desk.panes.set('%1', shown);
    desk.afterKeys = ({ keys }) => {
      if ('key' in keys && keys.key === 'Down') {
        const below = shown.lines.map((each) => each.replace('❯ No', '  No').replace('  Yes', '❯ Yes'));
        return void desk.panes.set('%1', { ...shown, lines: below });
      }
      desk.panes.clear();
      const gone = { condition: 'gone', ttyInputAt: null, children: null } as const;
      desk.sessions.tell(living, [{ source: 'process', at: Date.now(), ...gone }]);
      desk.sessions.settle(living);
    };
    const { receipt, text } = await desk.answer(onlyPrompt(desk), n);
    expect(receipt?.outcome ?? null).toBe(outcome);
    if (outcome === null) expect(text).toContain('not confirmed');
  });

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

  it('of a changed command is refused: the terminal would run what was asked', async () => {
    const living = await waitingOn(desk);
    desk.ask(living, {});
    desk.waiting.clear();
    const prompt = onlyPrompt(desk);
    expect(prompt).toMatchObject({ editable: true, answerableBy: ['hook', 'pane'] });
    expect(await refusal(desk.answer(prompt, 1, { input: { ...prompt.input, command: 'ls' } }))).toBe('refused');
    expect(desk.pressed).toEqual([]);
  });

  it('in several lines is refused: in a dialog a line end may be Enter', async () => {
    await waitingOn(desk);
    expect(await refusal(desk.answer(onlyPrompt(desk), 4, { text: 'one\ntwo' }))).toBe('refused');
    expect(desk.pressed).toEqual([]);
  });

  it('is not confirmed by a screen that shows another view while Claude still waits', async () => {
    await waitingOn(desk);
    desk.afterKeys = () => desk.panes.set('%1', screenOf('~\n~\n~\n"plan.md" 3L, 40B'));
    expect((await desk.answer(onlyPrompt(desk), 1)).receipt).toBeNull();
  }, 15_000);

  it('that was not confirmed lets no second key follow it until the person has looked again', async () => {
    const living = await waitingOn(desk);
    await desk.answer(onlyPrompt(desk), 1);
    expect(await refusal(desk.answer(onlyPrompt(desk), 1))).toBe('refused');
    expect(onlyPrompt(desk).standing).toBe('not-confirmed');
    expect(desk.pressed).toHaveLength(1);
    expect(await desk.prompts.reread(onlyPrompt(desk).id)).toMatchObject({ standing: 'open' });
    obeys(desk, living);
    expect((await desk.answer(onlyPrompt(desk), 1)).receipt).toMatchObject({ outcome: 'allowed' });
  }, 15_000);

  it('that tmux may have pressed is not confirmed, and none follows', async () => {
    await waitingOn(desk);
    desk.silent = true;
    expect((await desk.answer(onlyPrompt(desk), 1)).receipt).toBeNull();
    desk.silent = false;
    expect(await refusal(desk.answer(onlyPrompt(desk), 1))).toBe('refused');
    expect(desk.pressed).toHaveLength(1);
  });

  it('leaves a draft alone that is the digit it pressed', async () => {
    desk.panes.set('%1', composer('1'));
    const living = await waitingOn(desk);
    desk.afterKeys = () => {
      desk.panes.set('%1', composer('1'));
      desk.level(living, 'busy');
    };
    expect((await desk.answer(onlyPrompt(desk), 1)).receipt).toMatchObject({ outcome: 'allowed' });
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ text: '1' }]);
  });

  it.each([
    ['', 1],
    ['', 4],
    ['1', 1],
    ['fix', 1],
    ['fix the tests\n  and the docs', 4],
  ])('that came too late takes back its one key, and nothing of the draft %j: %i', async (draft, n) => {
    desk.panes.set('%1', composer(draft));
    const living = desk.meet('aaa', '%1');
    await desk.prompts.screens.look(living);
    desk.panes.set('%1', recordedScreen('perm-bash.120'));
    desk.level(living, 'waiting');
    await until('a prompt', () => (desk.open()[0]?.options.length ?? 0) > 0);
    desk.afterKeys = ({ keys }) => {
      desk.panes.set('%1', composer(draft + ('text' in keys ? keys.text : '')));
      desk.level(living, n === 4 ? 'busy' : 'idle');
    };
    expect(await refusal(desk.answer(onlyPrompt(desk), n))).toBe('answered');
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ text: String(n) }, { key: 'BSpace' }]);
    expect(desk.pressed[1]?.rows).toContain(`❯ ${draft}${n}`.split('\n').at(-1));
  });

  it('takes nothing back of what the person types meanwhile', async () => {
    const living = await waitingOn(desk);
    desk.afterKeys = () => {
      desk.panes.set('%1', composer('1 more'));
      desk.level(living, 'busy');
    };
    expect((await desk.answer(onlyPrompt(desk), 1)).receipt).toMatchObject({ outcome: 'allowed' });
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ text: '1' }]);
  });

  it('to a form leaves Claude the time in which it drops an Enter on a button', async () => {
    const form = (button: boolean) =>
      screenOf(
        [
          '─'.repeat(120),
          '  MCP server “lab” requests your input\n\n  Who are you?\n',
          `  ${button ? ' ' : '❯'} ✔ name: Ann\n`,
          `  ${button ? '❯' : ' '} Accept    Decline\n`,
          '  Esc to cancel · ↑/↓ to navigate',
        ].join('\n'),
      );
    desk.panes.set('%1', form(false));
    const living = desk.meet('aaa', '%1');
    desk.level(living, 'waiting');
    await until('a form', () => (desk.open()[0]?.options.length ?? 0) > 0);
    let arrivedAt = Number.POSITIVE_INFINITY;
    desk.afterKeys = ({ keys }) => {
      if ('key' in keys && keys.key === 'Down') {
        arrivedAt = performance.now();
        desk.panes.set('%1', form(true));
      } else if (performance.now() - arrivedAt > 160) {
        desk.panes.set('%1', composer(''));
        desk.level(living, 'busy');
      }
    };
    // A field is no way to answer.
    expect(onlyPrompt(desk).options.map(({ n, label }) => `${n} ${label}`)).toEqual(['1 Accept', '2 Decline']);
    const { receipt, text } = await desk.answer(onlyPrompt(desk), 1);
    expect(receipt, text).toMatchObject({ outcome: 'answered', answer: 'Accept' });
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ key: 'Down' }, { key: 'Enter' }]);
  }, 15_000);

  it('to one of several questions is known by the next one, and never goes to another', async () => {
    await waitingOn(desk, 'ask-tabs.120');
    const prompt = onlyPrompt(desk);
    desk.panes.set('%1', recordedScreen('ask-tabs-q2.120'));
    expect(await refusal(desk.answer(prompt, 1))).not.toBe('done');
    expect(desk.pressed).toEqual([]);
    desk.panes.set('%1', recordedScreen('ask-tabs.120'));
    desk.afterKeys = () => desk.panes.set('%1', recordedScreen('ask-tabs-q2.120'));
    await until('the first question', () => onlyPrompt(desk).options[0]?.label === prompt.options[0]?.label);
    const { receipt } = await desk.answer(onlyPrompt(desk), 1);
    expect(receipt).toMatchObject({ outcome: 'answered', subject: 'Which language?' });
  });
});

/** The dialog in pane `%1` was asked by a hook whose call is known and whose launcher waits no more. */
async function askedByHook(): Promise<Living> {
  const living = await waitingOn(desk);
  callIn(desk, living);
  desk.ask(living, {});
  desk.waiting.clear();
  return living;
}

/** The person says something in the terminal: a turn of its own. */
function speaks(living: Living): void {
  const told = { source: 'hook', key: 'x', conversation: 'c', turn: 'newer', agent: null } as const;
  const fact = { kind: 'prompt', by: 'person', text: 'and now' } as const;
  desk.sessions.tell(living, [{ ...told, at: desk.clock.steady(), fact }]);
  desk.sessions.settle(living);
}
