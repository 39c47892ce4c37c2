import { describe, expect, it } from 'vitest';
import {
  apiError,
  asks,
  calls,
  command,
  commandOutput,
  interrupt,
  prompt,
  registryRead,
  result,
  type Story,
  says,
  started,
  stops,
  story,
  taskBack,
  typed,
} from '../../test/scenario.ts';
import { RULES } from './decide.ts';
import { disagreement } from './disagreement.ts';
import type { Evidence, TranscriptFact } from './evidence.ts';
import type { State } from './session.ts';

/** One story that only its rule can tell right. */
interface Case {
  readonly rule: string;
  readonly tells: string;
  readonly story: () => Story;
  readonly at: number;
  readonly state: State;
}

const idleAtFirst = () => story().level(0, 'idle').end(0);
const turnDone = () =>
  idleAtFirst().line(1, prompt).level(1.1, 'busy').line(5, says('done')).level(5.1, 'idle').end(5.1);

const CASES: readonly Case[] = [
  {
    rule: 'process-gone',
    tells: 'a killed Claude is ended although its registry file still says busy',
    story: () => story().level(0, 'busy').process(1, 'gone'),
    at: 1,
    state: 'ended',
  },
  {
    rule: 'foreign',
    tells: 'a session of another container is unknown, although it said busy before',
    story: () =>
      story().level(0, 'busy').tell({ source: 'registry', kind: 'foreign', at: 1000, domain: 'linux:x:pid:[1]' }),
    at: 1,
    state: 'unknown',
  },
  {
    rule: 'suspended',
    tells: 'a stopped process is unknown although the registry says busy',
    story: () => story().level(0, 'busy').process(1, 'stopped'),
    at: 1,
    state: 'unknown',
  },
  {
    rule: 'start-dialog',
    tells: 'a key without a registry file is a start dialog',
    story: () =>
      story().process(0, 'running').tell({ source: 'registry', kind: 'missing', at: 2000, startDialog: true }),
    at: 2,
    state: 'needs-input',
  },
  {
    rule: 'remembered',
    tells: 'needs-input persists over a restart until it is read again',
    story: () => story().tell({ source: 'memory', kind: 'restart', at: 0, state: 'needs-input' }),
    at: 0.5,
    state: 'needs-input',
  },
  {
    rule: 'level-waiting',
    tells: 'status waiting needs input whatever it waits for',
    story: () => story().level(0, 'waiting', 'goal proposal'),
    at: 0,
    state: 'needs-input',
  },
  {
    rule: 'prompt-held',
    tells: "a background agent's question that its hook holds open needs you although the level says busy",
    story: () => story().level(0, 'busy').tell({ source: 'memory', kind: 'holding', at: 1000, prompts: 1 }),
    at: 2,
    state: 'needs-input',
  },
  {
    rule: 'screen-asks',
    tells: 'a dialog that moves no level (an exit with background tasks) needs you',
    story: () => story().level(0, 'shell').tell({ source: 'pane', kind: 'dialog', at: 1000, title: 'Exit?' }),
    at: 2,
    state: 'needs-input',
  },
  {
    rule: 'just-asked',
    tells: 'a question that a hook told of needs input before the registry says so',
    story: () => idleAtFirst().hook(1, typed).level(1.1, 'busy').hook(5, asks),
    at: 5.05,
    state: 'needs-input',
  },
  {
    rule: 'level-busy',
    tells: 'status busy is busy although the transcript says finished: agents work in the background',
    story: () => idleAtFirst().line(1, prompt).level(1.1, 'busy').line(5, says('launched')).end(5),
    at: 60,
    state: 'busy',
  },
  {
    rule: 'prompt-just-typed',
    tells: 'a prompt in the transcript is busy before the registry says so',
    story: () => turnDone().line(9, prompt),
    at: 9.05,
    state: 'busy',
  },
  {
    rule: 'reading-the-end',
    tells: 'a level that fell before its last line was written changes nothing yet',
    story: () => idleAtFirst().line(1, prompt).level(1.1, 'busy').level(5, 'idle').end(5),
    at: 5.1,
    state: 'busy',
  },
  {
    rule: 'transcript-unreadable',
    tells: 'a turn that ended unseen behind an unreadable transcript is probably to review',
    story: () =>
      idleAtFirst().level(1, 'busy').level(5, 'idle').tell({
        source: 'transcript',
        kind: 'could-not-look',
        at: 5000,
        conversation: '00000000-0000-4000-8000-000000000001',
        reason: 'EACCES',
      }),
    at: 6,
    state: 'review',
  },
  {
    rule: 'turn-interrupted',
    tells: 'Esc leaves nothing to see, and gives no older review back',
    story: () => turnDone().line(9, taskBack).level(9, 'busy').line(10, interrupt).level(10, 'idle').end(10),
    at: 10,
    state: 'idle',
  },
  {
    rule: 'seen',
    tells: 'typing in its terminal after the end makes a review idle',
    story: () => turnDone().process(9, 'running', 8),
    at: 9,
    state: 'idle',
  },
  {
    rule: 'review-waits',
    tells: 'a finished turn waits to be seen',
    story: turnDone,
    at: 5.1,
    state: 'review',
  },
  {
    rule: 'level-idle',
    tells: 'a session met at rest is idle although its history ends in a finished message',
    story: () => story().line(0, prompt, { live: false }).line(0, says('old'), { live: false }).level(0, 'idle').end(0),
    at: 0,
    state: 'idle',
  },
  {
    rule: 'next-begins',
    tells: 'without a level a prompt in the queue begins the next turn: Esc shows no rest',
    story: () => story().line(0, prompt).line(2, { kind: 'queue', change: 'added' }).line(3, interrupt).end(3),
    at: 3.3,
    state: 'busy',
  },
  {
    rule: 'transcript-interrupted',
    tells: 'without a level an interrupt line is idle',
    story: () => story().line(1, prompt).line(2, interrupt).end(2),
    at: 2,
    state: 'idle',
  },
  {
    rule: 'asked',
    tells: 'without a level a question that a hook told of stays open',
    story: () => story().hook(0, typed).hook(5, asks),
    at: 65,
    state: 'needs-input',
  },
  {
    rule: 'transcript-silent',
    tells: 'without a level an open turn is not believed after ten silent minutes',
    story: () => story().line(1, prompt).line(2, calls('a')),
    at: 603,
    state: 'unknown',
  },
  {
    rule: 'hook-works',
    tells: 'without a level a prompt that a hook told of is busy, and no guess',
    story: () => story().hook(0, typed),
    at: 60,
    state: 'busy',
  },
  {
    rule: 'hook-agents',
    tells: 'S05 without a level Stop is not the end while agents work',
    story: () => story().hook(0, typed).hook(5, stops(1)),
    at: 60,
    state: 'busy',
  },
  {
    rule: 'hook-rests',
    tells: 'without a level Stop is a review at once',
    story: () => story().hook(0, typed).hook(5, stops()),
    at: 5,
    state: 'review',
  },
  {
    rule: 'hook-started',
    tells: 'A3 without a level a session that started is idle',
    story: () => story().hook(0, started),
    at: 1,
    state: 'idle',
  },
  {
    rule: 'transcript-works',
    tells: 'without a level an open tool call is busy, not idle',
    story: () => story().line(1, prompt).line(2, calls('a')),
    at: 500,
    state: 'busy',
  },
  {
    rule: 'transcript-rests',
    tells: 'without a level a finished message is a review 30 s later',
    story: () => story().line(1, prompt).line(2, says('done')),
    at: 32,
    state: 'review',
  },
  {
    rule: 'nothing-tells',
    tells: 'a live process of which nothing tells is unknown',
    story: () => story().process(0, 'running'),
    at: 5,
    state: 'unknown',
  },
];

