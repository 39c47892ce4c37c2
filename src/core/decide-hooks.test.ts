// What hooks add to the levels, what they tell alone, and that their order of arrival never matters.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  apiError,
  asks,
  begins,
  calls,
  cameBack,
  ends,
  interrupt,
  notified,
  prompt,
  result,
  says,
  started,
  stopFails,
  stops,
  story,
  typed,
} from '../../test/scenario.ts';
import { isCompacting } from './compacting.ts';
import { decide } from './decide.ts';
import { disagreement } from './disagreement.ts';
import type { Evidence, TranscriptFact } from './evidence.ts';
import type { HookFact } from './hook.ts';
import { observe } from './observe.ts';
import { emptyPicture, type Picture } from './picture.ts';

const idleAtFirst = () => story().level(0, 'idle').end(0);
const promptOf = (turn: string): TranscriptFact => ({ kind: 'prompt', by: 'person', text: 'do it', turn });
const agentEnded: HookFact = { kind: 'agent-ended' };
const began = (trigger: string): HookFact => ({ kind: 'compaction-began', trigger });
const compacted: HookFact = { kind: 'session-started', reason: 'compact' };

describe('hooks beside a level', () => {
  it('A3 a prompt is busy before the registry says so, and for three seconds only', () => {
    const told = idleAtFirst().hook(3, typed, { turn: 'a' });
    expect(told.decide(5.9).state).toBe('busy');
    expect(told.decide(6.1).state).toBe('idle');
  });

  it('A3 Stop needs no transcript: the level falls into review at once', () => {
    const told = idleAtFirst().hook(1, typed, { turn: 'a' }).level(1.1, 'busy').hook(5, stops(), { turn: 'a' });
    expect(told.decide(5).state).toBe('busy');
    expect(told.level(5.1, 'idle').decide(5.1).state).toBe('review');
  });

  it('A3 StopFailure is a review that says why', () => {
    const told = idleAtFirst().hook(1, typed, { turn: 'a' }).level(1.1, 'busy').hook(5, stopFails, { turn: 'a' });
    expect(told.level(5.1, 'idle').decide(5.1)).toMatchObject({ state: 'review', failure: { kind: 'rate_limit' } });
  });

  it('the transcript that comes behind Stop tells of the same turn', () => {
    const told = idleAtFirst().hook(1, typed, { turn: 'a' }).level(1.1, 'busy').hook(5, stops(), { turn: 'a' });
    told.level(5.1, 'idle').line(5.2, promptOf('a'));
    expect(told.decide(5.2).state).toBe('review');
    expect(told.line(5.2, says('done')).end(5.2).decide(5.3).state).toBe('review');
  });

  it('a review that was seen at its Stop stays seen when the transcript comes', () => {
    const told = idleAtFirst().hook(1, typed, { turn: 'a' }).level(1.1, 'busy').hook(5, stops(), { turn: 'a' });
    told.level(5.1, 'idle').tell({ source: 'person', kind: 'seen', at: 5150, change: 1 });
    told.line(5.2, promptOf('a')).line(5.2, says('done')).end(5.2);
    expect(told.decide(6).state).toBe('idle');
  });

  it('A8 Esc fires nothing: the interrupt line of the same turn is idle although a Stop of the turn before came late', () => {
    const told = idleAtFirst().hook(1, typed, { turn: 'a' }).level(1.1, 'busy').hook(5, stops(), { turn: 'a' });
    told.level(5.1, 'idle').hook(9, typed, { turn: 'b' }).level(9.1, 'busy').line(9.2, promptOf('b'));
    told.line(11, interrupt).end(11).level(11, 'idle');
    expect(told.decide(11).state).toBe('idle');
    expect(told.hook(5.01, stops(), { turn: 'a' }).decide(12).state).toBe('idle');
  });

  it('a turn that began in the queue is known by its transcript line, and its Stop by its id', () => {
    const told = idleAtFirst().hook(1, typed, { turn: 'a' }).level(1.1, 'busy').line(1.2, promptOf('a'));
    // Typed while busy: the hook carries the running turn's id.
    told.hook(3, typed, { turn: 'a' }).line(5, interrupt).line(5, promptOf('b')).end(5);
    expect(told.decide(5.1).state).toBe('busy');
    expect(told.hook(9, stops(), { turn: 'b' }).level(9, 'idle').decide(9.1).state).toBe('review');
  });

  it('a session met for the first time after a whole turn with hooks is to review, and without them it is not', () => {
    const history = () => story().level(100, 'idle').line(100, says('done'), { live: false }).end(100);
    expect(history().decide(101).state).toBe('idle');
    const told = history().hook(2, typed, { turn: 'a' }).hook(5, stops(), { turn: 'a' });
    expect(told.decide(101).state).toBe('review');
  });

  it('unreadable transcript: a Stop that was seen is a review and no guess', () => {
    const told = idleAtFirst().hook(1, typed, { turn: 'a' }).level(1.1, 'busy').hook(5, stops(), { turn: 'a' });
    const unreadable: Evidence = {
      source: 'transcript',
      kind: 'could-not-look',
      at: 5000,
      conversation: '00000000-0000-4000-8000-000000000001',
      reason: 'EACCES',
    };
    expect(told.tell(unreadable).level(5.1, 'idle').decide(6)).toMatchObject({ state: 'review', guess: false });
  });

  it('S05 Stop while agents work is busy with their number, one review when the last came back', () => {
    const told = idleAtFirst().hook(1, typed, { turn: 'a' }).level(1.1, 'busy');
    told.hook(2, { kind: 'agent-started' }, { turn: 'a', agent: 'x' }).hook(3, stops(1), { turn: 'a' });
    expect(told.decide(3).state).toBe('busy');
    expect(told.picture().hooks.story.left).toBe(1);
    told.hook(9, agentEnded, { turn: 'a', agent: 'x' }).hook(9.1, cameBack, { turn: 'b' });
    expect(told.decide(9.1).state).toBe('busy');
    expect(told.hook(10, stops(), { turn: 'b' }).level(10, 'idle').decide(10.1).state).toBe('review');
  });

  it('S05 Stop with only a background shell is a review', () => {
    const told = idleAtFirst().hook(1, typed, { turn: 'a' }).level(1.1, 'busy').hook(5, stops(0, 1), { turn: 'a' });
    expect(told.level(5.1, 'shell').decide(5.1).state).toBe('review');
  });

  it("S06 a sub-agent's end and a Stop with an agent's id leave the main session alone", () => {
    const told = idleAtFirst().hook(1, typed, { turn: 'a' }).level(1.1, 'busy');
    told.hook(3, agentEnded, { agent: 'x' }).hook(3.1, stops(), { agent: 'x' }).hook(3.2, stopFails, { agent: 'x' });
    expect(told.decide(3.3).state).toBe('busy');
    expect(told.picture().hooks.story.turn?.end).toBeNull();
  });

  it('A4 a permission notification opens a question for a second only, against a level that says busy', () => {
    const told = idleAtFirst().hook(1, typed, { turn: 'a' }).level(1.1, 'busy').hook(9, notified, { turn: 'a' });
    expect(told.decide(9.1).state).toBe('needs-input');
    expect(told.decide(10.1).state).toBe('busy');
  });

  it('A4 a permission notification that ran before the dialog was answered opens nothing', () => {
    const told = idleAtFirst().hook(1, typed, { turn: 'a' }).level(1.1, 'busy').level(3, 'waiting').level(9.2, 'busy');
    expect(told.hook(9.1, notified, { turn: 'a' }).decide(9.3).state).toBe('busy');
  });

  it.each(['idle_prompt', 'auth_success', 'elicitation_dialog', 'agent_needs_input', 'made_up'])(
    'A4 B12 S04 the notification %s changes nothing',
    (type) => {
      const told = idleAtFirst().hook(1, typed, { turn: 'a' }).level(1.1, 'busy').hook(5, stops(), { turn: 'a' });
      told.level(5.1, 'idle').tell({ source: 'person', kind: 'seen', at: 6000, change: 1 });
      const before = told.decide(65);
      expect(told.hook(65, { kind: 'notified', type }, { turn: 'a' }).decide(65.1)).toEqual(before);
      expect(before.state).toBe('idle');
    },
  );

  it('S14 a replayed SessionStart leaves a pending question and its time alone', () => {
    const told = story().hook(0, started).hook(1, typed, { turn: 'a' }).hook(5, asks, { turn: 'a' });
    const before = told.decide(6);
    told.hook(6, { kind: 'session-started', reason: 'resume' });
    expect(told.decide(6.1)).toEqual(before);
    expect(before.state).toBe('needs-input');
  });

  it('S07 automatic compaction never moves the session, whatever stops in its middle', () => {
    const told = story().hook(0, typed, { turn: 'a' }).hook(5, began('auto'), { turn: 'a' });
    told.hook(6, stops(), { turn: 'a' });
    expect(told.decide(6.1).state).toBe('busy');
    expect(isCompacting(told.picture(), 'busy')).toBe(true);
    told.hook(7, compacted, { turn: 'a' }).hook(8, begins('t'), { turn: 'a' });
    expect(told.decide(8).state).toBe('busy');
    expect(isCompacting(told.picture(), 'busy')).toBe(false);
  });

  it('S08 compaction by hand is busy, and idle right after although a tool call stood open before', () => {
    const told = story().line(0, prompt).line(1, calls('t')).end(1);
    told.hook(100, began('manual'), { turn: 'c' });
    expect(told.decide(220).state).toBe('busy');
    expect(told.hook(221, compacted, { turn: 'c' }).line(221, { kind: 'compacted' }).decide(221.1).state).toBe('idle');
  });

  it('compaction by hand is busy before the registry says so, and what stood is seen: it was typed there', () => {
    const told = idleAtFirst().hook(1, typed, { turn: 'a' }).level(1.1, 'busy').hook(5, stops(), { turn: 'a' });
    told.level(5.1, 'idle').hook(5.4, began('manual'), { turn: 'c' });
    expect(told.decide(5.7).state).toBe('busy');
    told.level(6, 'busy').hook(9, compacted, { turn: 'c' }).level(9.1, 'idle');
    expect(told.decide(9.2).state).toBe('idle');
  });

  it('compaction whose end was never told ends when the level leaves busy', () => {
    const told = idleAtFirst()
      .hook(1, began('manual'), { turn: 'c' })
      .level(1.1, 'busy')
      .level(9, 'idle')
      .level(10, 'busy');
    expect(isCompacting(told.picture(), 'busy')).toBe(false);
  });
});

