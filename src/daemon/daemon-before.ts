// When the daemon before this one began. It met every Claude that began after it, and kept it: one that is met only after
// the next start, and began since then, did so while no daemon lived.

import type { Keeping } from './keeping.ts';
import type { Clock, Store } from './ports.ts';

const SETTING = 'begun-at';

/**
 * Writes down that a daemon begins now.
 * @returns when the one before it did, epoch milliseconds; `null` where nothing tells of one.
 */
export function beginAfter(
  store: Pick<Store, 'setting' | 'setSetting'>,
  keeping: Pick<Keeping, 'write'>,
  clock: Pick<Clock, 'wall'>,
): number | null {
  const before = Number(store.setting(SETTING) ?? Number.NaN);
  keeping.write(() => store.setSetting(SETTING, String(clock.wall())));
  return Number.isFinite(before) ? before : null;
}
