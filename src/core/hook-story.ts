// What a session's hooks add up to when they are read in order. Pure. `observe-hook.ts` sees to the order.

import type { HookEvidence, Prompter, Steady } from './evidence.ts';
import { outcomeOf } from './newest-turn.ts';
import type { HookStory, HookTurn, OpenAsk, TurnEnd } from './picture.ts';

/** How many earlier turns and ended tools are remembered, so that a late sign of theirs changes nothing. */
const REMEMBERED = 16;

/** Folds the next hook. A hook of an earlier turn, a tool event after the turn's end: nothing changes. */
export function foldHook(story: HookStory, hook: HookEvidence): HookStory {
  const { fact } = hook;
  if (hook.agent !== null) return foldAgentHook(story, hook, hook.agent);
  switch (fact.kind) {
    case 'session-started':
      return fact.reason === 'compact'
        ? compacted(story, hook.at)
        : { ...story, startedAt: story.startedAt ?? hook.at };
    case 'prompt':
      return foldPrompt(story, hook, fact.by);
    case 'tool-started':
    case 'tool-ended':
      return foldTool(story, hook);
    case 'permission-asked':
    case 'form-asked': {
      const next = inTurn(story, hook);
      if (next === null || next.turn.end !== null) return story;
      return { ...next, compactingSince: null, asks: withAsk(next.asks, hook) };
    }
    case 'form-answered':
      return { ...story, asks: story.asks.filter((ask) => ask.tool !== fact.server) };
    case 'permission-notified':
      return story.asks.length > 0 ? story : { ...story, asks: [askOf(hook)] };
    case 'stopped':
      // Compaction may stop in the middle of a turn: that is no end.
      if (story.compactingSince !== null) return story;
      return ended(story, hook, { kind: 'finished', at: hook.at, text: fact.text }, fact.agents);
    case 'stop-failed':
      return ended(story, hook, { kind: 'failed', at: hook.at, failure: fact.failure }, 0);
    case 'compaction-began': {
      const began = { ...story, compactingSince: hook.at };
      // Compacting by hand is a local command: it leaves nothing to see, and closes whatever stood open before.
      return fact.trigger === 'auto' ? began : { ...began, ...newTurn(story, hook, 'command') };
    }
    case 'compaction-ended':
      return compacted(story, hook.at);
    case 'model-switched':
      return { ...story, model: fact.model };
    default:
      return story;
  }
}

function foldPrompt(story: HookStory, hook: HookEvidence, by: Prompter): HookStory {
  const { turn } = story;
  // Typed while Claude works: it carries the running turn's id.
  if (turn !== null && hook.turn !== null && turn.id === hook.turn) {
    return turn.end !== null ? story : { ...story, turn: { ...turn, by: turn.by ?? by } };
  }
  if (hook.turn !== null && story.earlier.includes(hook.turn)) return story;
  return { ...story, ...newTurn(story, hook, by), compactingSince: null };
}

function foldTool(story: HookStory, hook: HookEvidence): HookStory {
  const { fact, at } = hook;
  if (fact.kind !== 'tool-started' && fact.kind !== 'tool-ended') return story;
  const asks = story.asks.filter((ask) => ask.agent !== null || ask.at >= at || stays(ask, hook));
  const next = inTurn(story, hook);
  if (next === null) return { ...story, asks };
  const { turn } = next;
  if (fact.kind === 'tool-ended') {
    return {
      ...next,
      asks,
      turn: {
        ...turn,
        openTools: turn.openTools.filter(({ id }) => id !== fact.toolId),
        endedTools: [...turn.endedTools, fact.toolId].slice(-REMEMBERED),
      },
    };
  }
  if (turn.end !== null || turn.endedTools.includes(fact.toolId)) return { ...next, asks };
  const openTools = [
    ...turn.openTools.filter(({ id }) => id !== fact.toolId),
    { id: fact.toolId, action: fact.action, agent: false },
  ];
  return { ...next, asks, compactingSince: null, turn: { ...turn, openTools } };
}

/** A tool that begins shows that its agent is past its question; one that ended, only that its own was answered. */
function stays(ask: OpenAsk, { fact, agent }: HookEvidence): boolean {
  if (ask.agent !== agent) return true;
  return fact.kind === 'tool-ended' ? ask.tool !== '' && !isToolOf(ask, fact.tool) : false;
}

