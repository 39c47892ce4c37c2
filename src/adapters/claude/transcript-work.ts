// What one transcript line tells of the work beside the state: to-dos, tokens, errors, shells in the background. Pure.
// To-dos are taken from results, so that a call that was refused changes nothing. TodoWrite is Claude Code 2.0's list,
// the Task tools are that of later ones; in both the result tells what holds now.

import type { TranscriptFact } from '../../core/evidence.ts';
import type { Todo, TodoStatus, WorkFact } from '../../core/work.ts';
import { type Fields, fields, list, oneLine, string, tokensOf } from './transcript-fields.ts';

/** More to-dos than this are not kept. */
const MOST_TODOS = 200;
const STATUSES: readonly string[] = ['pending', 'in_progress', 'completed'];
/** What a result reads when the person said no: that is no error. */
const REFUSED = /^(?:The user doesn't want to (?:proceed|take this action)|\[Request interrupted)/;

/** The work that `line` tells of, given what else it means. */
export function workOfLine(line: Fields, facts: readonly TranscriptFact[]): readonly WorkFact[] {
  const turn = facts.some((fact) => fact.kind === 'prompt' && fact.by !== 'command');
  const work: WorkFact[] = turn ? [{ kind: 'turn' }] : [];
  for (const fact of facts) {
    if (fact.kind === 'api-error') work.push({ kind: 'api-failed', failure: fact.failure });
    if (fact.kind === 'tool-result') {
      work.push(...todosOf(fields(line.toolUseResult)));
      if (string(fields(line.toolUseResult).backgroundTaskId) !== null) work.push({ kind: 'shell-launched' });
      if (failed(line, fact.toolId)) work.push({ kind: 'tool-failed' });
    }
  }
  const message = fields(line.message);
  const tokens = facts.some((fact) => fact.kind === 'assistant') ? tokensOf(message.usage) : null;
  if (tokens !== null) work.push({ kind: 'usage', message: string(message.id), tokens });
  return work;
}

function todosOf(result: Fields): readonly WorkFact[] {
  if (Array.isArray(result.newTodos)) return [{ kind: 'todos', todos: todosFrom(result.newTodos, 'content') }];
  if (Array.isArray(result.tasks)) return [{ kind: 'todos', todos: todosFrom(result.tasks, 'subject') }];
  const task = fields(result.task);
  const [id, text] = [string(task.id), string(task.subject)];
  if (id !== null && text !== null)
    return [{ kind: 'todo-added', todo: { id, text: oneLine(text), status: 'pending' } }];
  const { to } = fields(result.statusChange);
  const changed = string(result.taskId);
  if (changed === null) return [];
  return to === 'deleted' || isStatus(to) ? [{ kind: 'todo-changed', id: changed, status: to }] : [];
}

/** A list of tasks says `subject` and an id, a list of to-dos `content` and none: there its place is its name. */
function todosFrom(entries: readonly unknown[], text: 'content' | 'subject'): readonly Todo[] {
  return list(entries.slice(0, MOST_TODOS)).flatMap((entry, place) => {
    const said = string(entry[text]);
    const { status } = entry;
    if (said === null || !isStatus(status)) return [];
    return [{ id: string(entry.id) ?? String(place + 1), text: oneLine(said), status }];
  });
}

function isStatus(value: unknown): value is TodoStatus {
  return typeof value === 'string' && STATUSES.includes(value);
}

function failed(line: Fields, toolId: string): boolean {
  const result = list(fields(line.message).content).find((block) => block.tool_use_id === toolId);
  if (result?.is_error !== true) return false;
  const said = string(result.content) ?? string(list(result.content)[0]?.text) ?? '';
  return !REFUSED.test(said);
}