describe('each rule', () => {
  it('has a case', () => {
    expect(CASES.map((one) => one.rule)).toEqual(RULES.map((rule) => rule.name));
  });

  it.each(CASES)('$rule: $tells', ({ rule, story, at, state }) => {
    const decision = story().decide(at);
    expect({ state: decision.state, because: decision.because }).toEqual({ state, because: rule });
  });

  it.each(CASES)('$rule is needed: without it the same story is told otherwise', ({ rule, story, at }) => {
    const others = RULES.filter((one) => one.name !== rule);
    const whole = story().decide(at);
    const without = story().decide(at, others);
    expect(`${without.state} ${without.guess} ${without.suspended} ${without.because}`).not.toBe(
      `${whole.state} ${whole.guess} ${whole.suspended} ${whole.because}`,
    );
    // The last resort says in words what `no-rule` cannot; every other rule changes the state itself.
    if (rule !== 'nothing-tells' && rule !== 'foreign') expect(without.state).not.toBe(whole.state);
  });
});

describe('the end of a turn', () => {
  it('A8: Esc in mid-stream is idle as soon as the level rests', () => {
    const told = idleAtFirst().line(1, prompt).level(1.1, 'busy').line(3, interrupt).end(3);
    expect(told.decide(3).state).toBe('busy');
    expect(told.level(3.1, 'idle').end(3.1).decide(3.1).state).toBe('idle');
  });

  it('Esc at a dialog goes from needs-input to idle without a flash of busy', () => {
    const told = idleAtFirst().line(1, prompt).level(1.1, 'busy').line(2, calls('a')).level(2.1, 'waiting').end(2.1);
    expect(told.decide(2.1).state).toBe('needs-input');
    expect(told.level(4, 'idle').end(4).decide(4).state).toBe('needs-input');
    expect(told.line(4.1, interrupt).end(4.1).decide(4.1).state).toBe('idle');
  });

  it('an API error is a failed review', () => {
    const told = idleAtFirst().line(1, prompt).level(1.1, 'busy').line(3, apiError).level(3.1, 'idle').end(3.1);
    expect(told.decide(3.1)).toMatchObject({ state: 'review', failure: { kind: 'server_error', status: 500 } });
  });

  it('a local command leaves what was before, and the person has been there', () => {
    const told = turnDone();
    expect(told.decide(6).state).toBe('review');
    told.line(9, command).level(9, 'busy').line(9.5, commandOutput).level(9.6, 'idle').end(9.6);
    expect(told.decide(9.6)).toMatchObject({ state: 'busy', recheckAt: 10_100 });
    expect(told.decide(10.1).state).toBe('idle');
  });

  it('a !cmd that Claude answers is a review without a flash of idle', () => {
    const told = idleAtFirst().level(1, 'busy').level(3, 'idle').line(3.1, command).line(3.1, commandOutput).end(3.1);
    expect(told.decide(3.1).state).toBe('busy');
    expect(told.line(3.12, says('I see')).end(3.12).decide(3.12).state).toBe('review');
  });

  it('a closed dialog without a turn gives the old review back at once', () => {
    const told = turnDone().level(9, 'waiting', 'dialog open');
    expect(told.decide(9).state).toBe('needs-input');
    expect(told.level(12, 'idle').end(12).decide(12).state).toBe('review');
  });

  it('a dialog seen before the level fell is not one that stands after it', () => {
    const seen = (at: number) => ({ source: 'pane', kind: 'dialog', at: at * 1_000, title: 'Select model' }) as const;
    const told = idleAtFirst().level(1, 'waiting', 'dialog open').tell(seen(1.1)).level(1.38, 'idle').end(1.38);
    for (const at of [1.38, 1.41, 2]) expect(told.decide(at).state).toBe('idle');
    told.tell(seen(1.5));
    expect(told.decide(1.5)).toMatchObject({ state: 'idle', recheckAt: 1_680 });
    expect(told.decide(1.68).state).toBe('needs-input');
  });

  it('a run without any line is as before the run, within a second', () => {
    const told = idleAtFirst().level(1, 'busy').level(2, 'idle').end(2);
    expect(told.decide(2.1)).toMatchObject({ state: 'busy', recheckAt: 2900 });
    expect(told.decide(2.9).state).toBe('idle');
  });

  it('a background shell does not hold the end back, and its end is a review of its own', () => {
    const told = idleAtFirst().line(1, prompt).level(1.1, 'busy').line(3, says('started')).level(3.1, 'shell').end(3.1);
    expect(told.decide(3.1).state).toBe('review');
    expect(told.decide(63).state).toBe('review');
    told.line(70, taskBack).level(70, 'busy').end(70);
    expect(told.decide(70).state).toBe('busy');
    told.line(71, says('it ended')).level(71, 'idle').end(71);
    expect(told.decide(71).state).toBe('review');
  });

  it('a turn that nobody typed and that came to nothing gives the old review back', () => {
    const told = turnDone().line(9, taskBack).level(9, 'busy').end(9).level(10, 'idle').end(10);
    expect(told.decide(10.6).state).toBe('review');
  });

  it('an agent that comes back does not flash a review before the turn it begins', () => {
    const launched: TranscriptFact = { kind: 'tool-result', toolId: 'a', agentLaunched: true };
    const told = idleAtFirst().line(1, prompt).level(1.1, 'busy').line(2, calls('a')).line(2, launched);
    told.line(3, says('launched')).end(3);
    expect(told.decide(3).state).toBe('busy');
    told.level(9, 'idle').end(9);
    expect(told.decide(9.4)).toMatchObject({ state: 'busy', recheckAt: 9_900 });
    told.line(9.5, { kind: 'agent-ended', toolId: 'a' }).line(9.5, taskBack).end(9.5);
    expect(told.decide(9.5).state).toBe('busy');
    told.level(9.6, 'busy').line(9.9, says('it came back')).level(10, 'idle').end(10);
    expect(told.decide(10).state).toBe('review');
  });

  it('an agent that never comes back holds one second only', () => {
    const launched: TranscriptFact = { kind: 'tool-result', toolId: 'a', agentLaunched: true };
    const told = idleAtFirst().line(1, prompt).level(1.1, 'busy').line(2, launched).line(3, says('launched')).end(3);
    expect(told.level(9, 'idle').end(9).decide(10).state).toBe('review');
  });

  it('what was typed while agents still worked saw no end', () => {
    const told = idleAtFirst()
      .line(1, prompt)
      .level(1.1, 'busy')
      .line(3, says('launched'))
      .level(3.1, 'waiting')
      .end(3.1);
    told.process(5, 'running', 5).level(5.1, 'busy').level(9, 'idle').end(9);
    expect(told.decide(9).state).toBe('review');
  });

  it('a prompt typed right after Esc is busy', () => {
    const told = idleAtFirst().line(1, prompt).level(1.1, 'busy').line(3, interrupt).line(3.1, prompt).end(3.1);
    expect(told.decide(3.1).state).toBe('busy');
  });

  it('Esc with a prompt waiting goes on without a flash of idle', () => {
    const told = idleAtFirst().line(1, prompt).level(1.1, 'busy').line(2, { kind: 'queue', change: 'added' });
    told.line(3, interrupt).level(3, 'idle').end(3);
    expect(told.decide(3).state).toBe('busy');
    told.line(3.05, { kind: 'queue', change: 'begins' }).line(3.05, prompt).level(3.1, 'busy').end(3.1);
    expect(told.decide(3.1).state).toBe('busy');
  });

  it('a prompt that left the queue before the interrupt was written goes on without a flash of idle', () => {
    const told = idleAtFirst().line(1, prompt).level(1.1, 'busy').line(2, { kind: 'queue', change: 'added' });
    told.line(2.9, { kind: 'queue', change: 'begins' }).line(2.9, interrupt).end(2.9).level(3, 'idle').end(3);
    expect(told.decide(3).state).toBe('busy');
    told.line(3.1, prompt).level(3.1, 'busy').line(4, says('done')).end(4).level(4, 'idle').end(4);
    expect(told.decide(4).state).toBe('review');
  });

  it('a waiting prompt that never begins holds half a second only', () => {
    const told = idleAtFirst().line(1, prompt).level(1.1, 'busy').line(2, { kind: 'queue', change: 'added' });
    expect(told.line(3, interrupt).level(3, 'idle').end(3).decide(3.6).state).toBe('idle');
  });

  it('a prompt that begins no turn holds for one second only', () => {
    const told = turnDone().line(9, prompt);
    expect(told.decide(9.9).state).toBe('busy');
    expect(told.decide(10.1).state).toBe('idle');
  });

  it('a turn met half way is ours to report', () => {
    const told = story()
      .line(0, prompt, { live: false })
      .level(0, 'busy')
      .end(0)
      .line(4, says('done'))
      .level(4.1, 'idle');
    expect(told.end(4.1).decide(4.1).state).toBe('review');
  });

  it('S19: bookkeeping after an open tool call changes nothing', () => {
    const told = story().line(1, prompt).line(2, calls('a')).end(30).end(60);
    expect(told.decide(120).state).toBe('busy');
  });

  it('C7: idle after 30 s of silence when nothing better is known', () => {
    const told = story().line(0, prompt, { live: false }).line(1, says('old'), { live: false });
    expect(told.decide(20).state).toBe('busy');
    expect(told.decide(31)).toMatchObject({ state: 'idle', guess: true });
  });
});