describe('hooks without a level', () => {
  it('S02 C7 an allowed tool is busy again from its result in the transcript, before its turn ends', () => {
    const told = story().hook(0, typed).line(0.1, prompt).line(1, calls('t1')).hook(1.1, begins('t1')).hook(1.2, asks);
    expect(told.decide(30).state).toBe('needs-input');
    expect(told.line(31, result('t1')).decide(31).state).toBe('busy');
  });

  it('S02 a question closes when its agent begins the next tool, and stays for one of another agent', () => {
    const told = story().hook(0, typed).hook(1, begins('t1')).hook(1.1, asks);
    expect(told.hook(5, begins('x1'), { agent: 'x' }).decide(5).state).toBe('needs-input');
    expect(told.hook(6, begins('t2')).decide(6).state).toBe('busy');
  });

  it('Esc at a question is idle by the interrupt line', () => {
    const told = story().hook(0, typed).line(0.1, prompt).hook(1, begins('t1')).hook(1.1, asks).line(9, interrupt);
    expect(told.end(9).decide(9)).toMatchObject({ state: 'idle', guess: false });
  });

  it('A8 an interrupt that stands in the transcript is past once a new prompt was typed', () => {
    const told = story().hook(0, typed).line(0.1, prompt).line(5, interrupt).hook(9, typed);
    expect(told.decide(9.1).state).toBe('busy');
  });

  it('an API error in the transcript that no hook told of is a review', () => {
    const told = story().hook(0, typed).line(0.1, prompt).line(5, apiError).end(5);
    expect(told.decide(36)).toMatchObject({ state: 'review', failure: { kind: 'server_error' } });
  });

  it('H16 the same Stop twice is one end', () => {
    const told = story().hook(0, typed, { turn: 'a' }).hook(5, stops(), { turn: 'a' });
    const once = told.decide(6);
    expect(told.hook(5.05, stops(), { turn: 'a' }).decide(6)).toEqual(once);
  });

  it('a tool event of an ended turn does not open it again', () => {
    const told = story().hook(0, typed, { turn: 'a' }).hook(5, stops(), { turn: 'a' });
    expect(told.hook(5.06, begins('t'), { turn: 'a' }).decide(6).state).toBe('review');
  });

  it('a tool whose end came before its start is not open', () => {
    const told = story()
      .hook(0, typed, { turn: 'a' })
      .hook(2, ends('t'), { turn: 'a' })
      .hook(2.01, begins('t'), { turn: 'a' });
    expect(told.picture().hooks.story.turn?.openTools).toEqual([]);
  });

  it('S13 /clear moves the session to its new conversation, and nothing late moves it back', () => {
    const told = story('old').hook(0, started, { conversation: 'old' }).hook(1, typed, { conversation: 'old' });
    told.hook(9, { kind: 'session-started', reason: 'clear' }, { conversation: 'new' });
    told.hook(8.9, { kind: 'session-ended', reason: 'clear' }, { conversation: 'old' });
    expect(told.decide(9.1).state).toBe('idle');
    told.hook(9.05, { kind: 'session-ended', reason: 'clear' }, { conversation: 'old' });
    expect(told.picture().conversation).toBe('new');
    expect(told.hook(12, typed, { conversation: 'new' }).decide(12.1).state).toBe('busy');
  });

  it('busy for ever does not exist: ten minutes without a sign are unknown', () => {
    const told = story().hook(0, typed);
    expect(told.decide(599).state).toBe('busy');
    expect(told.decide(601).state).toBe('unknown');
  });
});

