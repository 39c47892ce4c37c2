// Twelve real Claudes that were there before the daemon: all are listed at once, none is to review, nothing rings.

import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClaudeLab, makeClaudeLab } from '../lab/claude-lab.ts';
import { type LabDaemon, startDaemon } from '../lab/daemon.ts';
import type { LabClaude } from '../lab/lab-claude.ts';
import { type Watcher, watch } from '../lab/watcher.ts';

const TWELVE = 12;
let lab: ClaudeLab;
let daemon: LabDaemon | null = null;
let watcher: Watcher | null = null;
const claudes: LabClaude[] = [];

beforeAll(async () => {
  lab = await makeClaudeLab();
  // Three at a time: twelve at once would only wait for each other.
  while (claudes.length < TWELVE) {
    claudes.push(...(await Promise.all(Array.from({ length: 3 }, () => lab.start({ patience: 60_000 })))));
  }
  for (const claude of claudes.slice(0, 4)) await claude.say('say: before you came');
  for (const claude of claudes.slice(0, 4)) await claude.reaches('idle');
}, 180_000);

afterAll(async () => {
  watcher?.close();
  await daemon?.kill();
  await lab?.dispose();
});

test('twelve sessions that were there before the daemon are all idle, and nothing rings', async () => {
  daemon = await startDaemon({
    personHome: lab.home.home,
    home: join(lab.directory, 'tallymux'),
    claudeDirectories: [lab.home.claudeDirectory],
  });
  watcher = await watch(daemon);
  const sessions = () => watcher?.snapshot().sessions ?? [];
  await watcher.next('twelve settled sessions', () => sessions().every(isIdle) && sessions().length === TWELVE, 1500);
  expect(sessions().map(({ pid }) => pid)).toEqual(expect.arrayContaining(claudes.map(({ pid }) => pid)));
  const shown = sessions().flatMap(({ id }) => watcher?.sightings(id) ?? []);
  expect(shown.map(({ announce }) => announce).filter((announce) => announce !== null)).toEqual([]);
  expect(shown.map(({ session }) => session.state)).not.toContain('review');
});

test('one of them that works from then on is to review when it is done', async () => {
  const [claude] = claudes.slice(-1);
  const id = watcher?.snapshot().sessions.find(({ pid }) => pid === claude?.pid)?.id ?? '';
  const shows = (state: string) => watcher?.snapshot().sessions.some((each) => each.id === id && each.state === state);
  await claude?.say('stream: 8 100');
  await watcher?.next('busy', () => shows('busy'), 1000);
  await claude?.reaches('idle');
  await watcher?.next('review', () => shows('review'), 1000);
});

function isIdle({ state }: { readonly state: string }): boolean {
  return state === 'idle';
}