describe('the start of a session', () => {
  const keyAlone = { source: 'registry', kind: 'missing', at: 2000, startDialog: true } as const;

  it('a start dialog that was answered stays until the registry has a word', () => {
    const told = story().process(0, 'running').tell(keyAlone).level(5, 'none');
    expect(told.decide(5.5)).toMatchObject({ state: 'needs-input', recheckAt: 7000 });
    expect(told.level(5.6, 'idle').decide(5.6).state).toBe('idle');
  });

  it('a registry that never has a word does not stay at its start dialog', () => {
    expect(story().process(0, 'running').tell(keyAlone).level(5, 'none').decide(7).state).toBe('unknown');
  });

  it('a conversation that is live in another session does not make this one busy before it has a word', () => {
    const told = story().line(0, prompt, { live: false }).line(1, says('there'), { live: false }).level(2, 'none');
    expect(told.decide(2).state).toBe('busy');
    told.tell({ source: 'memory', kind: 'shared', at: 2000, shared: true });
    expect(told.decide(2).state).toBe('unknown');
  });
});

describe('what the person did', () => {
  const seenAt = (at: number) => ({ source: 'person', kind: 'seen', at: at * 1000, change: 1 }) as const;

  it('seen clears this end and not the next', () => {
    const told = turnDone().tell(seenAt(6));
    expect(told.decide(6).state).toBe('idle');
    told.line(9, prompt).level(9, 'busy').line(12, says('again')).level(12, 'idle').end(12);
    expect(told.decide(12).state).toBe('review');
  });

  it('undo brings the review back', () => {
    const told = turnDone().tell(seenAt(6)).tell({ source: 'person', kind: 'unseen', at: 7000 });
    expect(told.decide(7).state).toBe('review');
  });

  it('input before the end does not count as having seen it', () => {
    expect(turnDone().process(9, 'running', 4).decide(9).state).toBe('review');
  });

  it('/clear right after a turn is idle at once: that run was another conversation', () => {
    const told = turnDone().tell(registryRead(5.3, 'idle', null, '00000000-0000-4000-8000-000000000002'));
    expect(told.decide(5.3).state).toBe('idle');
  });

  it('/clear leaves nothing to see', () => {
    const told = turnDone().tell({
      source: 'registry',
      kind: 'read',
      at: 9000,
      status: 'idle',
      waitingFor: null,
      conversation: '00000000-0000-4000-8000-000000000002',
      cwd: '/home/dev/shop',
      name: null,
      version: null,
      statusUpdatedAt: 9000,
    });
    expect(told.decide(9).state).toBe('idle');
  });
});

