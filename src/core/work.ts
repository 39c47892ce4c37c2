// What a session works on, beside its state: to-dos, tokens, errors, sub-agents. Plain data. Nothing here ever moves a
// state: the rules do not read it.

import type { Steady } from './evidence.ts';
import type { Failure, Subagent, TodoProgress, Tokens } from './session.ts';

/** One entry of Claude's list of things to do. `id` is its place in older versions, Claude's own number in newer. */
export interface Todo {
  readonly id: string;
  readonly text: string;
  readonly status: TodoStatus;
}

/** How far a to-do is. */
export type TodoStatus = 'pending' | 'in_progress' | 'completed';

/** What one transcript line tells about the work. */
export type WorkFact =
  /** A prompt began a turn. */
  | { readonly kind: 'turn' }
  /** The whole list, as Claude wrote or read it. */
  | { readonly kind: 'todos'; readonly todos: readonly Todo[] }
  | { readonly kind: 'todo-added'; readonly todo: Todo }
  | { readonly kind: 'todo-changed'; readonly id: string; readonly status: TodoStatus | 'deleted' }
  /** What one message cost so far. A message is several lines; the newest counts. `null`: it has no id. */
  | { readonly kind: 'usage'; readonly message: string | null; readonly tokens: Tokens }
  | { readonly kind: 'tool-failed' }
  | { readonly kind: 'api-failed'; readonly failure: Failure }
  /** A command goes on in the background, and may soon listen on a port. */
  | { readonly kind: 'shell-launched' };

/** One observation about the work. It comes from the transcript and from the files of sub-agents. */
export type WorkEvidence = {
  readonly source: 'transcript';
  readonly at: Steady;
  readonly conversation: string;
} & (
  | {
      readonly kind: 'work';
      readonly fact: WorkFact;
      /** False for what stood in the file before we ever watched this session. */
      readonly live: boolean;
      /** Byte offset of the line in its file plus the fact's place in the line: the idempotency key. */
      readonly offset: number;
    }
  /** Reading begins, or begins again; `whole`: at the file's first byte. */
  | { readonly kind: 'began'; readonly whole: boolean }
  /** All sub-agents that are at work now. */
  | { readonly kind: 'agents'; readonly agents: readonly Subagent[] }
);

/** What all of it adds up to, for one conversation. */
export interface Work {
  /** Whether the file was read from its first byte: only then are sums and counted lists complete. */
  readonly whole: boolean;
  /** `null` while no list was seen, or not all of it. */
  readonly todos: readonly Todo[] | null;
  /** Sum over all messages but the newest. */
  readonly spent: Tokens;
  readonly newest: { readonly message: string | null; readonly tokens: Tokens } | null;
  /** Tool calls that failed in the newest turn. */
  readonly toolErrors: number;
  /** What the API said when the newest turn broke off. */
  readonly apiError: Failure | null;
  readonly agents: readonly Subagent[];
  /** Offset after the last fact folded in; a fact below it was seen before. */
  readonly offset: number;
}

/** Nothing known. */
export const NO_WORK: Work = {
  whole: false,
  todos: null,
  spent: { input: 0, output: 0 },
  newest: null,
  toolErrors: 0,
  apiError: null,
  agents: [],
  offset: 0,
};

/** Sum of all tokens of the conversation; `null` where its beginning was not read. */
export function totalTokens(work: Work): Tokens | null {
  if (!work.whole || work.newest === null) return null;
  return add(work.spent, work.newest.tokens);
}

/** How far the list is; `null` without one. `current`: the entry being worked on. */
export function todoProgress(work: Work): TodoProgress | null {
  const { todos } = work;
  if (todos === null || todos.length === 0) return null;
  return {
    done: todos.filter(({ status }) => status === 'completed').length,
    total: todos.length,
    current: todos.find(({ status }) => status === 'in_progress')?.text ?? null,
  };
}

/** The sum of two counts. */
export function add(one: Tokens, other: Tokens): Tokens {
  return { input: one.input + other.input, output: one.output + other.output };
}
