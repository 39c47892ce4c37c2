// What a session is at, beside its state: how far its list of things to do is, and the sub-agents at work. Both are
// left out where there is nothing to say.

import type { ReactNode } from 'react';
import type { Session, Subagent, TodoProgress } from '../../core/session.ts';
import { shortAction } from '../text/describe.ts';
import { LeftToRight } from '../ui/left-to-right.tsx';
import { words } from '../words.ts';

/** To-dos and sub-agents. */
export function Work({ session }: { readonly session: Session }): ReactNode {
  const { todos, agents } = session;
  return (
    <>
      {todos !== null && <Todos todos={todos} />}
      {agents.length > 0 && (
        <section>
          <h2>
            {words.session.agents} <span className="i3 num">{agents.length}</span>
          </h2>
          <ul className="agents">
            {agents.map((agent) => (
              <Agent key={agent.id} agent={agent} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Todos({ todos }: { readonly todos: TodoProgress }): ReactNode {
  const { done, total, current } = todos;
  const said = words.session.todosDone(done, total);
  return (
    <section>
      <h2>
        {words.session.todos} <span className="i3 num">{said}</span>
      </h2>
      <div className="todos">
        <progress className="done" value={done} max={total} aria-label={said} />
        {current !== null && <p>{current}</p>}
      </div>
    </section>
  );
}

function Agent({ agent }: { readonly agent: Subagent }): ReactNode {
  const { id, type, description, action } = agent;
  return (
    <li>
      <b title={id}>{description ?? type ?? id}</b>
      <span className="i3">{description === null ? '' : type}</span>
      <span className={action === null ? 'i3' : 'mono end'} title={action ?? undefined}>
        {action === null ? words.session.agentThinks : <LeftToRight text={shortAction(action)} />}
      </span>
    </li>
  );
}
