// Races at the prompts, each made from a seed: two clients answer at once, dialogs are swapped between look and key, keys
// are lost, the person in the terminal or a hook of theirs is quicker, panes are closed, tmux is killed and another server
// has a pane of the same number. Every seed that ever failed is kept and played each time.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTrack, type Race, type RaceTrack } from '../lab/races.ts';

const FULL = process.env.TALLYMUX_FULL === '1';
const KEPT = join(import.meta.dirname, '..', 'fixtures', 'race-seeds.json');
const STORIES = join(import.meta.dirname, '..', '..', 'build', 'races');
const COUNT = Number(process.env.TALLYMUX_RACES ?? (FULL ? 10_000 : 200));
const FIRST = Number(process.env.TALLYMUX_FIRST_RACE ?? 1);
/** Stand-ins that race side by side. */
const LANES = Number(process.env.TALLYMUX_RACE_LANES ?? 10);
let track: RaceTrack;

beforeAll(async () => {
  mkdirSync(STORIES, { recursive: true });
  track = await openTrack();
});
afterAll(() => track?.close());

it(`P: ${COUNT} races have never two effects, a key elsewhere, a blind Enter or a false "answered"`, {
  timeout: FULL ? 3 * 3_600_000 : 240_000,
  retry: FULL ? 0 : 1,
}, async () => {
  const kept: readonly number[] = JSON.parse(readFileSync(KEPT, 'utf8'));
  const seeds = [...new Set([...kept, ...Array.from({ length: COUNT }, (_, at) => FIRST + at)])];
  const races = await track.run(seeds, LANES);
  expect(races).toHaveLength(seeds.length);
  const lost = races.filter(({ verdicts }) => verdicts.length > 0);
  const all = new Set([...kept, ...lost.map(({ plan }) => plan.seed)]);
  if (all.size > kept.length) writeFileSync(KEPT, `[${[...all].sort((a, b) => a - b).join(', ')}]\n`);
  for (const { plan, story } of lost) writeFileSync(join(STORIES, `${plan.seed}.txt`), `${story}\n`);
  expect(lost.map(report), `${tally(races)}; what happened is told in ${STORIES}`).toEqual([]);
  // A harness in which nobody ever answers would find nothing.
  expect(races.filter(({ replies }) => replies.includes('answered')).length).toBeGreaterThan(seeds.length / 3);
});

function report({ plan, verdicts }: Race): string {
  return `seed ${plan.seed}: ${verdicts.join('; ')}`;
}

function tally(races: readonly Race[]): string {
  const counts = new Map<string, number>();
  for (const reply of races.flatMap(({ replies }) => replies)) counts.set(reply, (counts.get(reply) ?? 0) + 1);
  return [...counts].map(([reply, count]) => `${count} ${reply}`).join(', ');
}
