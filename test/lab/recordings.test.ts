// What the real Claude wrote, recorded row by row, told again to the core by its own readers: the states must be those
// of the row, in order and none in between, also where its hooks come twice, late, in another order or not at all.

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Disturbance, delayed, doubled, last, shuffled, withoutHooks, withoutRegistry } from './disturb.ts';
import { type Entry, readRecording, replay, statesOfTheRow } from './replay.ts';

const FOLDER = fileURLToPath(new URL('../fixtures/recordings/', import.meta.url));
const SEEDS = [1, 2, 3];

interface Recording {
  readonly name: string;
  readonly entries: readonly Entry[];
  /** Whether a registry told its status: of 2.0.77 and 2.1.112 none does, and hooks alone tell their states. */
  readonly level: boolean;
}

const recordings: readonly Recording[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.jsonl'))
  .map((file) => {
    const entries = readRecording(`${FOLDER}${file}`);
    return { name: file.replace('.jsonl', ''), entries, level: entries.some(({ registry }) => registry?.status) };
  });
const withHooks = recordings.filter(({ entries }) => entries.some(({ hook }) => hook !== undefined));

/**
 * Without registry the same states are shown, but for these: no hook and no line tells of the dialogs and the commands
 * that the person opens for themselves, nor of the trust dialog. Everything else must be the same, state by state.
 */
const ONLY_LEVELS_TELL: readonly { readonly name: RegExp; readonly shown: string }[] = [
  { name: /^model-is-a-dialog/, shown: 'idle' },
  { name: /^rename-is-a-moment/, shown: 'idle' },
  { name: /^a-directory-that-is-not-trusted/, shown: 'idle' },
];

function expectStates(entries: readonly Entry[], expected: string): void {
  const told = replay(entries);
  const story = told.map(({ at, state, because }) => `${Math.round(at)} ms ${state} (${because})`).join('\n');
  expect(told.map(({ state }) => state).join(' '), story).toBe(expected);
}

function shownBy({ entries }: Recording): string {
  return statesOfTheRow(entries).join(' ');
}

test('the corpus holds at least three hundred transitions', () => {
  const transitions = recordings.map(({ entries }) => statesOfTheRow(entries).length - 1);
  expect(transitions.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(300);
});

test.each(recordings)('$name shows the states of its row', (recording) => {
  expectStates(recording.entries, shownBy(recording));
});

const DISTURBANCES: Readonly<Record<string, Disturbance>> = { doubled, shuffled, delayed, last };
describe.each(Object.entries(DISTURBANCES))('hooks %s', (_name, disturb) => {
  test.each(withHooks.filter(({ level }) => level))('$name shows the states of its row', (recording) => {
    for (const seed of SEEDS) expectStates(disturb(recording.entries, seed), shownBy(recording));
  });
});

describe('hooks doubled, without a level', () => {
  test.each(withHooks.filter(({ level }) => !level))('$name shows the states of its row', (recording) => {
    for (const seed of SEEDS) expectStates(doubled(recording.entries, seed), shownBy(recording));
  });
});

describe('without hooks', () => {
  test.each(withHooks.filter(({ level }) => level))('$name shows the states of its row', (recording) => {
    expectStates(withoutHooks(recording.entries, 0), shownBy(recording));
  });
});

describe('without registry', () => {
  test.each(withHooks.filter(({ level }) => level))('$name shows the states of its row', (recording) => {
    const known = ONLY_LEVELS_TELL.find(({ name }) => name.test(recording.name));
    expectStates(withoutRegistry(recording.entries, 0), known?.shown ?? shownBy(recording));
  });
});
