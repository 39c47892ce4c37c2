import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  apiError,
  asks,
  begins,
  calls,
  cameBack,
  command,
  commandOutput,
  ends,
  interrupt,
  notified,
  prompt,
  registryRead,
  result,
  says,
  started,
  stopFails,
  stops,
  taskBack,
  typed,
} from '../../test/scenario.ts';
import { decide } from './decide.ts';
import type { Evidence, LevelWord, TranscriptFact } from './evidence.ts';
import type { HookFact } from './hook.ts';
import { observe } from './observe.ts';
import { emptyPicture } from './picture.ts';

const CONVERSATION = '00000000-0000-4000-8000-000000000001';
const facts: readonly TranscriptFact[] = [
  prompt,
  taskBack,
  command,
  commandOutput,
  interrupt,
  apiError,
  calls('a'),
  result('a'),
  says('x'),
  { kind: 'compacted' },
];
const hooks: readonly HookFact[] = [
  started,
  typed,
  cameBack,
  begins('a'),
  ends('a'),
  asks,
  notified,
  stops(),
  stops(1),
  stopFails,
  { kind: 'agent-started' },
  { kind: 'agent-ended' },
  { kind: 'compaction-began', trigger: 'auto' },
  { kind: 'compaction-ended', trigger: 'auto' },
  { kind: 'session-ended', reason: 'other' },
  { kind: 'notified', type: 'idle_prompt' },
];
/** Hooks after which a session may be at rest. */
const RESTS: readonly HookFact['kind'][] = ['session-started', 'stopped', 'stop-failed', 'compaction-ended'];
const words: readonly LevelWord[] = ['idle', 'busy', 'waiting', 'shell', 'none', 'unrecognised'];

/** Every other kind of evidence there is, without its time. */
const elsewhere: readonly ((at: number) => Evidence)[] = [
  (at) => ({ source: 'registry', kind: 'missing', at, startDialog: false }),
  (at) => ({ source: 'registry', kind: 'could-not-look', at, reason: 'not whole JSON' }),
  (at) => ({ source: 'transcript', kind: 'missing', at, conversation: CONVERSATION }),
  (at) => ({ source: 'transcript', kind: 'could-not-look', at, conversation: CONVERSATION, reason: 'EACCES' }),
  (at) => ({ source: 'memory', kind: 'shared', at, shared: true }),
  (at) => ({ source: 'memory', kind: 'shared', at, shared: false }),
  (at) => ({ source: 'memory', kind: 'restart', at, state: 'busy' }),
  (at) => ({ source: 'memory', kind: 'restart', at, state: 'review' }),
  (at) => ({ source: 'memory', kind: 'distrust', at, sources: ['registry'] }),
  (at) => ({ source: 'person', kind: 'seen', at, change: 1 }),
];

/** A run of evidence in order of time: each step a little later than the one before. */
const evidence: fc.Arbitrary<readonly Evidence[]> = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 5_000 }),
      what: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...words).map((word) => ({ level: word })) },
        { weight: 4, arbitrary: fc.record({ fact: fc.constantFrom(...facts), live: fc.boolean() }) },
        {
          weight: 1,
          arbitrary: fc
            .constantFrom('running' as const, 'stopped' as const, 'could-not-look' as const)
            .map((condition) => ({ condition })),
        },
        { weight: 1, arbitrary: fc.constant({ end: true as const }) },
        {
          weight: 4,
          arbitrary: fc.record({
            hook: fc.constantFrom(...hooks),
            late: fc.integer({ min: 0, max: 9_000 }),
            turn: fc.constantFrom('a', 'b', null),
            agent: fc.constantFrom(null, null, 'x'),
          }),
        },
        { weight: 2, arbitrary: fc.constantFrom(...elsewhere).map((other) => ({ other })) },
      ),
    }),
    { maxLength: 40 },
  )
  .map((steps) => {
    let at = 0;
    return steps.map(({ gap, what }, index): Evidence => {
      at += gap;
      if ('level' in what) return registryRead(at / 1000, what.level);
      if ('condition' in what)
        return { source: 'process', at, condition: what.condition, ttyInputAt: null, children: null };
      if ('other' in what) return what.other(at);
      if ('hook' in what) {
        const { hook, late, turn, agent } = what;
        const ran = Math.max(0, at - late);
        const claims = { conversation: CONVERSATION, turn, agent };
        return { source: 'hook', at: ran, key: `${index}`, ...claims, fact: hook };
      }
      if ('end' in what) return { source: 'transcript', kind: 'end', at, conversation: CONVERSATION };
      const { fact, live } = what;
      return {
        source: 'transcript',
        kind: 'line',
        at,
        conversation: CONVERSATION,
        fact,
        branch: null,
        writtenAt: at,
        live,
        offset: index * 100,
      };
    });
  });

