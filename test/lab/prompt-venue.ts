// Where prompts of real Claudes are asked and answered: a lab with our hooks, its daemon, a client that follows the
// cards, and Claudes that are asked again and again, one for each way in which an answer can reach them. It judges
// nothing.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cards, followCards } from './cards.ts';
import type { ClaudeVersion } from './claude-binaries.ts';
import { type ClaudeLab, makeClaudeLab, type StartOptions } from './claude-lab.ts';
import { type LabDaemon, startDaemon } from './daemon.ts';
import type { LabClaude } from './lab-claude.ts';
import { layHooks } from './lab-hooks.ts';
import { kill } from './lab-processes.ts';

/**
 * How an answer reaches Claude. `hook`: nobody knows its pane, only its held hook answers; `pane`: it runs no hooks;
 * `both`: hooks and pane are there; `terminal`: the same, and the person answers by keys while our card is open.
 */
export type Way = 'hook' | 'pane' | 'both' | 'terminal';

/** A Claude that asks. */
export interface Asker {
  readonly way: Way;
  readonly claude: LabClaude;
  /** Id of its session. */
  readonly session: string;
}

/** A place where prompts are answered. */
export interface PromptVenue {
  readonly lab: ClaudeLab;
  readonly daemon: LabDaemon;
  readonly cards: Cards;
  /** The Claude that is asked this way, started when it is needed. */
  asker(way: Way): Promise<Asker>;
  /** Another one. Ends with the venue, or with `end`. */
  start(way: Way, options?: StartOptions): Promise<Asker>;
  /** What its session's id is; it must be listed within 6 s. */
  sessionOf(claude: LabClaude): Promise<string>;
  /** Ends a Claude; the next one of its way is a new one. */
  end(asker: Asker): Promise<void>;
  dispose(): Promise<void>;
}

/** How to open a venue. */
export interface PromptVenueOptions {
  readonly versions?: readonly ClaudeVersion[];
  /** How every Claude of it is started, unless a row says otherwise. */
  readonly arguments?: readonly string[];
  /** What its tmux server reads. */
  readonly tmuxConfiguration?: string;
}

const SERVER = fileURLToPath(new URL('./mcp-fixture.mjs', import.meta.url));
/** A session without registry is found by a scan only, in milliseconds. */
const LISTED = 6000;

/** Opens a venue. */
export async function openPromptVenue(options: PromptVenueOptions = {}): Promise<PromptVenue> {
  const { versions = ['2.1.332'], arguments: usual = ['--permission-mode', 'default'] } = options;
  const lab = await makeClaudeLab(undefined, options.tmuxConfiguration);
  const home = join(lab.directory, 'tallymux');
  const mcp = join(lab.directory, 'mcp.json');
  writeFileSync(mcp, JSON.stringify({ mcpServers: { lab: { command: process.execPath, args: [SERVER] } } }));
  const askers = new Map<Way, Promise<Asker>>();
  let daemon: LabDaemon | null = null;
  let cards: Cards | null = null;
  try {
    await layHooks(lab, home, versions);
    daemon = await startDaemon({ personHome: lab.home.home, home, claudeDirectories: [lab.home.claudeDirectory] });
    cards = await followCards(daemon.socket);
  } catch (error) {
    await daemon?.kill();
    await lab.dispose();
    throw error;
  }
  const following = cards;
  const running = daemon;

  const venue: PromptVenue = {
    lab,
    daemon: running,
    cards: following,
    asker(way) {
      const asker = askers.get(way) ?? venue.start(way);
      askers.set(way, asker);
      asker.catch(() => askers.delete(way));
      return asker;
    },
    async start(way, more = {}) {
      const silenced = way === 'pane' ? ['--settings', '{"disableAllHooks":true}'] : [];
      const words = more.arguments ?? usual;
      const claude = await lab.start({
        version: versions[0] ?? '2.1.332',
        untold: way === 'hook',
        ...more,
        arguments: [...words, '--mcp-config', mcp, ...silenced],
      });
      return { way, claude, session: more.early ? '' : await venue.sessionOf(claude) };
    },
    sessionOf: (claude) =>
      following.next(
        `pid ${claude.pid} is listed`,
        () => following.snapshot().sessions.find(({ pid }) => pid === claude.pid)?.id,
        LISTED,
      ),
    async end(asker) {
      if ((await askers.get(asker.way)?.catch(() => null)) === asker) askers.delete(asker.way);
      asker.claude.stop();
      // One that is killed hard keeps the next one waiting for what it held.
      kill(asker.claude.pid, 'SIGTERM');
      await asker.claude.ends(3000).catch(() => kill(asker.claude.pid, 'SIGKILL'));
    },
    async dispose() {
      following.stop();
      await running.kill();
      await lab.dispose();
    },
  };
  return venue;
}
