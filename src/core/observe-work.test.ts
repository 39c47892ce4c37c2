// What the work adds up to, and that it moves no state whatever it is.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calls, interrupt, prompt, registryRead, result, says, story } from '../../test/scenario.ts';
import { decide } from './decide.ts';
import type { Evidence } from './evidence.ts';
import { observe } from './observe.ts';
import { emptyPicture, type Picture } from './picture.ts';
import type { Failure, Subagent } from './session.ts';
import { type Todo, type TodoStatus, todoProgress, totalTokens, type WorkFact } from './work.ts';

const CONVERSATION = '00000000-0000-4000-8000-000000000001';
const failure: Failure = { kind: 'server_error', text: 'API Error: 500', status: 500 };
const todo = (id: string, status: TodoStatus = 'pending'): Todo => ({ id, text: `do ${id}`, status });

function workOf(...told: (WorkFact | { began: boolean } | { agents: readonly Subagent[] })[]) {
  let picture = emptyPicture(0);
  told.forEach((each, place) => {
    picture = observe(picture, workEvidence(each, place * 100));
  });
  return picture.transcript.work;
}

function workEvidence(
  told: WorkFact | { began: boolean } | { agents: readonly Subagent[] },
  offset: number,
  conversation = CONVERSATION,
): Evidence {
  const base = { source: 'transcript', at: offset, conversation } as const;
  if ('began' in told) return { ...base, kind: 'began', whole: told.began };
  if ('agents' in told) return { ...base, kind: 'agents', agents: told.agents };
  return { ...base, kind: 'work', fact: told, live: true, offset };
}

describe('to-dos', () => {
  it('written whole are counted, with the one being worked on', () => {
    const todos = [todo('1', 'completed'), todo('2', 'in_progress'), todo('3')];
    expect(todoProgress(workOf({ kind: 'todos', todos }))).toEqual({ done: 1, total: 3, current: 'do 2' });
  });

  it('made and changed one by one add up; a deleted one is gone', () => {
    const work = workOf(
      { began: true },
      { kind: 'todo-added', todo: todo('1') },
      { kind: 'todo-added', todo: todo('2') },
      { kind: 'todo-added', todo: todo('3') },
      { kind: 'todo-changed', id: '1', status: 'completed' },
      { kind: 'todo-changed', id: '2', status: 'in_progress' },
      { kind: 'todo-changed', id: '3', status: 'deleted' },
      { kind: 'todo-changed', id: '9', status: 'completed' },
    );
    expect(todoProgress(work)).toEqual({ done: 1, total: 2, current: 'do 2' });
  });

  it('of a list whose beginning was not read are not known, until all of it is told', () => {
    const late = [
      { began: false },
      { kind: 'todo-added', todo: todo('4') },
      { kind: 'todo-changed', id: '2', status: 'completed' },
    ] as const;
    expect(todoProgress(workOf(...late))).toBeNull();
    const told = workOf(...late, { kind: 'todos', todos: [todo('2', 'completed'), todo('4')] });
    expect(todoProgress(told)).toEqual({ done: 1, total: 2, current: null });
  });

  it('that are none are no list', () => {
    expect(todoProgress(workOf({ kind: 'todos', todos: [] }))).toBeNull();
  });
});

describe('tokens', () => {
  const usage = (message: string | null, input: number, output: number): WorkFact => ({
    kind: 'usage',
    message,
    tokens: { input, output },
  });

  it('are summed over messages; the lines of one message count once, the newest as it stands', () => {
    const work = workOf({ began: true }, usage('a', 100, 1), usage('a', 100, 20), usage('b', 200, 5));
    expect(totalTokens(work)).toEqual({ input: 300, output: 25 });
  });

  it('have no sum where the beginning was not read', () => {
    expect(totalTokens(workOf({ began: false }, usage('a', 100, 1)))).toBeNull();
    expect(totalTokens(workOf({ began: true }))).toBeNull();
  });

  it('of a file that is begun again are counted anew', () => {
    const work = workOf({ began: true }, usage('a', 100, 1), { began: true }, usage('a', 100, 1));
    expect(totalTokens(work)).toEqual({ input: 100, output: 1 });
  });

  it('told twice count once', () => {
    let picture = emptyPicture(0);
    for (const offset of [0, 100, 0, 100])
      picture = observe(picture, workEvidence(usage(offset === 0 ? 'a' : 'b', 10, 1), offset));
    expect(picture.transcript.work.spent).toEqual({ input: 10, output: 1 });
  });
});

