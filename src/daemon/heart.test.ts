// How often the process table is read.

import { expect, it } from 'vitest';
import type { HookEvidence, RegistryEvidence } from '../core/evidence.ts';
import { observe } from '../core/observe.ts';
import { emptyPicture } from '../core/picture.ts';
import { scanInterval } from './heart.ts';

const read: RegistryEvidence = {
  source: 'registry',
  kind: 'read',
  at: 100_000,
  status: 'busy',
  waitingFor: null,
  conversation: 'c',
  cwd: '/w',
  name: null,
  version: null,
  statusUpdatedAt: 0,
};
const hook: HookEvidence = {
  source: 'hook',
  at: 100_000,
  key: 'k',
  conversation: 'c',
  turn: null,
  agent: null,
  fact: { kind: 'prompt', by: 'person', text: 'go' },
};
const silent = { endedAt: null, picture: emptyPicture(0) };
const spoke = { endedAt: null, picture: observe(emptyPicture(0), read) };

it('C4: seldom while every live session spoke by its registry in the last minute, else often', () => {
  expect(scanInterval([], 100_000)).toBeLessThanOrEqual(5_000);
  expect(scanInterval([spoke], 100_000)).toBe(20_000);
  expect(scanInterval([spoke], 160_000)).toBe(20_000);
  expect(scanInterval([spoke], 160_001)).toBeLessThanOrEqual(5_000);
  expect(scanInterval([spoke, silent], 100_000)).toBeLessThanOrEqual(5_000);
  expect(scanInterval([spoke, { ...silent, endedAt: 7 }], 100_000)).toBe(20_000);
  expect(scanInterval([{ ...spoke, endedAt: 7 }], 100_000)).toBeLessThanOrEqual(5_000);
});

it('C4: seldom too while hooks speak for a session without a registry', () => {
  const heard = { endedAt: null, picture: observe(emptyPicture(0), hook) };
  expect(scanInterval([heard, spoke], 160_000)).toBe(20_000);
  expect(scanInterval([heard, spoke], 160_001)).toBeLessThanOrEqual(5_000);
  expect(scanInterval([heard, silent], 100_000)).toBeLessThanOrEqual(5_000);
});