describe('a conversation live in two sessions', () => {
  it("the other session's turn moves this one in nothing", () => {
    const told = idleAtFirst().tell({ source: 'memory', kind: 'shared', at: 500, shared: true });
    told.line(1, prompt).line(3, says('for the other one')).end(3);
    expect(told.decide(3).state).toBe('idle');
  });

  it('its own turn, confirmed by its own level, counts', () => {
    const told = idleAtFirst().tell({ source: 'memory', kind: 'shared', at: 500, shared: true });
    told.line(1, prompt).level(1.1, 'busy').line(3, says('mine')).level(3.1, 'idle').end(3.1);
    expect(told.decide(3.1).state).toBe('review');
  });
});

describe('after a restart of the daemon', () => {
  const restart = (state: State) => ({ source: 'memory', kind: 'restart', at: 10_000, state }) as const;

  it('A2: busy is unknown, and stays unknown while nothing is read', () => {
    const told = idleAtFirst().level(1, 'busy').tell(restart('busy'));
    expect(told.decide(10.1).state).toBe('unknown');
    expect(told.decide(60).state).toBe('unknown');
  });

  it('A10: busy resolves to what the level and the transcript say', () => {
    const told = idleAtFirst().line(1, prompt).level(1.1, 'busy').tell(restart('busy'));
    told.line(10.1, says('done meanwhile')).end(10.1).level(10.2, 'idle').end(10.2);
    expect(told.decide(10.2).state).toBe('review');
  });

  it('A10: a turn that came and went while the daemon was away is to review', () => {
    const told = idleAtFirst().tell(restart('idle')).line(10.1, prompt).line(10.1, says('done')).end(10.1);
    expect(told.level(10.2, 'idle').decide(10.2).state).toBe('review');
  });
});

