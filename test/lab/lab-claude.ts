// One real Claude Code in a pane of the lab: types into it, reads its screen and its registry file, and remembers the
// time of the last thing that happened, which is what the daemon's answer is measured against.

import { join } from 'node:path';
import { kill, processState } from './lab-processes.ts';
import type { LabTmux } from './lab-tmux.ts';
import { followLevels, type Level } from './level-log.ts';
import { CLAUDE_PATIENCE, DEAR_INTERVAL, pause, until } from './until.ts';

/** Longer than Claude rests between an agent's return and the turn that it begins, in milliseconds. */
const RESTING = 700;

/** One Claude in a pane. */
export interface LabClaude {
  readonly name: string;
  readonly pid: number;
  readonly cwd: string;
  readonly pane: string;
  /** Epoch milliseconds of the last cause: a key pressed, a level seen, a signal sent. */
  readonly cause: number;
  /** Types a prompt and presses Enter once the composer shows it. */
  say(text: string): Promise<void>;
  /** Types without Enter. */
  type(text: string): Promise<void>;
  /** Presses keys, one after another. */
  press(...keys: string[]): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  screen(): Promise<string>;
  /** Waits for something on the screen; returns the whole screen. */
  shows(pattern: RegExp, within?: number): Promise<string>;
  /** Waits for the next level with this status after the last one that was waited for; it becomes the cause. */
  reaches(status: string, within?: number): Promise<Level>;
  /** Waits until the registry rests (idle or shell) and stays so; the last fall becomes the cause. */
  rests(within?: number): Promise<Level>;
  /** Waits until a dialog takes keys: it drops them for its first moments. */
  dialogTakesKeys(): Promise<void>;
  /** Waits until the process is gone. */
  ends(within?: number): Promise<void>;
  /** Every level so far, oldest first. */
  levels(): readonly Level[];
  /** Makes now the cause. */
  mark(): void;
  stop(): void;
}

/** Binds a pane to the Claude with this pid. */
export function labClaude(
  tmux: LabTmux,
  claudeDirectory: string,
  { name, pid, cwd, pane }: { name: string; pid: number; cwd: string; pane: string },
): LabClaude {
  const log = followLevels(join(claudeDirectory, 'sessions', `${pid}.json`));
  let cause = Date.now();
  let cursor = -1;
  const screen = () => tmux.screen(pane);
  const shows = async (pattern: RegExp, within = CLAUDE_PATIENCE) => {
    const found = await until(
      `${name}: ${pattern} on the screen`,
      async () => {
        const now = await screen();
        return pattern.test(now) && now;
      },
      { within, every: DEAR_INTERVAL, seen: screen },
    );
    return found;
  };
  const claude: LabClaude = {
    name,
    pid,
    cwd,
    pane,
    get cause() {
      return cause;
    },
    async say(text) {
      await tmux.type(pane, text);
      await shows(composerHolds(text));
      cause = Date.now();
      await tmux.press(pane, 'Enter');
      await pause(300);
      // A busy machine hands Claude text and Enter in one piece, which it takes for pasted text with a line end.
      // A command stays on the screen above the dialog that it opens, and a second Enter would answer that.
      const once = text.startsWith('/');
      // Its registry is quicker than its screen, and the next Enter could answer what it asks.
      const began = () => log.levels.some(({ at, status }) => at >= cause && status !== 'idle');
      // Looking takes its time, too: what began meanwhile is asked after the look.
      const isLeft = async () => stillInComposer(await screen(), text) && !began();
      for (let again = 0; !once && again < 3 && !began() && (await isLeft()); again += 1) {
        cause = Date.now();
        await tmux.press(pane, 'Enter');
        await pause(500 * (again + 1));
      }
    },
    async type(text) {
      await tmux.type(pane, text);
    },
    async press(...keys) {
      for (const key of keys) {
        cause = Date.now();
        await tmux.press(pane, key);
      }
    },
    signal(signal) {
      cause = Date.now();
      kill(pid, signal);
    },
    screen,
    shows,
    async reaches(status, within = CLAUDE_PATIENCE) {
      const level = await until(
        `${name}: registry status ${status}`,
        () => {
          const at = log.levels.findIndex((each, index) => index > cursor && each.status === status);
          if (at < 0) return null;
          cursor = at;
          return log.levels[at] ?? null;
        },
        { within, seen: async () => `${JSON.stringify(log.levels, null, 1)}\n${await screen()}` },
      );
      cause = level.at;
      return level;
    },
    async rests(within = CLAUDE_PATIENCE) {
      const level = await until(
        `${name}: the registry rests`,
        () => {
          const last = log.levels.at(-1);
          if (last === undefined || !['idle', 'shell'].includes(last.status)) return null;
          return log.levels.length - 1 > cursor && Date.now() - last.at > RESTING ? last : null;
        },
        { within, seen: async () => `${JSON.stringify(log.levels, null, 1)}\n${await screen()}` },
      );
      cursor = log.levels.length - 1;
      cause = level.at;
      return level;
    },
    async dialogTakesKeys() {
      await shows(/Esc to cancel|Enter to confirm|❯ (?:\d\. )?(?:Yes|No)/);
      let before = '';
      await until(`${name}: a settled dialog`, async () => {
        await pause(200);
        const now = await screen();
        const settled = now === before;
        before = now;
        return settled;
      });
    },
    async ends(within = CLAUDE_PATIENCE) {
      await until(`${name}: process ${pid} gone`, () => [null, 'Z'].includes(processState(pid)), { within });
      cause = Date.now();
    },
    levels: () => log.levels,
    mark() {
      cause = Date.now();
    },
    stop: log.stop,
  };
  return claude;
}

/** Whether the text still stands between the last two rule lines, where the composer is. */
function stillInComposer(screen: string, text: string): boolean {
  const parts = screen.split(/^─{20,}.*$/m);
  const composer = parts.length < 3 ? '' : (parts.at(-2) ?? '');
  return /^\s*[❯>!]/.test(composer) && composerHolds(text).test(composer);
}

/** The composer's last line holds the end of what was typed (long prompts wrap). */
function composerHolds(text: string): RegExp {
  const end = text.split('\n').at(-1)?.slice(-12) ?? '';
  return new RegExp(end.split('').map(escapeForRegExp).join('\\s*'));
}

function escapeForRegExp(character: string): string {
  return /\s/.test(character) ? '\\s*' : character.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
