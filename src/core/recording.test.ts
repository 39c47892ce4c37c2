// A recording decides again as it was decided, and without its words as with them.

import { describe, expect, it } from 'vitest';
import { asks, begins, calls, interrupt, result, type Story, says, stops, story, typed } from '../../test/scenario.ts';
import type { Evidence, TranscriptFact } from './evidence.ts';
import { emptyPicture } from './picture.ts';
import { type Recording, replay } from './recording.ts';
import { redacted } from './redacted.ts';

const recordingOf = (told: Story, savedAt: number): Recording => ({
  recording: 1,
  tallymux: '1.0.0',
  claude: '2.1.332',
  redacted: false,
  savedAt: savedAt * 1000,
  from: emptyPicture(0),
  evidence: told.evidence().map((piece) => ({ at: piece.at, piece })),
});
const told = () =>
  story()
    .level(0, 'idle')
    .line(1, { kind: 'prompt', by: 'person', text: 'my secret plan', turn: null })
    .level(1.1, 'busy')
    .line(2, calls('t'))
    .hook(2, begins('t'))
    .hook(3, asks)
    .level(3.1, 'waiting')
    .level(5, 'idle')
    .line(5, interrupt)
    .end(5)
    .hook(9, { kind: 'prompt', by: 'person', text: 'another secret' })
    .level(9.1, 'busy')
    .line(12, says('a secret answer'))
    .hook(12, stops())
    .level(12.1, 'idle');
const states = (recording: Recording) => replay(recording).map(({ decision }) => decision.state);

describe('a recording', () => {
  it('is decided again as it was', () => {
    expect(states(recordingOf(told(), 20))).toEqual(
      expect.arrayContaining(['idle', 'busy', 'needs-input', 'idle', 'busy', 'review']),
    );
    expect(states(recordingOf(told(), 20)).at(-1)).toBe('review');
  });

  it('lets time pass between two pieces', () => {
    const silent = story().level(0, 'idle').end(0).hook(3, typed);
    const steps = replay(recordingOf(silent, 60));
    expect(steps.map(({ decision }) => decision.because)).toEqual(['level-idle', 'prompt-just-typed', 'level-idle']);
    expect(steps.at(-1)?.at).toBe(6_000);
  });

  it('decides the same without its words, and holds none of them', () => {
    const whole = recordingOf(told(), 20);
    const without = redacted(whole);
    expect(replay(without).map(({ at, decision }) => [at, decision.because])).toEqual(
      replay(whole).map(({ at, decision }) => [at, decision.because]),
    );
    expect(JSON.stringify(without)).not.toMatch(/secret|npm test|home\/dev|"shop"/);
  });

  it('matches a question with its own answer still, where several tools of one kind ran', () => {
    const named = (id: string, action: string): TranscriptFact => ({
      kind: 'assistant',
      finished: false,
      text: null,
      tool: { id, action, agent: false },
      model: null,
      tokens: null,
    });
    const two = story().hook(0, typed).line(1, named('a', 'Bash · ls')).line(1, named('b', 'Bash · rm -r .'));
    two.hook(2, { kind: 'permission-asked', tool: 'Bash', action: 'Bash · rm -r .' }).line(3, result('a'));
    const whole = recordingOf(two, 9);
    expect(states(whole).at(-1)).toBe('needs-input');
    expect(states(redacted(whole))).toEqual(states(whole));
  });

  it('leaves the words of the picture before its first piece out too', () => {
    const before = told().picture();
    const late: Recording = { ...recordingOf(story(), 20), from: before, evidence: [] satisfies { piece: Evidence }[] };
    expect(JSON.stringify(redacted(late))).not.toMatch(/secret|npm test/);
    expect(states(redacted(late))).toEqual(states(late));
  });
});
