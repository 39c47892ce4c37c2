// Until when a daemon knew what sessions did. What they did after that, until the next one looked, nobody saw: it is news
// to it, and what they did before is history.

import type { Clock, Store } from './ports.ts';

const SETTING = 'alive-at';

/**
 * Until when the daemon before this one knew, never later than now.
 * @returns epoch milliseconds; `null` where nothing tells of one.
 */
export function lastAlive(store: Pick<Store, 'setting'>, clock: Pick<Clock, 'wall'>): number | null {
  const at = Number(store.setting(SETTING) ?? Number.NaN);
  return at > 0 ? Math.min(at, clock.wall()) : null;
}

/** Writes down that all is known that sessions did until then. @param wall epoch milliseconds. */
export function writeAlive(store: Pick<Store, 'setSetting'>, wall: number): void {
  store.setSetting(SETTING, String(Math.round(wall)));
}
