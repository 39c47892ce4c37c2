// What the receipt of a prompt says that was not answered by us: each way of closing has a word of its own, and none says
// that somebody answered where only the terminal, or Claude, is gone.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hurry } from '../../../test/lab/hurried.ts';
import { type Desk, promptDesk } from '../../../test/lab/prompt-desk.ts';
import {
  callIn,
  composer,
  decidedIn,
  line,
  onlyPrompt,
  refusal,
  resultIn,
  waitingOn,
} from '../../../test/lab/prompt-signs.ts';
import { until } from '../../../test/lab/until.ts';
import { registryRead } from '../../../test/scenario.ts';
import type { Receipt } from '../../core/prompt.ts';
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

/** A session whose hook asks; its call is in the transcript, and its level waits. */
async function asking(pane: string | null = null): Promise<Living> {
  const living = desk.meet('aaa', pane);
  if (pane !== null) desk.panes.set(pane, composer());
  callIn(desk, living);
  desk.ask(living, {});
  desk.level(living, 'waiting');
  desk.pass(80);
  return living;
}

/** The person says something in the terminal: a turn of its own. */
function speaks(living: Living): void {
  const told = {
    source: 'hook',
    at: desk.clock.steady(),
    key: 'x',
    conversation: 'c',
    turn: 'newer',
    agent: null,
  } as const;
  desk.sessions.tell(living, [{ ...told, fact: { kind: 'prompt', by: 'person', text: 'and now' } }]);
  desk.sessions.settle(living);
}

function ends(living: Living): void {
  const gone = { condition: 'gone', ttyInputAt: null, children: null } as const;
  desk.sessions.tell(living, [{ source: 'process', at: desk.clock.steady(), ...gone }]);
  desk.sessions.settle(living);
}

/** Its agent `x` ends. */
function agentEnds(living: Living): void {
  const told = {
    source: 'hook',
    at: desk.clock.steady(),
    key: 'x',
    conversation: 'c',
    turn: null,
    agent: 'x',
  } as const;
  desk.sessions.tell(living, [{ ...told, fact: { kind: 'agent-ended' } }]);
  desk.sessions.settle(living);
}

/** Its pane is no more, and that was seen. */
async function closesPane(living: Living): Promise<void> {
  desk.panes.delete('%1');
  await desk.prompts.screens.look(living);
}

function receipts(): readonly Receipt[] {
  return desk.changes.flatMap((change) => (change.kind === 'prompt-closed' ? [change.receipt] : []));
}

/** How the one prompt ended, once it did. */
async function ending(): Promise<unknown> {
  await until('it is closed', () => receipts().length > 0, { within: 3_000 });
  expect([receipts().length, desk.open()]).toEqual([1, []]);
  const [receipt] = receipts();
  expect([receipt?.answer, receipt?.by]).toEqual([null, null]);
  return [receipt?.outcome, receipt?.ending];
}

describe('answered somewhere else', () => {
  it.each([
    ['its level goes on', 'terminal', (living: Living) => desk.level(living, 'busy')],
    ['its tool has its result', 'terminal', (living: Living) => resultIn(desk, living)],
    ['another hook decided', 'other-hook', (living: Living) => decidedIn(desk, living, 'allow')],
    ['the turn was interrupted', 'stopped', (living: Living) => line(desk, living, { kind: 'interrupt' })],
    ['another turn began', 'next-turn', speaks],
  ] as const)('%s', async (_, word, happens) => {
    happens(await asking());
    expect(await ending()).toEqual(['elsewhere', word]);
  });

  it('its dialog is gone from the screen', async () => {
    const living = await waitingOn(desk);
    desk.panes.set('%1', composer());
    desk.level(living, 'busy');
    expect(await ending()).toEqual(['elsewhere', 'terminal']);
  });

  it.each([
    ['the level goes on', 'terminal', (living: Living) => desk.level(living, 'idle')],
    ['nothing else is told', 'stopped', () => {}],
  ] as const)('its launcher was stopped, and %s', async (_, word, happens) => {
    const living = await asking();
    desk.prompts.gone(['1.4711']);
    expect(onlyPrompt(desk).answerableBy).toEqual([]);
    happens(living);
    expect(await ending()).toEqual(['elsewhere', word]);
  });

  it('its launcher was stopped while the level does not wait: at once', async () => {
    const living = desk.meet('aaa');
    desk.ask(living, {});
    desk.prompts.gone(['1.4711']);
    expect(receipts()).toMatchObject([{ outcome: 'elsewhere', ending: 'stopped' }]);
  });
});

describe('gone, and nobody has answered', () => {
  it('Claude ends: its launcher is stopped when its registry file is gone', async () => {
    const living = await asking();
    desk.level(living, 'missing');
    desk.prompts.gone(['1.4711']);
    expect(await ending()).toEqual(['gone', 'ended']);
  });

  it('Claude ends, and its launcher is stopped before the registry tells so', async () => {
    const living = await asking();
    desk.prompts.gone(['1.4711']);
    desk.level(living, 'missing');
    expect(await ending()).toEqual(['gone', 'ended']);
  });

  it('Claude ends, and writes its registry file once more on its way', async () => {
    const [living, other] = [await asking(), desk.meet('bbb')];
    desk.ask(other, {});
    desk.level(other, 'waiting');
    desk.level(living, 'missing');
    desk.level(living, 'waiting');
    desk.prompts.gone(['1.4711', '2.4711']);
    await until('the other, whose Claude goes on, is told', () => receipts().length > 0);
    expect(receipts()).toMatchObject([{ session: 'bbb', ending: 'stopped' }]);
    ends(living);
    expect(receipts().slice(1)).toMatchObject([{ session: 'aaa', outcome: 'gone', ending: 'ended' }]);
  });

  it('Claude ends, and its dialog goes from the screen before the process does', async () => {
    const living = await waitingOn(desk);
    desk.level(living, 'missing');
    desk.panes.set('%1', composer());
    await desk.prompts.screens.look(living);
    if (receipts().length === 0) ends(living);
    expect(await ending()).toEqual(['gone', 'ended']);
  });

  it('its process is killed', async () => {
    ends(await asking());
    expect(await ending()).toEqual(['gone', 'ended']);
  });

  it('its terminal is closed: Claude stops its hooks, and ends', async () => {
    const living = await waitingOn(desk);
    await closesPane(living);
    desk.level(living, 'missing');
    ends(living);
    expect(await ending()).toEqual(['gone', 'closed']);
  });

  it('its session goes to another conversation', async () => {
    const living = await asking();
    desk.sessions.tell(living, [registryRead(desk.clock.steady() / 1000, 'waiting', 'permission prompt', 'd')]);
    desk.sessions.settle(living);
    expect(await ending()).toEqual(['gone', 'conversation']);
  });
});

