// `tallymux setup` and the launcher against the real Claude Code, in a HOME whose path no careless program survives. No
// daemon runs: what the hooks left in the spool is what is looked at, and Claude's screen.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClaudeLab, makeClaudeLab } from '../lab/claude-lab.ts';
import type { LabClaude } from '../lab/lab-claude.ts';
import { layHooks } from '../lab/lab-hooks.ts';
import { until } from '../lab/until.ts';

let place: string;
let lab: ClaudeLab;
let state: string;
beforeEach(async () => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'tallymux-setup-')));
  const below = join(place, `o'b "q" $x é`);
  mkdirSync(below);
  lab = await makeClaudeLab(below);
  state = join(lab.home.home, '.tallymux');
});
afterEach(async () => {
  await lab?.dispose();
  rmSync(place, { recursive: true, force: true });
});

/** One hook as it lies in the spool. */
interface Spooled {
  readonly event: string;
  readonly header: Readonly<Record<string, string>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

function spooled(): Spooled[] {
  return readdirSync(join(state, 'spool')).flatMap((name) => {
    const file = readFileSync(join(state, 'spool', name), 'utf8');
    const end = file.indexOf('\n\n');
    const payload = whole(file.slice(Math.max(end, 0)));
    if (payload === null) return [];
    const lines = file.slice(0, end).split('\n');
    const header = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
    );
    return [{ event: header.event ?? '', header, payload }];
  });
}

/** Half an object does not parse. */
function whole(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The hooks of one Claude, once these have come. @param pid as the header tells it; empty for old versions */
const arrive = (pid: string, ...events: string[]) =>
  until(
    `hooks ${events.join(', ')}`,
    () => {
      const there = spooled().filter(({ header }) => header.pid === pid);
      return events.every((event) => there.some((one) => one.event === event)) && there;
    },
    { within: 45_000, seen: () => JSON.stringify(spooled().map(({ event, header }) => [event, header.pid])) },
  );

/** Once the turn is over: no word of ours, and none of a hook that failed. The paths on it hold our name. */
async function expectNothingOnScreen(claude: LabClaude): Promise<void> {
  await until('the end of the turn', async () => !/esc to interrupt/.test(await claude.screen()));
  expect((await claude.screen()).replaceAll(/tallymux-(?:lab|setup)-\w+/g, '')).not.toMatch(
    /hook|error|warning|tallymux|not found|denied/i,
  );
}

it('A3, H09: hooks of the current version arrive with who sent them, and nothing is seen of it', async () => {
  await layHooks(lab, state, ['2.1.332']);
  const claude = await lab.start({ arguments: ['--permission-mode', 'default', '--allowedTools', 'Bash(touch:*)'] });
  await arrive(String(claude.pid), 'SessionStart');
  await claude.say('bash: touch made.txt ;; say: all done');
  await claude.rests();
  const hooks = await arrive(String(claude.pid), 'SessionStart', 'UserPromptSubmit', 'Stop');
  expect(readdirSync(claude.cwd)).toContain('made.txt');
  expect(hooks.map(({ event }) => event).sort()).toEqual(['SessionStart', 'Stop', 'UserPromptSubmit']);
  for (const { event, header, payload } of hooks) {
    expect(payload).toMatchObject({ hook_event_name: event, cwd: claude.cwd });
    expect(header).toMatchObject({ pid: String(claude.pid), entrypoint: 'cli', ask: '' });
    expect(header.pane).toBe(claude.pane);
    expect(header.tmux).toContain('tmux.sock');
    expect(Number(header.uptime)).toBeGreaterThan(0);
  }
  await expectNothingOnScreen(claude);
});

it.each(['2.0.77', '2.1.332'] as const)(
  '%s where both are in use: no dialog at its start, the tool events come too, and nothing is seen of it',
  async (version) => {
    await layHooks(lab, state, ['2.0.77', '2.1.332']);
    // Whoever bears this pid stands for a living daemon: every event is kept.
    writeFileSync(join(state, 'pid'), `${process.pid}\n`);
    // The old one starts slowly where the machine is busy.
    const claude = await lab.start({ version, arguments: ['--allowedTools', 'Bash(touch:*)'], patience: 60_000 });
    expect(await claude.screen()).not.toMatch(/Settings (?:Error|Warning)/);
    // The old one begins with three helpers of its own, and takes no Enter before they end.
    if (version === '2.0.77') {
      const ended = () => spooled().filter(({ event }) => event === 'SubagentStop').length;
      await until('the end of its helpers', () => ended() >= 3, { within: 45_000 });
    }
    await claude.say('bash: touch made.txt ;; say: all done');
    const pid = version === '2.0.77' ? '' : String(claude.pid);
    const hooks = await arrive(pid, 'SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop');
    for (const { header, payload } of hooks) {
      expect(header).toMatchObject({ entrypoint: 'cli', pane: claude.pane });
      expect(payload.cwd).toBe(claude.cwd);
    }
    await expectNothingOnScreen(claude);
  },
  150_000,
);
