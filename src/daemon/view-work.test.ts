// What a view says of the work beside the state: whose tool is shown, and what is left out at rest.

import { describe, expect, it } from 'vitest';
import { decide } from '../core/decide.ts';
import type { Evidence, TranscriptFact } from '../core/evidence.ts';
import { observe } from '../core/observe.ts';
import type { Session, Subagent } from '../core/session.ts';
import { firstSight, fromKept, type Living, toKept } from './living.ts';
import { viewOf } from './view.ts';

const NOW = Date.parse('2026-11-30T10:00:00.000Z');
const agent: Subagent = { id: 'a1', type: 'tester', description: 'Test it', action: 'Bash · npm test' };
const idleAgent: Subagent = { ...agent, id: 'a2', action: null };

function living(...evidence: readonly Evidence[]): Living {
  const origin = {
    ...{ key: 'k', process: null, pid: 7, ancestors: [], tty: null, tmux: null, claudeDirectory: '/c' },
    ...{ startedAt: NOW - 60_000, version: null, namedConversation: null },
  };
  const session = firstSight('k3f', origin, 'terminal', '/w', { steady: NOW, wall: NOW }, false);
  session.picture = evidence.reduce(observe, session.picture);
  session.decision = decide(session.picture, NOW);
  return session;
}

const view = (...evidence: readonly Evidence[]): Session => viewOf(living(...evidence), 'here', null);
const base = { source: 'transcript', at: NOW, conversation: 'c' } as const;
const level = (status: 'idle' | 'busy'): Evidence => ({
  ...{ source: 'registry', kind: 'read', at: NOW, status, waitingFor: null, conversation: 'c' },
  ...{ cwd: '/w', name: null, version: null, statusUpdatedAt: 0 },
});
let offset = 0;
function line(fact: TranscriptFact): Evidence {
  offset += 100;
  return { ...base, kind: 'line', fact, branch: null, writtenAt: NOW, live: true, offset };
}
const calls = (id: string, action: string, isAgent = false): Evidence =>
  line({
    ...{ kind: 'assistant', finished: false, text: null, model: null, tokens: null },
    tool: { id, action, agent: isAgent },
  });
const agents = (...at: readonly Subagent[]): Evidence => ({ ...base, kind: 'agents', agents: at });
const begun = [level('busy'), line({ kind: 'prompt', by: 'person', text: 'go', turn: null })] as const;

describe('A7: the action', () => {
  it('is the tool of Claude itself while it has one, whatever its sub-agents do', () => {
    const shown = view(...begun, calls('c1', 'Agent · Test it', true), calls('t1', 'Read · a.ts'), agents(agent));
    expect(shown).toMatchObject({ action: 'Read · a.ts', agents: [agent] });
  });

  it('is the newest tool of a sub-agent while Claude only waits for them', () => {
    const shown = view(...begun, calls('c1', 'Agent · Test it', true), agents(agent, idleAgent));
    expect(shown).toMatchObject({ action: 'Bash · npm test', agents: [agent, idleAgent] });
  });

  it('is the call of the sub-agent while that does nothing yet', () => {
    expect(view(...begun, calls('c1', 'Agent · Test it', true), agents(idleAgent)).action).toBe('Agent · Test it');
  });

  it('is nobody’s while Claude itself thinks beside a sub-agent in the background', () => {
    expect(view(...begun, agents(agent)).action).toBeNull();
  });
});

it('A7: at rest no sub-agent is shown', () => {
  expect(view(level('idle'), agents(agent))).toMatchObject({ agents: [], action: null });
});

it('A7: the work outlives a restart, and what an older version kept is no harm', () => {
  const todos = [{ id: '1', text: 'Write it', status: 'completed' }] as const;
  const session = living(...begun, { ...base, kind: 'work', fact: { kind: 'todos', todos }, live: true, offset: 0 });
  const kept = JSON.parse(toKept(session));
  expect(viewOf(present(fromKept(JSON.stringify(kept), [])), 'here', null).todos).toEqual({
    ...{ done: 1, total: 1, current: null },
  });
  delete kept.picture.transcript.work;
  expect(viewOf(present(fromKept(JSON.stringify(kept), [])), 'here', null).todos).toBeNull();
});

it('A9: ports of a session that ended are none', () => {
  const session = living(level('idle'));
  session.ports = [3000];
  expect(viewOf(session, 'here', null).ports).toEqual([3000]);
  session.endedAt = NOW;
  expect(viewOf(session, 'here', null).ports).toEqual([]);
});

function present<T>(value: T | null): T {
  if (value === null) throw new Error('it could not be read');
  return value;
}