describe('what another process did in the same conversation', () => {
  it("stays the other's when that one goes", () => {
    const told = idleAtFirst().tell({ source: 'memory', kind: 'shared', at: 500, shared: true });
    told.line(1, prompt).line(3, says('for the other one')).end(3);
    told.tell({ source: 'memory', kind: 'shared', at: 9_000, shared: false });
    expect(told.decide(9).state).toBe('idle');
    expect(disagreement(told.picture(), 20_000)).toBeNull();
  });
});

describe('what the registry can no longer tell', () => {
  const unreadable = (at: number) =>
    ({ source: 'registry', kind: 'could-not-look', at: at * 1000, reason: 'EACCES' }) as const;

  it('does not hold against a transcript that goes on', () => {
    const told = idleAtFirst().level(1, 'busy').tell(unreadable(2)).line(5, prompt).line(6, says('done'));
    expect(told.decide(40)).toMatchObject({ state: 'review', guess: true });
  });

  it('does not hold for ever', () => {
    const told = idleAtFirst().level(1, 'busy').tell(unreadable(2));
    expect(told.decide(60)).toMatchObject({ state: 'busy', recheckAt: 602_000 });
    expect(told.decide(602).state).toBe('unknown');
  });

  it('holds for two seconds when its file vanished, and asks to be looked at again then', () => {
    const told = idleAtFirst().level(1, 'busy');
    told.tell({ source: 'registry', kind: 'missing', at: 2000, startDialog: false });
    expect(told.decide(2.1)).toMatchObject({ state: 'busy', recheckAt: 4000 });
    expect(told.decide(4).state).toBe('unknown');
  });

  it('a turn that came and went while nobody looked is no contradiction', () => {
    const told = idleAtFirst().line(20, prompt).line(20, says('done')).end(20);
    told.tell({ ...registryRead(20.1, 'idle'), statusUpdatedAt: 15_000 } as Evidence);
    expect(told.decide(20.1).state).toBe('review');
    expect(disagreement(told.picture(), 60_000)).toBeNull();
  });
});