describe('what nothing but time or another hook tells, without a level', () => {
  it("S02 Esc closes an agent's question for good, also for the next turn", () => {
    const told = story().hook(0, typed).line(0.1, prompt).hook(2, asks, { agent: 'x' });
    expect(told.decide(3).state).toBe('needs-input');
    expect(told.line(4, interrupt).end(4).decide(4).state).toBe('idle');
    expect(told.hook(9, typed).line(9.1, prompt).decide(9.2).state).toBe('busy');
  });

  it('agents that never come back are unknown after ten silent minutes', () => {
    const told = story().hook(0, typed).hook(5, stops(1));
    expect(told.decide(600).state).toBe('busy');
    expect(told.decide(606).state).toBe('unknown');
  });

  it("what another session does in the same conversation is not this one's", () => {
    const told = story().hook(0, typed).line(0.1, prompt).hook(5, stops()).line(5.1, says('done')).end(5.1);
    told.tell({ source: 'memory', kind: 'shared', at: 6_000, shared: true });
    expect(told.line(20, prompt).end(20).decide(20.1).state).toBe('review');
    const working = story().hook(0, typed);
    working.tell({ source: 'memory', kind: 'shared', at: 1_000, shared: true });
    expect(working.line(9, prompt).line(10, interrupt).end(10).decide(10.1).state).toBe('busy');
  });

  it('a Stop that another hook refused is no end: Claude writes on', () => {
    const told = story().hook(0, typed).line(0.1, prompt).hook(5, stops());
    expect(told.line(9, calls('t9')).decide(9.1).state).toBe('busy');
  });

  it('a session met in the middle of its turn is to review at its Stop', () => {
    const told = story().line(10, calls('t1'), { live: false }).end(10).hook(1, typed).line(12, result('t1')).end(12);
    expect(told.hook(20, stops()).decide(20.1)).toMatchObject({ state: 'review', guess: false });
  });

  it('a form that another hook filled in closes when its tool ends', () => {
    const told = story().hook(0, typed).hook(5, { kind: 'form-asked', server: 'lab' });
    expect(told.decide(6).state).toBe('needs-input');
    told.hook(7, { kind: 'tool-ended', toolId: 't', tool: 'mcp__lab__deploy' });
    expect(told.decide(7.1).state).toBe('busy');
  });

  it('a registry file that is gone lets hooks name the next conversation', () => {
    const told = story('old')
      .level(0, 'idle')
      .tell({ source: 'registry', kind: 'missing', at: 1_000, startDialog: false });
    told.hook(9, { kind: 'session-started', reason: 'clear' }, { conversation: 'new' });
    expect(told.hook(10, typed, { conversation: 'new' }).decide(11).state).toBe('busy');
  });
});

