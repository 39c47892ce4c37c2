// A lab together with the daemon that watches it and a client that follows the daemon: where rows are played. It judges
// nothing.

import { join } from 'node:path';
import type { ClaudeVersion } from './claude-binaries.ts';
import { type ClaudeLab, makeClaudeLab } from './claude-lab.ts';
import { type LabDaemon, startDaemon } from './daemon.ts';
import type { LabClaude } from './lab-claude.ts';
import { layHooks } from './lab-hooks.ts';
import { type Light, lightOf } from './light.ts';
import { type SpoolTap, tapSpool } from './spool-tap.ts';
import { type Watcher, watch } from './watcher.ts';

/** A lab being watched. */
export interface Venue {
  readonly lab: ClaudeLab;
  /** Hooks of the lab's Claudes; `null` where they have none, and where a daemon takes them. */
  readonly tap: SpoolTap | null;
  /** The light of a process of the lab. */
  light(claude: LabClaude, pid?: number, within?: number): Promise<Light>;
  /** Whether the daemon heard hooks of this process. */
  heardHooksOf(pid: number): Promise<boolean>;
  /** Ends the daemon, politely or not. */
  leave(how: 'politely' | 'hard'): Promise<void>;
  /** Starts the daemon again. @returns the epoch milliseconds at which it answered. */
  comeBack(): Promise<number>;
  dispose(): Promise<void>;
}

/** How to open a venue. */
export interface VenueOptions {
  /** The versions that may run with our hooks; `null`: no hooks at all. */
  readonly hooks: readonly ClaudeVersion[] | null;
  /** No daemon: what Claude says is only recorded. */
  readonly recording: boolean;
}

/** Opens a venue: a lab, and, where nothing is recorded, a daemon. */
export async function openVenue({ hooks, recording }: VenueOptions): Promise<Venue> {
  const lab = await makeClaudeLab();
  const home = join(lab.directory, 'tallymux');
  const claudeDirectories = [lab.home.claudeDirectory];
  let daemon: LabDaemon | null = null;
  let watcher: Watcher | null = null;
  let tap: SpoolTap | null = null;
  let back = 0;
  const there = () => {
    if (daemon === null || watcher === null) throw new Error('no daemon');
    return { daemon, watcher };
  };
  const venue: Venue = {
    lab,
    get tap() {
      return tap;
    },
    async light(claude, pid, within) {
      const { daemon, watcher } = there();
      return lightOf(watcher, daemon, claude, within, pid, back);
    },
    async heardHooksOf(pid) {
      const { daemon, watcher } = there();
      const session = watcher.snapshot().sessions.find((each) => each.pid === pid)?.id ?? '';
      const { evidence } = await daemon.command('explain', { session });
      return evidence.some(({ source }) => source === 'hook');
    },
    async leave(how) {
      watcher?.close();
      await (how === 'hard' ? daemon?.kill() : daemon?.stop());
    },
    async comeBack() {
      const { daemon } = there();
      await daemon.start();
      back = Date.now();
      watcher = await watch(daemon);
      return back;
    },
    async dispose() {
      tap?.stop();
      watcher?.close();
      await daemon?.kill();
      await lab.dispose();
    },
  };
  try {
    if (hooks !== null) await layHooks(lab, home, hooks);
    if (recording) {
      if (hooks !== null) tap = tapSpool(home);
      return venue;
    }
    daemon = await startDaemon({ personHome: lab.home.home, home, claudeDirectories });
    watcher = await watch(daemon);
    return venue;
  } catch (error) {
    await venue.dispose();
    throw error;
  }
}
