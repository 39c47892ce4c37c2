// The earlier of two moments that may never come.

import type { Steady } from './evidence.ts';

/** The earlier one; `null` means never. */
export function earliest(one: Steady | null, other: Steady | null): Steady | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
