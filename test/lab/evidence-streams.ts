// What a Claude, real or played, left behind, without what must differ: times, ids, token counts. Turns keep their
// identity as first, second, third, so that a line and a hook of the same turn still belong together.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseTranscriptLine } from '../../src/adapters/claude/transcript-line.ts';
import { hooksOf, type SpooledArrival } from './every-hook.ts';
import { until } from './until.ts';

/** One hook as it is compared. */
export interface ToldHook {
  /** Milliseconds since boot at which its launcher began. */
  readonly at: number;
  readonly told: unknown;
}

/** Everything that was left. */
export interface Evidence {
  readonly hooks: readonly ToldHook[];
  readonly conversations: number;
  readonly lines: readonly unknown[];
  /** What the queue of typed prompts did; when its lines are written is Claude's own race. */
  readonly queue: readonly unknown[];
}

/** Where to look, and how much to wait for. */
export interface Traces {
  readonly pid: number;
  readonly cwd: string;
  readonly claudeDirectory: string;
  /** The TALLYMUX_HOME that the hooks go to. */
  readonly state: string;
  /** Numbers of meaningful lines and of hooks. */
  readonly lines: number;
  readonly hooks: number;
}

/** What was left once everything is there. */
export function evidenceOf(traces: Traces): Promise<Evidence> {
  return until(
    `${traces.lines} lines and ${traces.hooks} hooks in ${traces.cwd}`,
    () => {
      const { hooks, lines } = read(traces);
      return hooks.length >= traces.hooks && lines.length >= traces.lines && read(traces);
    },
    { seen: () => JSON.stringify(read(traces), null, 1) },
  );
}

function read({ pid, cwd, claudeDirectory, state }: Traces): Evidence {
  const turns = new Map<string, string>();
  const turnOf = (id: unknown) => {
    if (typeof id !== 'string') return null;
    if (!turns.has(id)) turns.set(id, `turn ${turns.size + 1}`);
    return turns.get(id);
  };
  const hooks = hooksOf(pid, state).map((hook) => toldHook(hook, turnOf));
  const files = transcripts(claudeDirectory, cwd);
  const all = files.flatMap((file) => meaningful(file, turnOf));
  return {
    hooks,
    conversations: files.length,
    lines: all.filter(({ type }) => type !== 'queue-operation'),
    queue: all.filter(({ type }) => type === 'queue-operation'),
  };
}

/** A stream of hooks and those pairs in it that another one has the other way round, further apart than `race` ms. */
export function turnedRound(real: readonly ToldHook[], played: readonly ToldHook[], race: number): readonly unknown[] {
  const order = new Map(numbered(played).map((key, at) => [key, at]));
  const keys = numbered(real);
  return keys.flatMap((key, at) =>
    keys.slice(at + 1).flatMap((later, distance) => {
      const [first, second] = [real[at], real[at + 1 + distance]];
      const apart = (second?.at ?? 0) - (first?.at ?? 0);
      return apart > race && (order.get(key) ?? 0) > (order.get(later) ?? 0) ? [{ first: key, later, apart }] : [];
    }),
  );
}

/** What is told, made different where it is told more than once. */
function numbered(hooks: readonly ToldHook[]): readonly string[] {
  const seen = new Map<string, number>();
  return hooks.map(({ told }) => {
    const text = JSON.stringify(told);
    seen.set(text, (seen.get(text) ?? 0) + 1);
    return `${text} ${seen.get(text)}`;
  });
}

function toldHook({ arrival, fields }: SpooledArrival, turnOf: (id: unknown) => unknown): ToldHook {
  const { event, turn, agent, fact, uptime, cwd, transcriptPath, conversation } = arrival;
  const whose = { turn: turnOf(turn), agent: agent === null ? null : 'an agent' };
  const place = transcriptPath?.endsWith(`/${conversation}.jsonl`) && cwd !== null ? 'its transcript' : transcriptPath;
  return { at: uptime ?? 0, told: { event, ...whose, place, fact: plain(fact, turnOf), fields } };
}

/** Transcripts of a directory, oldest first. */
function transcripts(claudeDirectory: string, cwd: string): readonly string[] {
  const folder = join(claudeDirectory, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
  try {
    const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
    return files.map((file) => join(folder, file)).sort((a, b) => firstTime(a).localeCompare(firstTime(b)));
  } catch {
    return [];
  }
}

function firstTime(file: string): string {
  return /"timestamp":"([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? basename(file);
}

/** A line as it is compared. */
interface Meaningful {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The lines that mean something: what our parser makes of them, and the marks that others may go by. */
function meaningful(file: string, turnOf: (id: unknown) => unknown): readonly Meaningful[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .flatMap((text): readonly Meaningful[] => {
      const line = JSON.parse(text);
      if (line.attachment?.type === 'hook_permission_decision') {
        const { type, decision, hookEvent } = line.attachment;
        return [{ type, decision, hookEvent }];
      }
      if (!['user', 'assistant', 'system', 'queue-operation'].includes(line.type) || line.isSidechain) return [];
      if (line.subtype === 'turn_duration') return [{ type: 'system', subtype: 'turn_duration' }];
      const parsed = parseTranscriptLine(text);
      const content = line.message?.content;
      const result = Array.isArray(content) ? content[0]?.is_error : undefined;
      return [
        {
          type: line.type as string,
          subtype: line.subtype,
          turn: turnOf(line.promptId),
          stop: line.message?.stop_reason,
          origin: line.origin?.kind,
          source: line.promptSource,
          meta: line.isMeta,
          failed: result === undefined ? undefined : Boolean(result),
          facts: parsed === null || parsed === 'torn' ? parsed : parsed.facts.map((fact) => plain(fact, turnOf)),
        },
      ];
    });
}

/** A fact without what must differ: ids, token counts, and how much text an interrupt let through. */
function plain(fact: object, turnOf: (id: unknown) => unknown): unknown {
  return JSON.parse(JSON.stringify(fact), (key, value) => {
    if (key === 'tokens') return undefined;
    if (key === 'turn') return turnOf(value);
    if (value?.kind === 'assistant' && !value.finished && !value.tool) return { ...value, text: 'cut off' };
    if (key === 'id' || key === 'toolId') return value ? 'an id' : value;
    if (typeof value === 'string' && value.startsWith('<task-notification>')) return 'the end of a task';
    return value;
  });
}
