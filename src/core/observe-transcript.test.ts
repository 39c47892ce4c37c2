// A transcript line that moves no state is told and leaves the picture as it is.

import { expect, it } from 'vitest';
import { describeEvidence } from './describe-evidence.ts';
import type { TranscriptEvidence, TranscriptFact } from './evidence.ts';
import { observe } from './observe.ts';
import { emptyPicture } from './picture.ts';

const line = (fact: TranscriptFact, offset: number): TranscriptEvidence => ({
  source: 'transcript',
  kind: 'line',
  conversation: 'c1',
  at: 1_000 + offset,
  branch: null,
  writtenAt: null,
  live: true,
  offset,
  fact,
});

it.each(['allow', 'deny'] as const)(
  'what a hook decided (%s) is said, and changes nothing but the place',
  (decision) => {
    const called = {
      kind: 'assistant',
      finished: false,
      text: null,
      tool: { id: 'toolu_1', action: 'Bash · ls', agent: false },
      model: null,
      tokens: null,
    } as const;
    const prompt = { kind: 'prompt', by: 'person', text: 'go', turn: 't1' } as const;
    const before = [line(prompt, 0), line(called, 100)].reduce(observe, emptyPicture(0));
    const decided = line({ kind: 'decided', toolId: 'toolu_1', decision }, 200);
    const after = observe(before, decided);
    const { offset, lineAt } = before.transcript;
    expect({ ...after, transcript: { ...after.transcript, offset, lineAt } }).toEqual({ ...before });
    expect(after.transcript.offset).toBe(201);
    expect(describeEvidence(decided)).toBe(
      decision === 'allow' ? 'a hook allowed what was asked' : 'a hook denied what was asked',
    );
  },
);
