// Two real Claudes that are told the same, one with our hooks and one without: what the first shows and the second does
// not, our hooks did. The hooks are the real ones: launcher and settings as `tallymux setup` makes them, every event.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOOK_EVENTS } from '../../src/adapters/claude/hook-events.ts';
import { installLauncher } from '../../src/adapters/claude/launcher.ts';
import { installHooks } from '../../src/adapters/claude/settings/setup-hooks.ts';
import { type ClaudeLab, makeClaudeLab } from './claude-lab.ts';
import type { LabClaude } from './lab-claude.ts';
import { until } from './until.ts';

/** Two labs, each with one Claude in it once `start` was called. */
export interface HookedPair {
  readonly hooked: ClaudeLab;
  readonly plain: ClaudeLab;
  /** TALLYMUX_HOME: `.tallymux` in the HOME of the lab with hooks. */
  readonly state: string;
  start(): Promise<void>;
  /** The Claude with hooks. */
  claude(): LabClaude;
  /** Does the same with both, at the same time. */
  both(play: (claude: LabClaude) => Promise<unknown>): Promise<void>;
  /** Waits until nothing stands on the screen with hooks that does not stand on the other one. */
  look(within?: number): Promise<void>;
  /** With which codes the two ended. */
  exitCodes(): Promise<readonly number[]>;
  /** Names of files in the spool. */
  spool(): readonly string[];
  /** What hooks left in the transcripts: errors, and answers that Claude took from them. */
  traces(): readonly string[];
  dispose(): Promise<void>;
}

/** A name that every unquoted use of it would break. */
const ODD = `o'b "q" $HOME é`;

/** Root is refused nothing by the file system unless it gives these rights away; the rest of its life has to do without. */
const WITHOUT_RIGHTS = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : [];

/** In a shell, which tells how Claude ended. */
const OPTIONS = { project: 'shop', through: WITHOUT_RIGHTS, inShell: true };

/** Makes the two labs below a directory with an odd name; nothing runs in them yet. */
export async function makeHookedPair(): Promise<HookedPair> {
  const root = mkdtempSync(join(tmpdir(), 'tmx-'));
  const below = join(root, ODD);
  mkdirSync(below);
  const [hooked, plain] = await Promise.all([makeClaudeLab(below), makeClaudeLab(below)]);
  const state = join(hooked.home.home, '.tallymux');
  layRealHooks(hooked, state);
  let claudes: readonly LabClaude[] = [];
  const screens = () => Promise.all(claudes.map(async (claude) => lines(await claude.screen())));
  return {
    hooked,
    plain,
    state,
    async start() {
      claudes = await Promise.all([hooked, plain].map((lab) => lab.start(OPTIONS)));
    },
    claude: () => claudes[0] ?? missing(),
    async both(play) {
      await Promise.all(claudes.map(play));
    },
    async look(within = 5_000) {
      const seen = async () => (await screens()).map((screen) => screen.join('\n')).join('\n──── without hooks ────\n');
      await until(
        'the same screen with hooks as without',
        async () => {
          const [withHooks = [], without = []] = await screens();
          return withHooks.length > 0 && withHooks.every((line) => without.includes(line));
        },
        { within, seen },
      );
    },
    exitCodes: () => Promise.all(claudes.map(exitCode)),
    spool: () => readdirSync(join(state, 'spool')),
    traces: () => tracesOf(join(hooked.home.claudeDirectory, 'projects')),
    async dispose() {
      await Promise.all([hooked.dispose(), plain.dispose()]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The launcher in its home, and our hook for every event there is in the settings of the lab. */
export function layRealHooks({ home }: ClaudeLab, state: string): void {
  installLauncher(state);
  installHooks(
    {
      path: join(home.claudeDirectory, 'settings.json'),
      home: state,
      backup: join(state, 'backup'),
      now: new Date(),
      dryRun: false,
    },
    HOOK_EVENTS.map(({ name }) => name),
  );
}

/** What a screen says, without what is never the same twice: where the lab lies, and how long something took. */
function lines(screen: string): string[] {
  return screen
    .replace(/tallymux-lab-\w+/g, 'LAB')
    .replace(/^✻ .*/gm, '✻')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function tracesOf(projects: string): string[] {
  const files = readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.jsonl'));
  const all = files.flatMap((file) => readFileSync(join(projects, file), 'utf8').split('\n').filter(Boolean));
  return all.filter((line) => {
    const { type, subtype, attachment, hookErrors, hasOutput } = JSON.parse(line);
    if (type === 'attachment') return /hook/.test(attachment?.type);
    return subtype === 'stop_hook_summary' && (hookErrors.length > 0 || hasOutput);
  });
}

/** What the shell says of the Claude that has ended in it. */
async function exitCode(claude: LabClaude): Promise<number> {
  await claude.type('echo "ended:$?"');
  await claude.press('Enter');
  return Number(/^ended:(\d+)/m.exec(await claude.shows(/^ended:\d+/m))?.[1]);
}

function missing(): never {
  throw new Error('the pair was not started');
}
