// A prompt outlives the daemon: killed at once or ended politely, the next one knows it by the same id, and it is answered
// once. Real daemon, real tmux, a stand-in that draws Claude's dialog and obeys its keys.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Step } from '../../src/demo/steps.ts';
import { askingInPane, promptOf } from '../lab/asking-in-pane.ts';
import { type CommandLine, commandLine } from '../lab/command-line.ts';
import { makePaneLab, type PaneLab } from '../lab/pane-stand-ins.ts';
import { until } from '../lab/until.ts';

let at: CommandLine;
let lab: PaneLab;

beforeAll(async () => {
  lab = await makePaneLab('restart');
  at = commandLine();
  await start();
});
afterAll(async () => {
  await at?.dispose();
  await lab?.close();
});

async function start(): Promise<void> {
  const started = await at.run(['start'], { HOME: lab.home, TALLYMUX_CLAUDE_DIRS: lab.claude });
  expect(started).toMatchObject({ code: 0 });
}

async function kill(): Promise<void> {
  const { pid } = JSON.parse((await at.run(['status', '--json'])).out) as { pid: number };
  process.kill(pid, 'SIGKILL');
  await until('the daemon is gone', () => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  });
}

const bash = (command: string): Step => ({ do: 'tool', name: 'Bash', input: { command, description: 'Make a file' } });

test.each([
  ['killed', kill],
  ['ended', async () => void (await at.run(['stop']))],
])('a daemon that was %s: its open prompt keeps its id and is answered once', async (how, end) => {
  const { claude, prompt, name } = await askingInPane(at, lab, bash(`touch ${how}.txt`));
  await end();
  await start();
  const again = await promptOf(at, name);
  expect(again.id).toBe(prompt.id);
  const ran = await at.run(['answer', name, '--yes', '--now']);
  expect(ran, JSON.stringify(ran)).toMatchObject({ code: 0 });
  expect(claude.effects()).toMatchObject([{ effect: 'yes' }]);
  expect((await at.run(['prompts'])).out).not.toContain(prompt.id);
});

test('answered in the terminal while no daemon lives: the next one shows no card for it', async () => {
  const { claude, prompt } = await askingInPane(at, lab, bash('touch away.txt'));
  await kill();
  await claude.takesKeys();
  await claude.press('1');
  await claude.answered();
  await start();
  await until('no prompt is open', async () => !(await at.run(['prompts'])).out.includes(prompt.id));
  expect(await at.run(['answer', prompt.id, '--yes', '--now'])).toMatchObject({ code: 6 });
  expect(claude.effects()).toHaveLength(1);
});
