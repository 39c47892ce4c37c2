// Tells a session's story in evidence, for tests of the core: each step is one observation at a given second.

import { decide, RULES } from '../src/core/decide.ts';
import type { Evidence, LevelWord, TranscriptFact } from '../src/core/evidence.ts';
import type { HookFact } from '../src/core/hook.ts';
import { observe } from '../src/core/observe.ts';
import { emptyPicture, type Picture } from '../src/core/picture.ts';
import type { Decision, Rule } from '../src/core/rule.ts';

const CONVERSATION = '00000000-0000-4000-8000-000000000001';

/** A story under way. Times are seconds; every step returns the story for chaining. */
export interface Story {
  level(at: number, status: LevelWord, waitingFor?: string): Story;
  line(at: number, fact: TranscriptFact, options?: { live?: boolean }): Story;
  end(at: number): Story;
  /** A hook that ran at `at`; by default of the main conversation and of no named turn. */
  hook(at: number, fact: HookFact, options?: { turn?: string; agent?: string; conversation?: string }): Story;
  process(
    at: number,
    condition: 'running' | 'stopped' | 'gone' | 'could-not-look',
    ttyInputAt?: number,
    children?: number,
  ): Story;
  tell(evidence: Evidence): Story;
  /** The decision at `at`, by all rules or by those given. */
  decide(at: number, rules?: readonly Rule[]): Decision;
  picture(): Picture;
  evidence(): readonly Evidence[];
}

/** Begins a story at second 0. */
export function story(conversation = CONVERSATION): Story {
  let picture = emptyPicture(0);
  const told: Evidence[] = [];
  let offset = 0;
  let hooks = 0;
  const tell = (evidence: Evidence): Story => {
    told.push(evidence);
    picture = observe(picture, evidence);
    return self;
  };
  const self: Story = {
    tell,
    level: (at, status, waitingFor) => tell(registryRead(at, status, waitingFor ?? null, conversation)),
    line(at, fact, { live = true } = {}) {
      offset += 100;
      return tell({
        source: 'transcript',
        kind: 'line',
        at: at * 1000,
        conversation,
        fact,
        branch: 'main',
        writtenAt: at * 1000,
        live,
        offset,
      });
    },
    end: (at) => tell({ source: 'transcript', kind: 'end', at: at * 1000, conversation }),
    hook: (at, fact, { turn, agent, conversation: other } = {}) => {
      hooks += 1;
      return tell({
        source: 'hook',
        at: at * 1000,
        key: `${fact.kind} ${at} ${agent ?? ''} ${hooks}`,
        conversation: other ?? conversation,
        turn: turn ?? null,
        agent: agent ?? null,
        fact,
      });
    },
    process: (at, condition, ttyInputAt, children) =>
      tell({
        source: 'process',
        at: at * 1000,
        condition,
        ttyInputAt: ttyInputAt === undefined ? null : ttyInputAt * 1000,
        children: children ?? null,
      }),
    decide: (at, rules = RULES) => decide(picture, at * 1000, rules),
    picture: () => picture,
    evidence: () => told,
  };
  return self;
}

/** A registry read at a second. */
export function registryRead(
  at: number,
  status: LevelWord,
  waitingFor: string | null = null,
  conversation = CONVERSATION,
): Evidence {
  return {
    source: 'registry',
    kind: 'read',
    at: at * 1000,
    status,
    waitingFor,
    conversation,
    cwd: '/home/dev/shop',
    name: 'shop',
    version: '2.1.332',
    statusUpdatedAt: at * 1000,
  };
}

/** Facts as Claude writes them. */
export const prompt: TranscriptFact = { kind: 'prompt', by: 'person', text: 'do it', turn: null };
export const taskBack: TranscriptFact = { kind: 'prompt', by: 'task', text: '', turn: null };
export const command: TranscriptFact = { kind: 'prompt', by: 'command', text: '', turn: null };
export const commandOutput: TranscriptFact = { kind: 'command-output' };
export const interrupt: TranscriptFact = { kind: 'interrupt' };
export const apiError: TranscriptFact = {
  kind: 'api-error',
  failure: { kind: 'server_error', text: 'API Error: 500', status: 500 },
};
export const says = (text: string): TranscriptFact => ({
  kind: 'assistant',
  finished: true,
  text,
  tool: null,
  model: 'claude',
  tokens: null,
});
export const calls = (id: string): TranscriptFact => ({
  kind: 'assistant',
  finished: false,
  text: null,
  tool: { id, action: 'Bash · npm test', agent: false },
  model: 'claude',
  tokens: null,
});
export const result = (toolId: string): TranscriptFact => ({ kind: 'tool-result', toolId, agentLaunched: false });

/** Hooks as Claude fires them. */
export const started: HookFact = { kind: 'session-started', reason: 'startup' };
export const typed: HookFact = { kind: 'prompt', by: 'person', text: 'do it' };
export const cameBack: HookFact = { kind: 'prompt', by: 'task', text: '' };
export const begins = (toolId: string): HookFact => ({
  kind: 'tool-started',
  toolId,
  tool: 'Bash',
  action: 'Bash · npm test',
});
export const ends = (toolId: string): HookFact => ({ kind: 'tool-ended', toolId, tool: 'Bash' });
export const asks: HookFact = { kind: 'permission-asked', tool: 'Bash', action: 'Bash · npm test' };
export const notified: HookFact = { kind: 'permission-notified' };
export const stops = (agents = 0, shells = 0): HookFact => ({ kind: 'stopped', text: 'done', agents, shells });
export const stopFails: HookFact = {
  kind: 'stop-failed',
  failure: { kind: 'rate_limit', text: 'API Error: 429', status: null },
};
