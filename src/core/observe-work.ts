// Folds what is told about the work. Pure. It must never touch anything else of the picture: the work moves no state.

import type { Picture } from './picture.ts';
import { add, NO_WORK, type Todo, type Work, type WorkEvidence, type WorkFact } from './work.ts';

/** Folds one observation. Evidence of another conversation, or told before, changes nothing. */
export function observeWork(picture: Picture, evidence: WorkEvidence): Picture {
  if (picture.conversation !== null && evidence.conversation !== picture.conversation) return picture;
  const { work } = picture.transcript;
  const after = workAfter(work, evidence);
  return after === work ? picture : { ...picture, transcript: { ...picture.transcript, work: after } };
}

function workAfter(work: Work, evidence: WorkEvidence): Work {
  switch (evidence.kind) {
    case 'began':
      return { ...NO_WORK, whole: evidence.whole, agents: work.agents, offset: work.offset };
    case 'agents':
      return { ...work, agents: evidence.agents };
    case 'work':
      return evidence.offset < work.offset ? work : { ...fold(work, evidence.fact), offset: evidence.offset + 1 };
  }
}

function fold(work: Work, fact: WorkFact): Work {
  switch (fact.kind) {
    case 'turn':
      return { ...work, toolErrors: 0, apiError: null };
    case 'todos':
      return { ...work, todos: fact.todos };
    case 'todo-added': {
      // The first of a list makes it whole; one that is added to a list we never saw tells no total.
      const before = work.todos ?? (work.whole || fact.todo.id === '1' ? [] : null);
      return before === null ? work : { ...work, todos: [...without(before, fact.todo.id), fact.todo] };
    }
    case 'todo-changed': {
      const { id, status } = fact;
      if (work.todos === null) return work;
      const todos =
        status === 'deleted'
          ? without(work.todos, id)
          : work.todos.map((todo) => (todo.id === id ? { ...todo, status } : todo));
      return { ...work, todos };
    }
    case 'usage': {
      const { message, tokens } = fact;
      const same = work.newest !== null && message !== null && work.newest.message === message;
      const spent = work.newest === null || same ? work.spent : add(work.spent, work.newest.tokens);
      return { ...work, spent, newest: { message, tokens } };
    }
    case 'tool-failed':
      return { ...work, toolErrors: work.toolErrors + 1 };
    case 'api-failed':
      return { ...work, apiError: fact.failure };
    case 'shell-launched':
      return work;
  }
}

function without(todos: readonly Todo[], id: string): readonly Todo[] {
  return todos.filter((todo) => todo.id !== id);
}