describe('hooks against a registry that is wrong', () => {
  it('a whole turn by hooks while the registry rested is a contradiction, told of once', () => {
    const told = idleAtFirst().hook(20, typed, { turn: 'a' }).hook(25, stops(), { turn: 'a' });
    expect(disagreement(told.picture(), 26_000)).toMatchObject({ source: 'registry' });
  });

  it('a prompt that another hook refused is none', () => {
    const told = idleAtFirst().hook(20, typed, { turn: 'a' });
    expect(disagreement(told.picture(), 60_000)).toBeNull();
  });

  it('where the registry has lost its vote, hooks decide', () => {
    const told = idleAtFirst().tell({ source: 'memory', kind: 'distrust', at: 100, sources: ['registry'] });
    expect(told.hook(20, typed, { turn: 'a' }).decide(25).state).toBe('busy');
    expect(told.hook(30, stops(), { turn: 'a' }).decide(30).state).toBe('review');
  });
});

describe('hooks in any order', () => {
  const turn = (id: string, from: number): readonly Evidence[] =>
    story()
      .hook(from, typed, { turn: id })
      .hook(from + 1, begins(`${id}1`), { turn: id })
      .hook(from + 1.1, asks, { turn: id })
      .hook(from + 3, ends(`${id}1`), { turn: id })
      .hook(from + 3.1, { kind: 'agent-started' }, { turn: id, agent: `${id}x` })
      .hook(from + 4, stops(1), { turn: id })
      .hook(from + 5, agentEnded, { turn: id, agent: `${id}x` })
      .hook(from + 5.1, cameBack, { turn: `${id}'` })
      .hook(from + 6, stops(), { turn: `${id}'` })
      .evidence();
  const all = [...turn('a', 0), ...turn('b', 10), ...turn('c', 20)].map((hook, index) => ({
    ...hook,
    key: `${index}`,
    // So that the level, which is there from the start, has a say in nothing.
    source: 'hook' as const,
  })) as readonly Evidence[];
  const fold = (evidence: readonly Evidence[]): Picture =>
    evidence.reduce(
      observe,
      observe(emptyPicture(0), { ...(all[0] as Evidence & { at: number }), at: -1, key: 'first' } as Evidence),
    );

  it('shuffled and doubled hooks give the same picture', () => {
    const inOrder = fold(all);
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length, maxLength: 2 * all.length }),
        (shuffled) => {
          const picture = fold(shuffled);
          expect(picture.hooks.story).toEqual(inOrder.hooks.story);
          expect(decide(picture, 30_000)).toEqual(decide(inOrder, 30_000));
        },
      ),
    );
  });
});
