// Knows a hook that was delivered before by HTTP, where only its bytes tell. Two equal payloads are one event when they
// come together, or when what they tell can happen only once.

import type { HookArrival, HookFact } from '../core/hook.ts';

/** Two equal payloads within this time are one event, in milliseconds. */
const TOGETHER = 1_000;
/** Hooks remembered. */
const MOST = 2_000;
/** What a turn or a tool can tell again in the same words. */
const AGAIN: readonly HookFact['kind'][] = [
  'permission-asked',
  'permission-notified',
  'notified',
  'form-asked',
  'other',
];

/** Remembers what came. */
export interface HookRepeats {
  /** The arrival with a key of its own; `null` when it came before. */
  first(arrival: HookArrival): HookArrival | null;
}

/** @param steady milliseconds that never step. */
export function rememberHooks(steady: () => number): HookRepeats {
  const seen = new Map<string, number>();
  return {
    first(arrival) {
      const now = steady();
      const before = seen.get(arrival.key);
      // Deleting first makes it the newest, so that the oldest is forgotten.
      seen.delete(arrival.key);
      seen.set(arrival.key, now);
      const oldest = seen.keys().next().value;
      if (seen.size > MOST && oldest !== undefined) seen.delete(oldest);
      if (before === undefined) return arrival;
      const once = arrival.turn !== null && !AGAIN.includes(arrival.fact.kind);
      return once || now - before < TOGETHER ? null : { ...arrival, key: `${arrival.key} ${now}` };
    },
  };
}
