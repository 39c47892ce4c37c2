import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hurry } from '../../../test/lab/hurried.ts';
import { type Desk, promptDesk } from '../../../test/lab/prompt-desk.ts';
import { callIn, decidedIn, line, onlyPrompt, refusal, resultIn } from '../../../test/lab/prompt-signs.ts';
import { screenOf } from '../../../test/lab/screens.ts';
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

  const which = { question: 'Which language?', header: 'Language', multiSelect: false };
  const asked = { ...which, options: [{ label: 'Go' }, { label: 'Rust' }].map((one) => ({ ...one, description: '' })) };
  const question = { tool: 'AskUserQuestion', input: { questions: [asked] }, suggestions: null };
  const region = { type: 'object', properties: { region: { type: 'string' } } };
  const form = { asks: 'form', tool: 'lab', input: { message: 'Where?', requested_schema: region } } as const;

  it.each([
    ['a plain yes', true, 'allow', {}, {}, /^allowed with ".+" from/],
    ['a rule that goes with it', false, 'allow-always', {}, {}, /^allowed, and ".+" was sent from/],
    [
      'a changed command',
      false,
      'allow',
      {},
      { input: { command: 'touch other.txt', description: 'Run a lab command' } },
      /^allowed, and "Allow once, changed to: touch other\.txt" was sent from/,
    ],
    ['a reason', false, 'deny', {}, { text: 'not now' }, /^denied, and ".+: not now" was sent from/],
    ['the choice of a question', false, 'choose', question, {}, /^answered, and "Go" was sent from/],
    ['own words to a question', false, 'write', question, { text: 'Zig' }, /^answered, and ".+: Zig" was sent from/],
    ['to talk about a question', false, 'chat', question, { text: 'Why?' }, /^answered, and ".+: Why\?" was sent from/],
    [
      'the values of a form',
      false,
      'accept',
      form,
      { content: { region: 'eu' } },
      /^answered, and "Send" was sent from/,
    ],
  ] as const)(
    'is told as a whole only where what was decided shows all of it: %s',
    async (_, whole, meaning, about, more, text) => {
      const living = desk.meet('aaa');
      callIn(desk, living);
      const rules = [{ toolName: 'Bash', ruleContent: 'touch:*' }];
      const suggestions = [{ type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' }] as const;
      desk.ask(living, { suggestions, ...about });
      const decision = meaning === 'deny' || meaning === 'chat' ? 'deny' : 'allow';
      // Of a form nothing is written down.
      if (meaning !== 'accept') desk.afterDecision = () => decidedIn(desk, living, decision);
      const n = onlyPrompt(desk).options.find((option) => option.meaning === meaning)?.n ?? 0;
      const answered = await desk.answer(onlyPrompt(desk), n, more);
      expect(answered.receipt).toMatchObject({ whole, ending: null });
      expect(answered.text).toMatch(text);
    },
  );

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

  it('of a tool that runs on is answered: what was decided is written down only with its result', async () => {
    const living = await asking();
    desk.afterDecision = () => desk.level(living, 'busy');
    expect((await desk.answer(onlyPrompt(desk), 1)).receipt).toMatchObject({ outcome: 'allowed' });
  });

  it('of a Yes after which the turn rests is not called answered before something tells why', async () => {
    const living = await asking();
    desk.afterDecision = () => desk.level(living, 'idle');
    const { receipt, text } = await desk.answer(onlyPrompt(desk), 1);
    expect(receipt).toBeNull();
    expect(text).toMatch(/^Sent, not confirmed/);
  });

  it('of a Yes after which the turn rests is over as soon as the interrupt is read, however late', async () => {
    const living = await asking();
    const decided = new Promise<void>((resolve) => {
      desk.afterDecision = () => resolve();
    });
    const answer = refusal(desk.answer(onlyPrompt(desk), 1));
    await decided;
    desk.level(living, 'idle');
    const read = vi.spyOn(desk.sessions, 'byPid');
    await until('it is asked whether the turn rests', () => read.mock.calls.length > 0);
    line(desk, living, { kind: 'interrupt' });
    expect(await answer).toBe('answered');
  });

  it.each([
    ['its tool has its result and no decision', (living: Living) => resultIn(desk, living)],
    ['the turn was stopped', (living: Living) => line(desk, living, { kind: 'interrupt' })],
    ['another hook said no', (living: Living) => decidedIn(desk, living, 'deny')],
  ])('of a Yes that came too late says so: %s', async (_, happens) => {
    const living = await asking();
    desk.afterDecision = () => {
      desk.level(living, 'busy');
      happens(living);
    };
    expect(await refusal(desk.answer(onlyPrompt(desk), 1))).toBe('answered');
    expect(desk.changes.findLast(({ kind }) => kind === 'prompt-closed')).toMatchObject({
      receipt: { outcome: 'elsewhere', by: null },
    });
    expect(desk.store.answers(10)).toMatchObject([{ result: 'elsewhere', channel: 'hook' }]);
  });

  it('of a No is not called answered where another hook said yes', async () => {
    const living = await asking();
    desk.afterDecision = () => decidedIn(desk, living, 'allow');
    expect(await refusal(desk.answer(onlyPrompt(desk), no(), { text: 'not now' }))).toBe('answered');
  });

  it('with another command is not confirmed by a tool that merely runs on', async () => {
    const living = await asking();
    desk.afterDecision = () => desk.level(living, 'busy');
    const input = { ...onlyPrompt(desk).input, command: 'touch other.txt' };
    const { receipt, text } = await desk.answer(onlyPrompt(desk), 1, { input });
    expect([receipt, text]).toEqual([null, expect.stringContaining('not confirmed')]);
    expect(desk.store.answers(10)).toMatchObject([
      { subject: 'touch short.txt', result: 'not-confirmed', text: expect.stringContaining('touch other.txt') },
    ]);
  }, 15_000);

  it("a decision of which nobody knows the call is nobody's while two are being answered", async () => {
    const living = desk.meet('aaa');
    desk.ask(living, {});
    desk.ask(living, {});
    const answers = desk.open().map((prompt) => desk.answer(prompt, 1));
    await until('both are being sent', () => desk.decided.size === 2);
    decidedIn(desk, living, 'allow', 'toolu_9');
    expect((await Promise.all(answers)).map(({ receipt }) => receipt)).toEqual([null, null]);
  }, 15_000);

  it('a decision of which nobody knows the call is not about a form, which is none', async () => {
    const living = desk.meet('aaa');
    desk.ask(living, form);
    desk.afterDecision = () => decidedIn(desk, living, 'allow', 'toolu_9');
    const { receipt } = await desk.answer(onlyPrompt(desk), 1, { content: { region: 'eu' } });
    expect(receipt).toMatchObject({ outcome: 'answered', answer: 'Send', ending: null });
  });

  it('two at once: one wins, the other hears what it was', async () => {
    const living = desk.meet('aaa');
    callIn(desk, living);
    desk.ask(living, {});
    const handedOver = new Promise<void>((resolve) => {
      desk.afterDecision = () => resolve();
    });
    const prompt = onlyPrompt(desk);
    const answers = [refusal(desk.answer(prompt, 1)), refusal(desk.answer(prompt, 1))];
    await handedOver;
    decidedIn(desk, living, 'allow');
    const both = await Promise.all(answers);
    expect(both.sort()).toEqual(['answered', 'done']);
    expect(desk.decided.size).toBe(1);
  });

  it('is not confirmed by what was decided of a tool that ran meanwhile', async () => {
    const living = await asking();
    desk.afterDecision = () => desk.level(living, 'busy');
    expect((await desk.answer(onlyPrompt(desk), 1)).receipt).toMatchObject({ outcome: 'allowed' });
    desk.ask(living, { input: { command: 'rm -rf tools' } });
    desk.afterDecision = () => decidedIn(desk, living, 'allow');
    expect((await desk.answer(onlyPrompt(desk), 1)).receipt).toBeNull();
  }, 15_000);

  it('whoever comes second may answer what the first one could not', async () => {
    const living = await asking();
    desk.afterDecision = () => decidedIn(desk, living, 'allow');
    const prompt = onlyPrompt(desk);
    const input = { command: 7 };
    const both = await Promise.all([refusal(desk.answer(prompt, 1, { input })), refusal(desk.answer(prompt, 1))]);
    expect(both).toEqual(['bad-request', 'done']);
  });

  it('to a form whose last key does nothing says that it is filled in, and where to look', async () => {
    const living = desk.meet('aaa', '%1');
    desk.ask(living, { ...form, held: null }, { event: 'Elicitation' });
    const show = (field: string, button: string) =>
      desk.panes.set(
        '%1',
        screenOf(
          [
            '─'.repeat(120),
            `  MCP server “lab” requests your input\n\n  Where?\n\n  ${field}\n\n  ${button} Accept    Decline\n`,
            '  Esc to cancel · ↑/↓ to navigate',
          ].join('\n'),
        ),
      );
    show('❯   region: ', ' ');
    desk.level(living, 'waiting');
    await until('a form', () => onlyPrompt(desk).answerableBy.includes('pane'));
    desk.afterKeys = ({ keys }) => {
      if ('text' in keys) show('❯ ✔ region: eu', ' ');
      else if (keys.key === 'Down') show('  ✔ region: eu', '❯');
    };
    const { receipt, text } = await desk.answer(onlyPrompt(desk), 1, { content: { region: 'eu' } });
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ text: 'eu' }, { key: 'Down' }, { key: 'Enter' }]);
    expect([receipt, onlyPrompt(desk).standing]).toEqual([null, 'not-confirmed']);
    expect(text).toBe(
      'Sent, not confirmed: the form is filled in there, and its last step had no effect that was seen. Look at it in its terminal: `tallymux attach aaa`.',
    );
  }, 15_000);

  it('of something that is not offered is refused, and nothing is sent', async () => {
    await asking();
    const option = { n: 1, label: 'Yes, and always', meaning: 'allow-always' } as const;
    expect(await refusal(desk.answer(onlyPrompt(desk), 1, { option }))).toBe('changed');
    expect(desk.decided.size + desk.pressed.length).toBe(0);
    expect(desk.store.answers(10)).toMatchObject([{ result: 'refused changed', label: 'Yes, and always' }]);
  });

  it("a plain yes is the same in the card's words and in the terminal's", async () => {
    const living = await asking();
    desk.afterDecision = () => decidedIn(desk, living, 'allow');
    const option = { n: 7, label: 'Yes', meaning: 'allow' } as const;
    expect((await desk.answer(onlyPrompt(desk), 1, { option })).receipt).toMatchObject({ outcome: 'allowed' });
  });

  it.each(['x\r1', '\u001b', 'a\u0003', '\u009b'])('a text that holds a key is refused: %j', async (text) => {
    await asking();
    expect(await refusal(desk.answer(onlyPrompt(desk), no(), { text }))).toBe('bad-request');
    const answers = [{ chosen: [], text }];
    expect(await refusal(desk.answer(onlyPrompt(desk), 1, { answers }))).toBe('bad-request');
    expect(await refusal(desk.answer(onlyPrompt(desk), 1, { content: { region: text } }))).toBe('bad-request');
    expect(desk.decided.size).toBe(0);
  });

  it('words and a changed input together are refused', async () => {
    await asking();
    const input = { ...onlyPrompt(desk).input, command: 'ls' };
    const options = onlyPrompt(desk).options.map(({ n }) => n);
    for (const n of options)
      expect(await refusal(desk.answer(onlyPrompt(desk), n, { input, text: 'and hurry' }))).not.toBe('done');
    expect(desk.decided.size).toBe(0);
  });

  it('an id that was given is over; one that never was is not found', async () => {
    const living = await asking();
    const prompt = onlyPrompt(desk);
    desk.prompts.gone(['1.4711']);
    expect(await refusal(desk.answer(prompt, 1))).toBe('answered');
    expect(await refusal(desk.answer({ ...prompt, id: `${living.id}.9` }, 1))).toBe('not-found');
    expect(await refusal(desk.answer({ ...prompt, id: 'zzz.1' }, 1))).toBe('not-found');
  });
});

describe('an answer to what Claude never showed', () => {
  const agents = (): Living => {
    const living = desk.meet('aaa');
    desk.ask(living, { agentType: 'general-purpose' }, { agent: 'x' });
    return living;
  };

  it('is answered once its launcher has printed it', async () => {
    agents();
    expect((await desk.answer(onlyPrompt(desk), 1)).receipt).toMatchObject({ outcome: 'allowed' });
  });

  it('is not called answered while its launcher still has it', async () => {
    agents();
    desk.afterDecision = (name) => desk.waiting.add(name);
    const { receipt } = await desk.answer(onlyPrompt(desk), 1);
    expect([receipt, onlyPrompt(desk).standing]).toEqual([null, 'not-confirmed']);
  }, 15_000);
});

/** A session whose hook asks; its call is in the transcript, and its level waits. */
async function asking(): Promise<Living> {
  const living = desk.meet('aaa');
  callIn(desk, living);
  desk.ask(living, {});
  desk.level(living, 'waiting');
  desk.pass(80);
  return living;
}

function no(): number {
  return onlyPrompt(desk).options.find(({ meaning }) => meaning === 'deny')?.n ?? 0;
}
