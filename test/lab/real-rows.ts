// Registers rows that are played with the real Claude Code: one lab and one daemon for a test file, and a second pair
// whose Claudes have our hooks; one Claude or more for a row. With `--full` each row is played with and without hooks,
// with the daemon there, away from before its trigger until after its end, and, with hooks, restarted in the middle.
// With TALLYMUX_RECORD=1 nothing is judged: what Claude wrote is kept in test/fixtures/recordings.

import { afterAll, expect, test } from 'vitest';
import type { ClaudeVersion } from './claude-binaries.ts';
import { type Play, playRow } from './stage.ts';
import { openVenue, type Venue } from './venue.ts';
import { awayWatching, hereWatching, recordingWatching, restartedWatching } from './watching.ts';

const recording = process.env.TALLYMUX_RECORD === '1';
const full = process.env.TALLYMUX_FULL === '1';

/** How a row is registered. */
export interface RowOptions {
  /** Only with `--full`, and why; the reason becomes part of the test's name. */
  readonly onlyFull?: string;
  /** The row cannot be played with the daemon away; `without hooks`: only they tell what happened meanwhile. */
  readonly daemonNeeded?: boolean | 'without hooks';
  /**
   * With our hooks: `full` (default), only with `--full`; `also`, in every run, and then without them only with `--full`,
   * for its recording without hooks is replayed in every run; `only`: what it demands only hooks can tell; `never`: what
   * it demands hooks would tell better.
   */
  readonly hooks?: 'full' | 'also' | 'only' | 'never';
  /** `false`: it cannot be told again from a recording of one session alone. */
  readonly recorded?: boolean;
  /** Milliseconds a row may take. */
  readonly timeout?: number;
}

/** Registers one row. */
export type Row = (name: string, play: Play, options?: RowOptions) => void;

/**
 * Makes the labs and the daemons of one test file when they are needed, and tells how to register its rows.
 * @param versions what its rows start: the hooks are those that all of these know.
 */
export function realRows(versions: readonly ClaudeVersion[] = ['2.1.332']): Row {
  const venues = new Map<string, Promise<Venue>>();
  const venueOf = (hooked: boolean) => {
    const key = hooked ? 'hooks' : 'plain';
    const venue = venues.get(key) ?? openVenue({ hooks: hooked ? versions : null, recording });
    venues.set(key, venue);
    // What could not be opened is opened anew when the row is played again.
    venue.catch(() => venues.delete(key));
    return venue;
  };
  afterAll(async () => {
    for (const venue of venues.values()) await (await venue.catch(() => null))?.dispose();
  });

  return (name, play, { onlyFull, daemonNeeded = false, hooks = 'full', recorded = true, timeout = 180_000 } = {}) => {
    if (recording && !recorded) return;
    const register = (
      hooked: boolean,
      how: string,
      run: (venue: Venue) => Promise<void>,
      seldom: string | undefined = onlyFull,
    ) => {
      const called = `${name}${hooked ? ', with hooks' : ''}${how}`;
      const asked = seldom === undefined ? called : `${called} (only with --full: ${seldom})`;
      const runs = recording || full || seldom === undefined;
      test.runIf(runs)(asked, async () => run(await venueOf(hooked)), timeout);
    };
    const plain = hooks !== 'only';
    const hooked = hooks !== 'never' && (hooks !== 'full' || full || recording);
    if (recording) {
      if (plain) register(false, '', (venue) => playRow(venue.lab, recordingWatching(venue, name), play));
      if (hooked)
        register(true, '', (venue) => playRow(venue.lab, recordingWatching(venue, `${name}, with hooks`), play));
      return;
    }
    const twice =
      hooks === 'also' ? (recorded ? 'without hooks its recording is replayed' : 'played with hooks') : undefined;
    if (plain) register(false, '', (venue) => playRow(venue.lab, hereWatching(venue), play), onlyFull ?? twice);
    if (hooked) {
      register(true, '', async (venue) => {
        let heard = false;
        await playRow(venue.lab, hereWatching(venue), play, async ([first]) => {
          heard = first === undefined || (await venue.heardHooksOf(first.pid));
        });
        expect(heard, 'the daemon heard hooks').toBe(true);
      });
    }
    if (daemonNeeded === true || !full) return;
    for (const withHooks of [false, true]) {
      if (!(withHooks ? hooked : plain && daemonNeeded === false)) continue;
      register(withHooks, ', while the daemon is away', async (venue) => {
        const watching = awayWatching(venue);
        await playRow(venue.lab, watching, play, () => watching.comeBack());
      });
    }
    if (hooked)
      register(true, ', the daemon restarted in the middle', (venue) =>
        playRow(venue.lab, restartedWatching(venue), play),
      );
  };
}