it('errors are those of the newest turn', () => {
  const broken = workOf(
    { kind: 'turn' },
    { kind: 'tool-failed' },
    { kind: 'tool-failed' },
    { kind: 'api-failed', failure },
  );
  expect(broken).toMatchObject({ toolErrors: 2, apiError: failure });
  const next = workOf({ kind: 'tool-failed' }, { kind: 'api-failed', failure }, { kind: 'turn' });
  expect(next).toMatchObject({ toolErrors: 0, apiError: null });
});

it('of another conversation nothing counts, and /clear leaves nothing', () => {
  const told = story().level(1, 'busy');
  told.tell(workEvidence({ kind: 'tool-failed' }, 0, 'another'));
  expect(told.picture().transcript.work.toolErrors).toBe(0);
  told.tell(workEvidence({ kind: 'tool-failed' }, 0));
  expect(told.picture().transcript.work.toolErrors).toBe(1);
  told.tell(registryRead(2, 'idle', null, '00000000-0000-4000-8000-000000000002'));
  expect(told.picture().transcript.work.toolErrors).toBe(0);
});

const agents = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b'),
    type: fc.constantFrom(null, 'tester'),
    description: fc.constantFrom(null, 'test it'),
    action: fc.constantFrom(null, 'Bash · npm test'),
  }),
  { maxLength: 2 },
);
const status = fc.constantFrom<TodoStatus>('pending', 'in_progress', 'completed');
const anyTodo = fc.record({ id: fc.constantFrom('1', '2'), text: fc.constant('x'), status });
const anyWork = fc.oneof(
  fc.constantFrom<WorkFact>({ kind: 'turn' }, { kind: 'tool-failed' }, { kind: 'shell-launched' }),
  fc.constant<WorkFact>({ kind: 'api-failed', failure }),
  fc.record({ kind: fc.constant('todos' as const), todos: fc.array(anyTodo, { maxLength: 2 }) }),
  fc.record({ kind: fc.constant('todo-added' as const), todo: anyTodo }),
  fc.record({ kind: fc.constant('todo-changed' as const), id: fc.constantFrom('1', '2'), status }),
  fc.record({
    kind: fc.constant('usage' as const),
    message: fc.constantFrom(null, 'm'),
    tokens: fc.constant({ input: 1, output: 1 }),
  }),
  fc.record({ began: fc.boolean() }),
  fc.record({ agents }),
);
type AnyWork = typeof anyWork extends fc.Arbitrary<infer T> ? T : never;
const anyStep = fc.constantFrom<(told: ReturnType<typeof story>, at: number) => unknown>(
  (told, at) => told.level(at, 'busy').line(at, prompt),
  (told, at) => told.level(at, 'idle').end(at),
  (told, at) => told.level(at, 'waiting', 'permission prompt'),
  (told, at) => told.level(at, 'shell').end(at),
  (told, at) => told.line(at, calls('t1')),
  (told, at) => told.line(at, result('t1')),
  (told, at) => told.line(at, says('Done.')).end(at),
  (told, at) => told.line(at, interrupt).end(at),
  (told, at) => told.process(at, 'running'),
  (told, at) => told.process(at, 'gone'),
);

it('A7: to-dos, tokens, errors and sub-agents never change a state, whatever they are and whenever they come', () => {
  const withoutWork = (picture: Picture) => ({ ...picture, transcript: { ...picture.transcript, work: null } });
  fc.assert(
    fc.property(fc.array(fc.tuple(anyStep, fc.array(anyWork, { maxLength: 3 })), { maxLength: 12 }), (steps) => {
      const plain = story();
      const worked = story();
      let offset = 0;
      steps.forEach(([step, work], place) => {
        step(plain, place + 1);
        step(worked, place + 1);
        for (const each of work as readonly AnyWork[]) {
          offset += 1;
          worked.tell(workEvidence(each, offset));
        }
        const now = (place + 1) * 1000 + 400;
        expect(decide(worked.picture(), now)).toEqual(decide(plain.picture(), now));
        expect(withoutWork(worked.picture())).toEqual(withoutWork(plain.picture()));
      });
    }),
    { numRuns: 300 },
  );
});
