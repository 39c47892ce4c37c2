// The ways in which a row's lights are looked at: by a daemon that is there, that is away, that is restarted in the
// middle; or by nobody, while what Claude writes is recorded.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { type AbsentLight, absentLight } from './absent-lights.ts';
import type { LabClaude } from './lab-claude.ts';
import { processState } from './lab-processes.ts';
import type { Light } from './light.ts';
import { type Recorder, record } from './recorder.ts';
import type { Watching } from './stage.ts';
import { type SurvivingLight, survivingLight } from './surviving-light.ts';
import { pause } from './until.ts';
import type { Venue } from './venue.ts';

const RECORDINGS = fileURLToPath(new URL('../fixtures/recordings/', import.meta.url));
/** Within this after its start the daemon has settled every session, in milliseconds. */
const SETTLED = 1500;

/** The daemon is there. */
export function hereWatching(venue: Venue): Watching {
  return { watchFirst: (claude) => venue.light(claude), watch: venue.light };
}

/** The daemon goes before the row's first trigger and is back after its end. */
export function awayWatching(venue: Venue): Watching & { comeBack(): Promise<void> } {
  const absent: { claude: LabClaude; light: AbsentLight }[] = [];
  let away = false;
  const watching = {
    async watchFirst(claude: LabClaude) {
      await (await venue.light(claude)).begins();
      away = true;
      await venue.leave('politely');
      return watching.watch(claude);
    },
    async watch(claude: LabClaude) {
      const light = absentLight(() => {});
      absent.push({ claude, light });
      return light;
    },
    /** Settled within 1.5 s, and nothing found by recovery rings. */
    async comeBack() {
      away = false;
      const back = await venue.comeBack();
      for (const { claude, light } of absent) {
        // What a row has left behind has ended, though no row says it of each.
        const expected = [null, 'Z'].includes(processState(claude.pid)) ? 'ended' : light.last();
        const now = await venue.light(claude, undefined, SETTLED);
        await now.says(`state ${expected}`, ({ state }) => state === expected, back + SETTLED - Date.now());
        expect(now.announced()).toEqual([]);
      }
    },
    /** A row that failed leaves the daemon to the next one. */
    async finish() {
      if (away) await venue.comeBack();
    },
  };
  return watching;
}

/** The daemon is killed after the first light that the row demanded, and started again. */
export function restartedWatching(venue: Venue): Watching {
  const lights: SurvivingLight[] = [];
  let restarted = false;
  const restart = async () => {
    if (restarted) return;
    restarted = true;
    await venue.leave('hard');
    const back = await venue.comeBack();
    for (const light of lights) await light.goOn(back);
  };
  const watch = async (claude: LabClaude, pid?: number, within?: number): Promise<Light> => {
    const first = await venue.light(claude, pid, within);
    const light = survivingLight(first, () => venue.light(claude, pid, SETTLED), restart);
    lights.push(light);
    return light;
  };
  return { watchFirst: watch, watch };
}

/** Nobody looks; everything is recorded. */
export function recordingWatching({ lab, tap }: Venue, name: string): Watching {
  const recorders: Recorder[] = [];
  const watch = async ({ pid, cwd }: LabClaude) => {
    const { directory, home } = lab;
    const recorder = record({ claudeDirectory: home.claudeDirectory, pid, cwd, directory, tap });
    recorders.push(recorder);
    return absentLight(recorder.mark);
  };
  return {
    watchFirst: watch,
    watch,
    async finish() {
      // What Claude still writes after the row's end belongs to it.
      await pause(1500);
      const slug = name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '');
      for (const [index, recorder] of recorders.entries()) {
        recorder.save(join(RECORDINGS, `${slug}${index === 0 ? '' : `.${index + 1}`}.jsonl`));
      }
    },
  };
}