describe('while a decision of ours was on its way', () => {
  it.each([
    ['Claude ends, as what was allowed may do (kill $PPID)', ends],
    [
      'its terminal is closed',
      async (living: Living) => {
        await closesPane(living);
        ends(living);
      },
    ],
    [
      'its session goes to another conversation',
      (living: Living) => {
        desk.sessions.tell(living, [registryRead(desk.clock.steady() / 1000, 'busy', null, 'd')]);
        desk.sessions.settle(living);
      },
    ],
  ] as const)(
    '%s: nothing tells whether it was taken, and nobody else is said to have answered',
    async (_, happens) => {
      const living = desk.meet('aaa', '%1');
      desk.panes.set('%1', composer());
      callIn(desk, living);
      desk.ask(living, {});
      desk.level(living, 'waiting');
      desk.afterDecision = () => void happens(living);
      const { receipt, text } = await desk.answer(onlyPrompt(desk), 1);
      expect([receipt, text]).toEqual([null, expect.stringMatching(/^Sent, not confirmed/)]);
      expect(await ending()).toEqual(['gone', 'unclear']);
      expect(desk.store.answers(10)).toMatchObject([{ result: 'not-confirmed', channel: 'hook' }]);
    },
  );

  it.each([
    ['allow', 'allowed', 'in the background', false],
    ['deny', 'denied', 'in the background', false],
    ['allow', 'allowed', 'in front', true],
    ['deny', 'denied', 'in front', true],
  ] as const)(
    'its agent ends of it, before a level tells anything: %s is %s (%s)',
    async (meaning, outcome, _, front) => {
      const living = desk.meet('aaa');
      desk.ask(living, { agentType: 'general-purpose', foregroundAgents: front }, { agent: 'x' });
      if (front) desk.level(living, 'waiting');
      desk.afterDecision = () => agentEnds(living);
      const n = onlyPrompt(desk).options.find((option) => option.meaning === meaning)?.n ?? 0;
      expect((await desk.answer(onlyPrompt(desk), n)).receipt).toMatchObject({ outcome, ending: null });
      expect(desk.store.answers(10)).toMatchObject([{ result: 'answered', channel: 'hook' }]);
    },
  );

  it('its agent ends, and its launcher still has it: nothing tells whether it was taken', async () => {
    const living = desk.meet('aaa');
    desk.ask(living, { agentType: 'general-purpose' }, { agent: 'x' });
    desk.afterDecision = (name) => {
      desk.waiting.add(name);
      agentEnds(living);
    };
    expect((await desk.answer(onlyPrompt(desk), 1)).receipt).toBeNull();
    expect(await ending()).toEqual(['gone', 'unclear']);
  });
});

describe('whoever comes late', () => {
  it('hears by whom and when, by the id and by the session', async () => {
    const living = await asking();
    const prompt = onlyPrompt(desk);
    desk.level(living, 'busy');
    const told = {
      problem: 'answered',
      message: expect.stringMatching(
        /^aaa\.1 is already over: answered in its terminal .*\(touch short\.txt\)\. Nothing was sent\.$/,
      ),
    };
    await expect(desk.answer(prompt, 1)).rejects.toMatchObject(told);
    await expect(desk.prompts.reread(prompt.id)).rejects.toMatchObject(told);
    expect(desk.prompts.justClosed(living)).toMatchObject({ prompt: prompt.id, ending: 'terminal' });
    expect([desk.decided.size, desk.pressed.length]).toEqual([0, 0]);
  });

  it.each([
    ['nothing else is told', 'elsewhere', 'stopped', () => {}],
    ['Claude ends', 'gone', 'ended', (living: Living) => desk.level(living, 'missing')],
    ['the level goes on', 'elsewhere', 'terminal', (living: Living) => desk.level(living, 'busy')],
    ['its pane is seen to be no more', 'gone', 'closed', closesPane],
  ] as const)('within the moment after its launcher was stopped hears what came of it: %s', async (...row) => {
    const [, outcome, word, happens] = row;
    const living = await asking('%1');
    const prompt = onlyPrompt(desk);
    desk.prompts.gone(['1.4711']);
    const answers = [refusal(desk.answer(prompt, 1)), refusal(desk.prompts.reread(prompt.id))];
    await happens(living);
    expect(await Promise.all(answers)).toEqual(['answered', 'answered']);
    expect(await ending()).toEqual([outcome, word]);
    expect([desk.decided.size, desk.pressed.length]).toEqual([0, 0]);
  });

  it('hears nothing of a session that was never asked', () => {
    expect(desk.prompts.justClosed(desk.meet('bbb'))).toBeNull();
  });
});
