// The lab: a scripted model, a throw-away HOME, a private tmux server, and real Claudes in it. One lab serves a whole
// test file. It must leave nothing behind: every process of its HOME is ended by pid.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClaudeVersion, claudeCommand } from './claude-binaries.ts';
import { type LabClaude, labClaude } from './lab-claude.ts';
import { type LabHome, makeLabHome } from './lab-home.ts';
import { kill, killProcessesOf } from './lab-processes.ts';
import { type LabTmux, startTmux } from './lab-tmux.ts';
import { startModel } from './model-server.ts';
import { CLAUDE_PATIENCE, until } from './until.ts';

/** How to start one Claude. */
export interface StartOptions {
  /** Name of its project directory below `projects/`; made and trusted. Default: a new one. */
  readonly project?: string;
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly version?: ClaudeVersion;
  /** Words before Claude's own: a program that becomes Claude, and may take rights from it first. */
  readonly through?: readonly string[];
  /** Start it by typing into an interactive shell, so that Ctrl-Z and `fg` work. */
  readonly inShell?: boolean;
  /** Return at once, not when its composer takes keys. */
  readonly early?: boolean;
  /** Milliseconds it may take until it does. */
  readonly patience?: number;
  /** Do not tell it that it is in tmux: then nobody knows its pane but the lab. */
  readonly untold?: boolean;
  /** Name of its tmux session; made up unless it is said. */
  readonly called?: string;
}

/** What the lab reads of a registry file. */
export interface RegistryEntry {
  readonly pid: number;
  readonly kind: string;
  readonly entrypoint: string;
  readonly cwd: string;
}

/** A lab. */
export interface ClaudeLab {
  readonly directory: string;
  readonly home: LabHome;
  readonly tmux: LabTmux;
  /** Path of a project directory, trusted beforehand. */
  project(name: string): string;
  /** Starts a Claude in a pane of its own. */
  start(options?: StartOptions): Promise<LabClaude>;
  /** Runs any command line in a pane of its own with the lab's environment; tells the pid. */
  run(name: string, cwd: string, words: readonly string[]): Promise<{ pane: string; pid: number }>;
  /** Follows a Claude that something else started: print mode, a background session. */
  adopt(name: string, pid: number, cwd: string): LabClaude;
  /** The next registry file that fits and that no Claude of ours was made of, as the pid it belongs to. */
  registered(what: string, fits: (entry: RegistryEntry) => boolean, within?: number): Promise<number>;
  dispose(): Promise<void>;
}

/** Names of projects that are trusted from the start. */
const PROJECTS = ['shop', 'api', 'site', ...Array.from({ length: 200 }, (_, i) => `p${i}`)];

/**
 * Makes a lab. Takes about a tenth of a second; a Claude in it about one.
 * @param below where its directory is made, HOME and projects in it.
 * @param tmuxConfiguration what its tmux server reads; nothing unless it is said.
 */
export async function makeClaudeLab(below = tmpdir(), tmuxConfiguration?: string): Promise<ClaudeLab> {
  const directory = realpathSync(mkdtempSync(join(below, 'tallymux-lab-')));
  const model = await startModel(join(directory, 'requests.jsonl'));
  const project = (name: string) => join(directory, 'projects', name);
  const home = makeLabHome(join(directory, 'home'), PROJECTS.map(project), model.port);
  const tmux = await startTmux(directory, tmuxConfiguration);
  const claudes: LabClaude[] = [];
  let started = 0;
  let ran = 0;

  const lab: ClaudeLab = {
    directory,
    home,
    tmux,
    project,
    async start(options = {}) {
      started += 1;
      const name = options.called ?? `c${started}`;
      const cwd = project(options.project ?? `p${started - 1}`);
      mkdirSync(cwd, { recursive: true });
      const words = [
        ...(options.through ?? []),
        ...claudeCommand(options.version ?? '2.1.332'),
        ...(options.arguments ?? ['--permission-mode', 'default']),
      ];
      const environment = { ...home.environment, ...options.environment };
      const program = options.inShell ? ['bash', '--norc', '--noprofile', '-i'] : words;
      const { pane, pid } = await tmux.open(name, cwd, inEnvironment(environment, program, options.untold));
      if (options.inShell) {
        await tmux.type(pane, words.map(quote).join(' '));
        await tmux.press(pane, 'Enter');
      }
      const own = options.inShell ? await childOf(pid) : pid;
      const claude = labClaude(tmux, home.claudeDirectory, { name, pid: own, cwd, pane });
      claudes.push(claude);
      if (options.early) return claude;
      const patience = options.patience ?? CLAUDE_PATIENCE;
      const silent = options.version === '2.0.77' || options.version === '2.1.112';
      try {
        if (!silent) await claude.reaches('idle', patience);
        await claude.shows(/^\s*[│ ]*[❯>]/m, patience);
      } catch (error) {
        // One that is still on its way would only slow down the next.
        claude.stop();
        kill(own, 'SIGKILL');
        throw error;
      }
      // What has no registry shows that it is there by its composer.
      if (silent) claude.mark();
      return claude;
    },
    run(name, cwd, words) {
      ran += 1;
      return tmux.open(`${name}-${ran}`, cwd, inEnvironment(home.environment, words));
    },
    adopt(name, pid, cwd) {
      const claude = labClaude(tmux, home.claudeDirectory, { name, pid, cwd, pane: '' });
      claudes.push(claude);
      return claude;
    },
    registered: (what, fits, within = CLAUDE_PATIENCE) =>
      until(
        what,
        () => {
          // A row that is played again must not meet what it left behind.
          const fresh = registryEntries(home.claudeDirectory).filter(
            ({ pid }) => !claudes.some((one) => one.pid === pid),
          );
          return fresh.find(fits)?.pid ?? null;
        },
        { within },
      ),
    async dispose() {
      for (const claude of claudes) claude.stop();
      await tmux.close();
      killProcessesOf(home.home);
      model.close();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
  return lab;
}

/** A command line for `sh` that keeps only what is given, and the pane's own tmux variables unless `untold`. */
function inEnvironment(environment: Readonly<Record<string, string>>, words: readonly string[], untold = false) {
  const pairs = Object.entries(environment).map(([name, value]) => quote(`${name}=${value}`));
  const tmux = untold ? [] : ['"TMUX=$TMUX"', '"TMUX_PANE=$TMUX_PANE"'];
  return ['exec env -i', ...pairs, ...tmux, ...words.map(quote)].join(' ');
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function registryEntries(claudeDirectory: string): RegistryEntry[] {
  try {
    const files = readdirSync(join(claudeDirectory, 'sessions')).filter((file) => file.endsWith('.json'));
    return files.map((file) => JSON.parse(readFileSync(join(claudeDirectory, 'sessions', file), 'utf8')));
  } catch {
    return [];
  }
}

function childOf(pid: number): Promise<number> {
  return until(`a child of ${pid}`, () => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]) || null;
    } catch {
      return null;
    }
  });
}