/** A form is asked by a server, in one of its tools. */
function isToolOf(ask: OpenAsk, tool: string): boolean {
  return ask.tool === tool || tool.startsWith(`mcp__${ask.tool}__`);
}

/** A sub-agent's hooks move its own questions and its own life, never the main conversation. */
function foldAgentHook(story: HookStory, hook: HookEvidence, agent: string): HookStory {
  const { fact, at } = hook;
  switch (fact.kind) {
    case 'agent-started':
      return story.endedAgents.includes(agent) || story.agents.includes(agent)
        ? story
        : { ...story, agents: [...story.agents, agent] };
    case 'agent-ended':
      return {
        ...story,
        agents: story.agents.filter((id) => id !== agent),
        endedAgents: [...story.endedAgents.filter((id) => id !== agent), agent].slice(-REMEMBERED),
        left: story.endedAgents.includes(agent) ? story.left : Math.max(0, story.left - 1),
        asks: story.asks.filter((ask) => ask.agent !== agent),
      };
    case 'permission-asked':
      return { ...story, asks: withAsk(story.asks, hook) };
    case 'tool-started':
    case 'tool-ended':
      return { ...story, asks: story.asks.filter((ask) => ask.at >= at || stays(ask, hook)) };
    default:
      return story;
  }
}

/** One more question; where no hook tells of answers they would heap up over a long turn. */
function withAsk(asks: readonly OpenAsk[], hook: HookEvidence): readonly OpenAsk[] {
  return [...asks, askOf(hook)].slice(-REMEMBERED);
}

function askOf({ fact, agent, at, key }: HookEvidence): OpenAsk {
  switch (fact.kind) {
    case 'permission-asked':
      return {
        key,
        agent,
        tool: fact.tool,
        action: fact.action,
        waitsFor: fact.tool === 'AskUserQuestion' ? 'input needed' : 'permission prompt',
        at,
      };
    case 'form-asked':
      return { key, agent, tool: fact.server, action: `a form of ${fact.server}`, waitsFor: 'input needed', at };
    default:
      return { key, agent: null, tool: '', action: '', waitsFor: 'permission prompt', at };
  }
}

/** The story with the turn a hook belongs to, begun by it where it is the first sign; `null`: it is of an earlier one. */
function inTurn(story: HookStory, hook: HookEvidence): (HookStory & { readonly turn: HookTurn }) | null {
  const { turn } = story;
  if (turn !== null && (turn.id === hook.turn || hook.turn === null)) return { ...story, turn };
  if (hook.turn !== null && story.earlier.includes(hook.turn)) return null;
  return { ...story, ...newTurn(story, hook, null) };
}

function newTurn(
  story: HookStory,
  hook: HookEvidence,
  by: Prompter | null,
): Pick<HookStory, 'earlier' | 'asks' | 'standing'> & { readonly turn: HookTurn } {
  const before = story.turn?.id ?? null;
  return {
    turn: { id: hook.turn, by, startedAt: hook.at, openTools: [], endedTools: [], end: null },
    // Whoever begins a turn but a task that came back has typed there, and so seen what stood.
    standing: by === 'task' ? (outcomeOf(story.turn?.end ?? null) ?? story.standing) : null,
    earlier: before === null ? story.earlier : [...story.earlier, before].slice(-REMEMBERED),
    // A newer turn of the main conversation: its older questions are past. Those of agents are their own.
    asks: story.asks.filter((ask) => ask.agent !== null),
  };
}

function ended(story: HookStory, hook: HookEvidence, end: TurnEnd, left: number): HookStory {
  const next = inTurn(story, hook);
  if (next === null) return story;
  return {
    ...next,
    compactingSince: null,
    turn: { ...next.turn, openTools: [], end },
    asks: next.asks.filter((ask) => ask.agent !== null),
    left,
  };
}

function compacted(story: HookStory, at: Steady): HookStory {
  const { turn } = story;
  const byHand = story.compactingSince !== null && turn !== null && turn.by === 'command' && turn.end === null;
  return {
    ...story,
    compactingSince: null,
    turn: byHand ? { ...turn, openTools: [], end: { kind: 'nothing', at } } : turn,
  };
}
