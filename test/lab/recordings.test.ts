// What the real Claude wrote, recorded row by row, told again to the core by its own readers: the states must be those
// of the row, in order and none in between. No process, no clock, no disk beyond the recording.

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseRegistryFile } from '../../src/adapters/claude/registry-file.ts';
import { parseTranscriptLine } from '../../src/adapters/claude/transcript-line.ts';
import { decide } from '../../src/core/decide.ts';
import type { Evidence } from '../../src/core/evidence.ts';
import { observe } from '../../src/core/observe.ts';
import { emptyPicture } from '../../src/core/picture.ts';

const RECORDINGS = fileURLToPath(new URL('../fixtures/recordings/', import.meta.url));
/** Steps in which time passes between two things that were recorded, and after the last, in milliseconds. */
const STEP = 50;
const AFTER = 3000;

interface Entry {
  readonly t: number;
  readonly registry?: { readonly pid: number } | null;
  readonly process?: 'running' | 'stopped' | 'gone';
  readonly file?: string;
  readonly line?: string;
  readonly mark?: string;
}

test.each(readdirSync(RECORDINGS).filter((file) => file.endsWith('.jsonl')))(
  '%s shows the states of its row',
  (file) => {
    const lines = readFileSync(`${RECORDINGS}${file}`, 'utf8').trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as Entry);
    expect(statesTold(entries).join(' ')).toBe(statesOfTheRow(entries));
  },
);

/** What the row's test demanded of the daemon. */
function statesOfTheRow(entries: readonly Entry[]): string {
  const shown = entries.map(({ mark }) => mark).findLast((mark) => mark?.startsWith('shown '));
  return shown?.slice('shown '.length) ?? '';
}

/** Every state that the core decides on the way, from the first word of the registry. */
function statesTold(entries: readonly Entry[]): string[] {
  let picture = emptyPicture(0);
  let offset = 0;
  let now = 0;
  const states: string[] = [];
  const look = () => {
    const { state } = decide(picture, now);
    if (picture.level !== null && states.at(-1) !== state) states.push(state);
  };
  for (const entry of entries) {
    for (; now + STEP < entry.t; now += STEP) look();
    now = Math.max(now, entry.t);
    for (const evidence of evidenceOf(entry, now, picture.conversation, () => ++offset))
      picture = observe(picture, evidence);
    look();
  }
  for (const end = now + AFTER; now < end; now += STEP) look();
  return states;
}

function evidenceOf(entry: Entry, at: number, conversation: string | null, next: () => number): Evidence[] {
  if (entry.process) {
    return [{ source: 'process', at, condition: entry.process, ttyInputAt: null, children: null }];
  }
  if (entry.registry) {
    const read = parseRegistryFile(JSON.stringify(entry.registry), entry.registry.pid);
    if ('reason' in read) return [{ source: 'registry', kind: 'could-not-look', at, reason: read.reason }];
    const { status, waitingFor, cwd, name, version, statusUpdatedAt } = read;
    const told = { status, waitingFor, conversation: read.conversation, cwd, name, version, statusUpdatedAt };
    return [{ source: 'registry', kind: 'read', at, ...told }];
  }
  if (entry.registry === null) return [{ source: 'registry', kind: 'missing', at, startDialog: false }];
  // Lines of other conversations, and of agents, whose files lie deeper, are not this session's.
  if (entry.line === undefined || conversation === null || basename(entry.file ?? '') !== `${conversation}.jsonl`)
    return [];
  const line = parseTranscriptLine(entry.line);
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
