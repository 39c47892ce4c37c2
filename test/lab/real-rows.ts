// Registers rows that are played with the real Claude Code: one lab and one daemon for a test file, one Claude or more
// for a row. With `--full` each row is played a second time with the daemon away from before its trigger until after
// its end. With TALLYMUX_RECORD=1 nothing is judged: what Claude wrote is kept in test/fixtures/recordings.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AbsentLight, absentLight } from './absent-lights.ts';
import { type ClaudeLab, makeClaudeLab, type StartOptions } from './claude-lab.ts';
import { type LabDaemon, startDaemon } from './daemon.ts';
import type { LabClaude } from './lab-claude.ts';
import { kill } from './lab-processes.ts';
import { type Light, lightOf } from './light.ts';
import { type Recorder, record } from './recorder.ts';
import { pause } from './until.ts';
import { type Watcher, watch } from './watcher.ts';

const RECORDINGS = fileURLToPath(new URL('../fixtures/recordings/', import.meta.url));
const recording = process.env.TALLYMUX_RECORD === '1';
const full = process.env.TALLYMUX_FULL === '1';

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

/** How a row is registered. */
export interface RowOptions {
  /** Only with `--full`, and why; the reason becomes part of the test's name. */
  readonly onlyFull?: string;
  /** The row cannot be played with the daemon away. */
  readonly daemonNeeded?: boolean;
  /** Milliseconds a row may take. */
  readonly timeout?: number;
}

/** Registers one row. */
export type Row = (name: string, play: (stage: Stage) => Promise<void>, options?: RowOptions) => void;

/** Makes the lab and the daemon of one test file, and tells how to register its rows. */
export function realRows(): Row {
  let lab: ClaudeLab;
  let daemon: LabDaemon | null = null;
  let watcher: Watcher | null = null;

  beforeAll(async () => {
    lab = await makeClaudeLab();
    if (recording) return;
    daemon = await startDaemon({
      personHome: lab.home.home,
      home: join(lab.directory, 'tallymux'),
      claudeDirectories: [lab.home.claudeDirectory],
    });
    watcher = await watch(daemon);
  });
  afterAll(async () => {
    watcher?.close();
    await daemon?.kill();
    await lab?.dispose();
  });

  const lightNow = async (claude: LabClaude, pid?: number, within?: number) => {
    if (watcher === null || daemon === null) throw new Error('no daemon');
    return lightOf(watcher, daemon, claude, within, pid);
  };

  return (name, play, options = {}) => {
    const timeout = options.timeout ?? 60_000;
    if (recording) {
      test(name, () => withStage(lab, recordingStage(lab, name), play), timeout);
      return;
    }
    const asked = options.onlyFull === undefined ? name : `${name} (only with --full: ${options.onlyFull})`;
    test.runIf(full || options.onlyFull === undefined)(
      asked,
      () => withStage(lab, { watchFirst: lightNow, watch: lightNow }, play),
      timeout,
    );
    if (options.daemonNeeded || !full) return;
    test(
      `${name}, while the daemon is away`,
      async () => {
        const absent: { claude: LabClaude; light: AbsentLight }[] = [];
        const stage: Watching = {
          async watchFirst(claude) {
            await (await lightNow(claude)).begins();
            watcher?.close();
            await daemon?.stop();
            return stage.watch(claude);
          },
          async watch(claude) {
            const light = absentLight(() => {});
            absent.push({ claude, light });
            return light;
          },
        };
        await withStage(lab, stage, play, async () => {
          await daemon?.start();
          const back = Date.now();
          watcher = daemon && (await watch(daemon));
          for (const { claude, light } of absent) await settlesAt(await lightNow(claude, undefined, 1500), light, back);
        });
      },
      timeout,
    );
  };
}

/** After the daemon is back: settled within 1.5 s, and nothing found by recovery rings. */
async function settlesAt(light: Light, absent: AbsentLight, back: number): Promise<void> {
  const expected = absent.last();
  await light.says(`state ${expected}`, ({ state }) => state === expected, back + 1500 - Date.now());
  expect(light.announced()).toEqual([]);
}

interface Watching {
  watchFirst(claude: LabClaude): Promise<Light>;
  watch(claude: LabClaude, pid?: number, within?: number): Promise<Light>;
  finish?(): Promise<void>;
}

async function withStage(
  lab: ClaudeLab,
  watching: Watching,
  play: (stage: Stage) => Promise<void>,
  afterwards: () => Promise<void> = async () => {},
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
    await afterwards();
  } finally {
    await watching.finish?.();
    for (const claude of started) {
      claude.stop();
      kill(claude.pid, 'SIGKILL');
    }
  }
}

function recordingStage(lab: ClaudeLab, name: string): Watching {
  const recorders: Recorder[] = [];
  const watchOne = async (claude: LabClaude) => {
    const recorder = record(lab.home.claudeDirectory, claude.pid, claude.cwd, lab.directory);
    recorders.push(recorder);
    return absentLight(recorder.mark);
  };
  return {
    watchFirst: watchOne,
    watch: watchOne,
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
