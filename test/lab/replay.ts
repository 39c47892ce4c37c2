// Tells a recording again to the core by the product's own readers, entry by entry, and keeps every state that the core
// decides on the way. No process, no clock, no disk beyond the recording.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseHook } from '../../src/adapters/claude/hook-payload.ts';
import { parseRegistryFile } from '../../src/adapters/claude/registry-file.ts';
import { parseTranscriptLine } from '../../src/adapters/claude/transcript-line.ts';
import { decide } from '../../src/core/decide.ts';
import type { Evidence } from '../../src/core/evidence.ts';
import { observe } from '../../src/core/observe.ts';
import { emptyPicture } from '../../src/core/picture.ts';
import type { State } from '../../src/core/session.ts';

/** One line of a recording; `recorder.ts` describes them. */
export interface Entry {
  /** Milliseconds since the recording began at which it reached us. */
  readonly t: number;
  readonly registry?: { readonly pid: number; readonly status?: string } | null;
  readonly startDialog?: true;
  readonly process?: 'running' | 'stopped' | 'gone';
  readonly file?: string;
  readonly line?: string;
  readonly hook?: Readonly<Record<string, string>>;
  readonly payload?: object;
  readonly mark?: string;
  /** Its idempotency key: its place in the recording. */
  readonly key: string;
}

/** Steps in which time passes between two things that were recorded, and after the last, in milliseconds. */
const STEP = 50;
const AFTER = 3000;
/** Lines found within this were found by one look, in milliseconds. */
const AT_ONCE = 5;
/** Times are told from here on, since hooks came before the recording began. */
const BEGAN = 100_000;

/** Reads a recording. */
export function readRecording(path: string): Entry[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line, index) => ({ ...(JSON.parse(line) as Omit<Entry, 'key'>), key: `line ${index + 1}` }));
}

/** What the row's test demands of the daemon: every state, in order. */
export function statesOfTheRow(entries: readonly Entry[]): State[] {
  const shown = entries.map(({ mark }) => mark).findLast((mark) => mark?.startsWith('shown '));
  return (shown?.split(' ').slice(1) ?? []) as State[];
}

/** A state that the core decided on the way. */
export interface Told {
  /** Milliseconds since the recording began. */
  readonly at: number;
  readonly state: State;
  /** Name of the rule. */
  readonly because: string;
}

/** Every state that the core decides on the way, each once, from the first word of a level or a hook. */
export function replay(entries: readonly Entry[]): Told[] {
  let picture = emptyPicture(BEGAN);
  let offset = 0;
  let now = BEGAN;
  let level: Evidence | null = null;
  let begun = false;
  const told: Told[] = [];
  const look = () => {
    const { state, because } = decide(picture, now);
    if (begun && told.at(-1)?.state !== state) told.push({ at: now - BEGAN, state, because });
  };
  const tell = (evidence: Evidence) => {
    begun ||= evidence.source === 'hook' || tellsLevel(evidence);
    picture = observe(picture, evidence);
  };
  for (const [index, entry] of entries.entries()) {
    for (; now + STEP < BEGAN + entry.t; now += STEP) look();
    now = Math.max(now, BEGAN + entry.t);
    for (const evidence of evidenceOf(entry, now, picture.conversation, () => ++offset)) {
      tell(evidence);
      if (evidence.source === 'registry') level = evidence;
      // A hook makes the daemon read the level again.
      if (evidence.source === 'hook' && level !== null) tell({ ...level, at: now });
    }
    // Lines that Claude wrote at once are read at once.
    const following = entries[index + 1];
    if (entry.line === undefined || following?.line === undefined || following.t > entry.t + AT_ONCE) look();
  }
  for (const end = now + AFTER; now < end; now += STEP) look();
  return told;
}

/** A registry file that states no status, as of Claude Code 2.1.112, is no level. */
function tellsLevel(evidence: Evidence): boolean {
  return evidence.source === 'registry' && !(evidence.kind === 'read' && evidence.status === 'none');
}

function evidenceOf(entry: Entry, at: number, conversation: string | null, next: () => number): Evidence[] {
  if (entry.process) {
    return [{ source: 'process', at, condition: entry.process, ttyInputAt: null, children: null }];
  }
  if (entry.registry) return [registryEvidence(entry.registry, at)];
  if (entry.registry === null) return [{ source: 'registry', kind: 'missing', at, startDialog: false }];
  if (entry.startDialog) return [{ source: 'registry', kind: 'missing', at, startDialog: true }];
  if (entry.hook) return hookEvidence(entry, entry.hook, at);
  return entry.line === undefined ? [] : lineEvidence(entry.line, entry.file ?? '', at, conversation, next);
}

function registryEvidence(registry: { readonly pid: number }, at: number): Evidence {
  const read = parseRegistryFile(JSON.stringify(registry), registry.pid);
  if ('reason' in read) return { source: 'registry', kind: 'could-not-look', at, reason: read.reason };
  const { status, waitingFor, conversation, cwd, name, version, statusUpdatedAt } = read;
  return {
    source: 'registry',
    kind: 'read',
    at,
    status,
    waitingFor,
    conversation,
    cwd,
    name,
    version,
    statusUpdatedAt,
  };
}

function hookEvidence({ payload, key }: Entry, header: Readonly<Record<string, string>>, at: number): Evidence[] {
  const envelope = {
    key,
    event: header.event ?? null,
    claimedPid: null,
    parentPid: null,
    uptime: null,
    ask: null,
    background: null,
  };
  const read = parseHook(Buffer.from(JSON.stringify(payload)), envelope);
  if ('fault' in read) throw new Error(`${key}: ${read.fault}`);
  const { conversation, turn, agent, fact } = read;
  const ran = header.uptime ? BEGAN + Number(header.uptime) * 1000 : at;
  return [{ source: 'hook', at: Math.min(at, ran), key, conversation, turn, agent, fact }];
}

/** Lines of other conversations, and of agents, whose files lie deeper, are not this session's. */
function lineEvidence(
  text: string,
  file: string,
  at: number,
  conversation: string | null,
  next: () => number,
): Evidence[] {
  if (conversation === null || basename(file) !== `${conversation}.jsonl`) return [];
  const line = parseTranscriptLine(text);
  if (line === null || line === 'torn') return [];
  const { branch, writtenAt } = line;
  const told = { source: 'transcript', at, conversation } as const;
  return [
    ...line.facts.map(
      (fact) => ({ ...told, kind: 'line', fact, branch, writtenAt, live: true, offset: next() }) as const,
    ),
    { ...told, kind: 'end' },
  ];
}
