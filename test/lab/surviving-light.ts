// A light that outlives a restart of the daemon: what was shown before and after must together be what the row demands.

import type { State } from '../../src/core/session.ts';
import type { Light } from './light.ts';
import { pause } from './until.ts';

/** A light that can be found again. */
export interface SurvivingLight extends Light {
  /** Finds it again; the daemon answered at `back`, epoch milliseconds. */
  goOn(back: number): Promise<void>;
}

/**
 * @param again finds the same session's light with the daemon that is there now.
 * @param afterTurn is called after every light that the row demanded.
 */
export function survivingLight(
  first: Light,
  again: () => Promise<Light>,
  afterTurn: () => Promise<void>,
): SurvivingLight {
  let now = first;
  let last: State | null = null;
  let before: State[] = [];
  const light: SurvivingLight = {
    session: () => now.session(),
    async begins() {
      last = 'idle';
      return now.begins();
    },
    async turns(state, options) {
      const session = await now.turns(state, options);
      last = state;
      await afterTurn();
      return session;
    },
    says: (what, test, within) => now.says(what, test, within),
    // Claude may have gone on between the state that was demanded last and the daemon's end.
    shown: () => [...before, ...now.shown()].filter((state, at, all) => at !== before.length || state !== all[at - 1]),
    async hasShown(...states) {
      await pause(400);
      const shown = light.shown();
      if (shown.join(' ') === states.join(' ')) return;
      throw new Error(`shown, over a restart: ${shown.join(' ')}; expected: ${states.join(' ')}`);
    },
    neverShows: (state, within) => now.neverShows(state, within),
    announced: () => now.announced(),
    async goOn(back) {
      before = now.shown();
      now = await again();
      now.goesOn(last, back);
    },
    goesOn: (state, since) => now.goesOn(state, since),
  };
  return light;
}
