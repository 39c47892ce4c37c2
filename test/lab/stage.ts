// What a row is played on: starts its Claudes, hands out their lights, and ends every Claude of the row whatever
// happens, so that a row that is played again begins anew.

import type { ClaudeLab, StartOptions } from './claude-lab.ts';
import type { LabClaude } from './lab-claude.ts';
import { kill } from './lab-processes.ts';
import type { Light } from './light.ts';

/** One Claude and its light. */
export interface Actor {
  readonly claude: LabClaude;
  readonly light: Light;
}

/** What a row plays on. */
export interface Stage {
  readonly lab: ClaudeLab;
  /** Starts a Claude; its first light must be idle, within a second. */
  start(options?: StartOptions): Promise<Actor>;
  /** Starts a Claude without looking for its light. */
  startUnseen(options?: StartOptions): Promise<LabClaude>;
  /** The light of another process of the same lab. */
  lightFor(claude: LabClaude, pid?: number, within?: number): Promise<Light>;
}

/** A row. */
export type Play = (stage: Stage) => Promise<void>;

/** Where the lights of a row come from. */
export interface Watching {
  /** The light of the first Claude that the row starts. */
  watchFirst(claude: LabClaude): Promise<Light>;
  watch(claude: LabClaude, pid?: number, within?: number): Promise<Light>;
  finish?(): Promise<void>;
}

/** Plays one row, then `afterwards` while its Claudes still live. */
export async function playRow(
  lab: ClaudeLab,
  watching: Watching,
  play: Play,
  afterwards: (started: readonly LabClaude[]) => Promise<void> = async () => {},
): Promise<void> {
  const started: LabClaude[] = [];
  const stage: Stage = {
    lab,
    async start(options) {
      const claude = await lab.start(options);
      const first = started.length === 0;
      started.push(claude);
      const light = await (first ? watching.watchFirst(claude) : watching.watch(claude));
      await light.begins();
      return { claude, light };
    },
    async startUnseen(options) {
      const claude = await lab.start(options);
      started.push(claude);
      return claude;
    },
    lightFor: (claude, pid, within) => watching.watch(claude, pid, within),
  };
  try {
    await play(stage);
    await afterwards(started);
  } finally {
    await watching.finish?.();
    for (const claude of started) {
      claude.stop();
      kill(claude.pid, 'SIGKILL');
    }
  }
}