describe('a run that goes on in another conversation', () => {
  it('ends without a flash of idle', () => {
    const other = '00000000-0000-4000-8000-000000000002';
    const told = idleAtFirst()
      .line(1, prompt)
      .level(1.1, 'busy')
      .tell(registryRead(2, 'busy', null, other));
    told.tell(registryRead(5, 'idle', null, other));
    expect(told.decide(5.1).state).toBe('busy');
  });
});

describe('a version that tells no status', () => {
  it("a command of the person's own that Claude answers is a turn", () => {
    expect(story().line(1, command).line(2, calls('a')).decide(3)).toMatchObject({ state: 'busy', guess: true });
  });

  it('a local command leaves nothing that has to settle', () => {
    expect(story().line(1, command).line(1.2, commandOutput).decide(2).state).toBe('idle');
  });

  it("Claude's own servers are no sign of work", () => {
    const told = story().process(0, 'running', undefined, 2).line(1, prompt);
    expect(told.decide(700).state).toBe('unknown');
  });
});

describe('sources that fail', () => {
  it('S18: a registry that cannot be read leaves the state as it was', () => {
    const told = idleAtFirst().level(1, 'busy').tell({
      source: 'registry',
      kind: 'could-not-look',
      at: 2000,
      reason: 'not whole JSON',
    });
    expect(told.decide(60).state).toBe('busy');
  });

  it('an unknown status word is "could not look": never idle', () => {
    expect(story().level(0, 'unrecognised').decide(1).state).toBe('unknown');
  });

  it('a source that lost its vote decides nothing', () => {
    const told = story().line(1, prompt).line(2, calls('a')).level(2, 'idle').end(2);
    told.tell({ source: 'memory', kind: 'distrust', at: 3000, sources: ['registry'] });
    expect(told.decide(4).state).toBe('busy');
  });

  it('S16: nothing revives the dead', () => {
    const told = story().level(0, 'busy').process(1, 'gone').process(2, 'running').level(3, 'idle').line(4, prompt);
    expect(told.decide(5).state).toBe('ended');
    expect(told.line(6, result('a')).decide(6).state).toBe('ended');
  });
});
