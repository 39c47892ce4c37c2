// Follows the files of a conversation's sub-agents: `subagents/agent-<id>.jsonl` beside its transcript, and a `.meta.json`
// that says who it is. Only while sub-agents are at work: one watched directory for a session, and the tails of at most
// sixteen files. Versions before 2.1 keep no such directory; there, nothing is told.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Subagent } from '../../core/session.ts';
import type { TranscriptPosition } from '../../core/transcript-position.ts';
import type { DirectoryWatch } from './directory-watch.ts';
import { fields, oneLine, string } from './transcript-fields.ts';
import { parseAgentLine, type TranscriptLine } from './transcript-line.ts';
import { readTail } from './transcript-tail.ts';

/** Sub-agents of one session being followed. */
export interface Subagents {
  /** Tool calls that sub-agents now work for; none ends all watching. Looks at once. */
  watch(directory: string | null, calls: readonly string[]): void;
  /** Reads what there is now, as far as anything is watched. */
  readNow(): void;
  dispose(): void;
}

interface Agent {
  readonly call: string;
  readonly type: string | null;
  readonly description: string | null;
  finished: boolean;
  position: TranscriptPosition | null;
  /** Tool calls without a result, oldest first. */
  open: ReadonlyMap<string, string>;
  /** Calls of agents of its own that are not back. */
  calls: ReadonlySet<string>;
}

/** More sub-agents than this of one session are not read, only counted elsewhere. */
const MOST_AGENTS = 16;
/** Of a directory full of old sub-agents only so many of the newest are asked who they are. */
const MOST_NAMES = 200;
const NAME = /^agent-([A-Za-z0-9_-]{1,80})\.(?:jsonl|meta\.json)$/;

/** Follows sub-agents; `tell` hears all that are at work whenever that changes. */
export function followSubagents(bells: DirectoryWatch, tell: (agents: readonly Subagent[]) => void): Subagents {
  const agents = new Map<string, Agent>();
  /** Ids that are known to be of no interest until other calls are watched, or their meta file changes. */
  const others = new Set<string>();
  let directory: string | null = null;
  let calls: ReadonlySet<string> = new Set();
  let told = '[]';
  let heard: { readonly path: string; stop(): void } | null = null;
  let again: NodeJS.Immediate | null = null;

  const quiet = () => {
    heard?.stop();
    heard = null;
    if (again !== null) clearImmediate(again);
    again = null;
  };

  /** The directory comes with the first sub-agent: until then its parent rings. */
  const listen = () => {
    for (const path of directory === null ? [] : [directory, dirname(directory)]) {
      if (heard?.path === path) return;
      const stop = bells.listen(path, (name, lost) => {
        if (lost) heard = null;
        if (path !== directory || name === null) return readNow();
        const id = NAME.exec(name)?.[1];
        if (id === undefined) return;
        others.delete(id);
        read([id]);
      });
      if (stop === null) continue;
      heard?.stop();
      heard = { path, stop };
      return;
    }
  };

  const read = (ids: readonly string[]) => {
    let more = false;
    for (const id of ids) {
      const agent = met(id);
      if (agent !== null && !agent.finished) more = readFile(id, agent) || more;
    }
    if (more) again ??= setImmediate(readNow);
    tellNow();
  };

  /** Who an agent is, by its meta file; `null` while that is not known, or when it is none of ours. */
  const met = (id: string): Agent | null => {
    const known = agents.get(id);
    const meta = metaOf(join(directory ?? '', `agent-${id}.meta.json`));
    if (known !== undefined) {
      known.finished = meta?.finished ?? known.finished;
      return known;
    }
    if (meta === null) return null;
    if (meta.finished || !isWanted(meta.call)) others.add(id);
    if (others.has(id) || working().length >= MOST_AGENTS) return null;
    const agent = { ...meta, position: null, open: new Map(), calls: new Set<string>() };
    agents.set(id, agent);
    return agent;
  };

  const readFile = (id: string, agent: Agent): boolean => {
    const path = join(directory ?? '', `agent-${id}.jsonl`);
    const tail = readTail(path, agent.position, (text) => understood(text) !== null);
    if (tail.kind !== 'read') return false;
    agent.position = tail.position;
    if (tail.begun) agent.open = new Map();
    for (const { text } of tail.lines) {
      const line = understood(text);
      if (line !== null) fold(agent, line);
    }
    return tail.more;
  };

  const isWanted = (call: string) => calls.has(call) || working().some(([, agent]) => agent.calls.has(call));
  const working = () => [...agents].filter(([, agent]) => !agent.finished);

  const tellNow = () => {
    const now = working().map(([id, { type, description, open }]): Subagent => {
      return { id, type, description, action: [...open.values()].at(-1) ?? null };
    });
    const text = JSON.stringify(now);
    if (text === told) return;
    told = text;
    tell(now);
  };

  const readNow = () => {
    if (again !== null) clearImmediate(again);
    again = null;
    if (directory === null || calls.size === 0) return;
    listen();
    read([...new Set([...working().map(([id]) => id), ...newestIn(directory).filter((id) => !others.has(id))])]);
  };

  return {
    watch(where, wanted) {
      if (where === directory && wanted.length === calls.size && wanted.every((call) => calls.has(call))) return;
      if (where !== directory || wanted.length === 0) {
        quiet();
        agents.clear();
      }
      directory = where;
      calls = new Set(wanted);
      others.clear();
      for (const [id, agent] of agents) if (!isWanted(agent.call)) agents.delete(id);
      if (wanted.length === 0) tellNow();
      else readNow();
    },
    readNow,
    dispose: quiet,
  };
}

function fold(agent: Agent, { facts }: TranscriptLine): void {
  const open = new Map(agent.open);
  const calls = new Set(agent.calls);
  for (const fact of facts) {
    if (fact.kind === 'assistant' && fact.tool !== null) {
      open.set(fact.tool.id, fact.tool.action);
      if (fact.tool.agent) calls.add(fact.tool.id);
    }
    if (fact.kind === 'assistant' && fact.finished) open.clear();
    if (fact.kind === 'tool-result') {
      open.delete(fact.toolId);
      if (!fact.agentLaunched) calls.delete(fact.toolId);
    }
    if (fact.kind === 'agent-ended') calls.delete(fact.toolId ?? '');
    if (fact.kind === 'interrupt' || fact.kind === 'api-error') open.clear();
  }
  agent.open = open;
  agent.calls = calls;
}

function understood(text: string): TranscriptLine | null {
  try {
    const line = parseAgentLine(text);
    return line === 'torn' ? null : line;
  } catch {
    return null;
  }
}

function metaOf(path: string) {
  try {
    const meta = fields(JSON.parse(readFileSync(path, 'utf8')));
    const call = string(meta.toolUseId);
    if (call === null) return null;
    const [type, description] = [string(meta.agentType), string(meta.description)];
    return {
      call,
      type: type === null ? null : oneLine(type),
      description: description === null ? null : oneLine(description),
      finished: meta.finished === true,
    };
  } catch {
    // Not there yet, or in the middle of being replaced: the next ring asks again.
    return null;
  }
}

/** Ids by meta file, at most as many as are worth asking; where there are more, those written last. */
function newestIn(directory: string): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(directory).filter((name) => name.endsWith('.meta.json'));
  } catch {
    return [];
  }
  if (names.length > MOST_NAMES) {
    const times = new Map(names.map((name) => [name, timeOf(join(directory, name))]));
    names = [...names].sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0)).slice(0, MOST_NAMES);
  }
  return names.flatMap((name) => NAME.exec(name)?.[1] ?? []);
}

function timeOf(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}