const fold = (pieces: readonly Evidence[]) => pieces.reduce(observe, emptyPicture(0));
const momentAfter = (pieces: readonly Evidence[]) => Math.max(0, ...pieces.map(({ at }) => at)) + 1;

describe('whatever the evidence', () => {
  it('the picture is plain JSON: a restart of the daemon loses nothing of it', () => {
    fc.assert(
      fc.property(evidence, (pieces) => {
        const picture = fold(pieces);
        expect(JSON.parse(JSON.stringify(picture))).toEqual(picture);
      }),
    );
  });

  it('lines told twice, as after a restart, give the same state', () => {
    fc.assert(
      fc.property(evidence, fc.nat({ max: 40 }), (pieces, from) => {
        const lines = pieces.slice(from).filter((piece) => piece.source === 'transcript' && piece.kind === 'line');
        const now = momentAfter(pieces);
        expect(decide(fold([...pieces, ...lines]), now).state).toBe(decide(fold(pieces), now).state);
      }),
    );
  });

  it('a registry read told twice gives the same state', () => {
    fc.assert(
      fc.property(evidence, (pieces) => {
        const doubled = pieces.flatMap((piece): readonly Evidence[] =>
          piece.source === 'registry' ? [piece, piece] : [piece],
        );
        const now = momentAfter(pieces);
        expect(decide(fold(doubled), now)).toEqual(decide(fold(pieces), now));
      }),
    );
  });

  it('no evidence revives a dead session', () => {
    fc.assert(
      fc.property(evidence, evidence, (before, later) => {
        const at = momentAfter(before);
        const gone: Evidence = { source: 'process', at, condition: 'gone', ttyInputAt: null, children: null };
        const moved = later.map((piece) => ({ ...piece, at: piece.at + at }));
        expect(decide(fold([...before, gone, ...moved]), momentAfter(moved)).state).toBe('ended');
      }),
    );
  });

  it('idle rests on positive evidence: a level at rest, an interrupt, a finished message, or a hook that says so', () => {
    fc.assert(
      fc.property(evidence, fc.nat({ max: 3_600_000 }), (pieces, wait) => {
        const { state } = decide(fold(pieces), momentAfter(pieces) + wait);
        const positive = pieces.some(
          (piece) =>
            (piece.source === 'registry' &&
              piece.kind === 'read' &&
              (piece.status === 'idle' || piece.status === 'shell')) ||
            (piece.source === 'hook' && RESTS.includes(piece.fact.kind)) ||
            (piece.source === 'transcript' &&
              piece.kind === 'line' &&
              (piece.fact.kind === 'interrupt' ||
                piece.fact.kind === 'api-error' ||
                (piece.fact.kind === 'assistant' && piece.fact.finished) ||
                piece.fact.kind === 'command-output')),
        );
        if (state === 'idle') expect(positive).toBe(true);
      }),
    );
  });

  it('recheckAt is the next moment at which time alone can change the answer', () => {
    fc.assert(
      fc.property(evidence, fc.nat({ max: 40_000 }), (pieces, wait) => {
        const picture = fold(pieces);
        const now = momentAfter(pieces);
        const decision = decide(picture, now);
        const later = now + wait;
        if (decision.recheckAt === null || later < decision.recheckAt)
          expect(decide(picture, later).state).toBe(decision.state);
        else expect(decision.recheckAt).toBeGreaterThan(now);
      }),
    );
  });

  it('a level that says waiting or busy is what a live, running session shows, unless the registry lost its vote', () => {
    fc.assert(
      fc.property(evidence, fc.constantFrom('waiting' as const, 'busy' as const), (pieces, word) => {
        fc.pre(!pieces.some((piece) => piece.source === 'memory' && piece.kind === 'distrust'));
        const at = momentAfter(pieces);
        const running: Evidence = { source: 'process', at, condition: 'running', ttyInputAt: null, children: null };
        const state = decide(fold([...pieces, running, registryRead(at / 1000, word)]), at + 1).state;
        expect(state).toBe(word === 'waiting' ? 'needs-input' : 'busy');
      }),
    );
  });
});
