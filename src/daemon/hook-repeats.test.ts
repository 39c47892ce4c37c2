import { expect, it } from 'vitest';
import type { HookArrival, HookFact } from '../core/hook.ts';
import { rememberHooks } from './hook-repeats.ts';

let now = 0;
const STOP: HookFact = { kind: 'stopped', text: null, agents: 0, shells: 0 };
const hook = (key: string, turn: string | null, fact: HookFact = STOP) => ({ key, turn, fact }) as HookArrival;

it('the end of a turn comes once, however late it is delivered again', () => {
  const { first } = rememberHooks(() => now);
  expect(first(hook('a', 't'))?.key).toBe('a');
  now += 60_000;
  expect(first(hook('a', 't'))).toBeNull();
});

it('what names no turn, or can be told again, is the same event only for a moment', () => {
  for (const [key, turn, fact] of [
    ['b', null, STOP],
    ['c', 't', { kind: 'permission-notified' }],
  ] as const) {
    const { first } = rememberHooks(() => now);
    expect(first(hook(key, turn, fact))?.key).toBe(key);
    now += 900;
    expect(first(hook(key, turn, fact))).toBeNull();
    now += 1_000;
    const again = first(hook(key, turn, fact));
    expect(again?.key).not.toBe(key);
  }
});

it('a bounded number is remembered', () => {
  const { first } = rememberHooks(() => now);
  first(hook('old', 't'));
  for (let i = 0; i < 2_000; i++) first(hook(`${i}`, 't'));
  expect(first(hook('old', 't'))?.key).toBe('old');
  expect(first(hook('1999', 't'))).toBeNull();
});
