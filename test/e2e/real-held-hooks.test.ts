// The real Claude Code and a launcher that waits, without a daemon between: this process reads the spool and answers as
// the daemon does. What ran is looked at on the disk and in the transcript.

import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { express, optionsOf } from '../../src/adapters/claude/decisions.ts';
import { type DirectoryWatch, watchDirectories } from '../../src/adapters/claude/directory-watch.ts';
import { type Held, heldHooks } from '../../src/adapters/claude/held-hooks.ts';
import { openSpool, type SpoolWatching } from '../../src/adapters/claude/spool.ts';
import type { HookArrival } from '../../src/core/hook.ts';
import type { HookQuestion } from '../../src/core/hook-question.ts';
import type { Meaning, PromptAnswer } from '../../src/core/prompt.ts';
import { claudeCommand } from '../lab/claude-binaries.ts';
import { type ClaudeLab, makeClaudeLab } from '../lab/claude-lab.ts';
import type { LabClaude } from '../lab/lab-claude.ts';
import { layHooks } from '../lab/lab-hooks.ts';
import { transcriptHolds } from '../lab/transcripts.ts';
import { until } from '../lab/until.ts';

let lab: ClaudeLab;
let state: string;
let bells: DirectoryWatch;
let watching: SpoolWatching;
let held: Held;
const seldom = test.runIf(process.env.TALLYMUX_FULL === '1');
const arrivals: HookArrival[] = [];
const gone: string[] = [];

beforeAll(async () => {
  lab = await makeClaudeLab();
  state = join(lab.directory, 'tallymux');
  await layHooks(lab, state, ['2.1.332']);
  bells = watchDirectories(() => {});
  held = heldHooks(join(state, 'ask'));
  watching = openSpool({ directory: join(state, 'spool'), bells, wall: Date.now }).watch(
    (batch) => {
      arrivals.push(...batch.arrivals);
      gone.push(...batch.gone);
      batch.taken();
    },
    () => {},
  );
  daemonLives(true);
});
afterAll(async () => {
  watching?.dispose();
  bells?.dispose();
  for (const name of held?.names() ?? []) await held.release(name);
  await lab?.dispose();
});

const daemonLives = (lives: boolean) =>
  lives ? writeFileSync(join(state, 'pid'), `${process.pid}\n`) : rmSync(join(state, 'pid'), { force: true });

/** The next question of this Claude after those that were taken already. */
const taken = new Set<HookArrival>();
async function asked(claude: Pick<LabClaude, 'pid'>): Promise<HookQuestion & { readonly held: string }> {
  return until('a question', () => {
    const found = arrivals.find((one) => one.question !== null && one.claimedPid === claude.pid && !taken.has(one));
    if (found?.question == null) return null;
    taken.add(found);
    expect(found.question.held).not.toBeNull();
    return { ...found.question, held: found.question.held ?? '' };
  });
}

async function answer(
  question: HookQuestion & { readonly held: string },
  meaning: Meaning,
  more: Partial<PromptAnswer> & { readonly label?: string } = {},
) {
  const label = more.label ?? optionsOf(question).find((option) => option.meaning === meaning)?.label ?? '';
  const plain = { prompt: 'k3f.1', text: null, input: null, answers: null, content: null, ...more };
  const expressed = express(question, { ...plain, option: { n: 1, label, meaning } });
  if (!('decision' in expressed)) throw new Error(JSON.stringify(expressed));
  return held.answer(question.held, expressed.decision);
}

const file = (claude: LabClaude, name: string) => existsSync(join(claude.cwd, name));
const holds = (claude: LabClaude, pattern: RegExp) => transcriptHolds(lab.home.claudeDirectory, claude.cwd, pattern);

seldom(
  'an allowed, a changed and a denied command: what runs is what was decided, and Claude says so (only with --full: rows of prompts hold the same through the daemon)',
  async () => {
    const claude = await lab.start();
    await claude.say('bash: touch once.txt ;; bash: touch before.txt ;; bash: touch never.txt ;; say: went on');
    const once = await asked(claude);
    await claude.reaches('waiting');
    await claude.shows(/Do you want to proceed/);
    expect(await answer(once, 'allow')).toBe('written');
    await until('it ran', () => file(claude, 'once.txt'));
    await holds(claude, /"hook_permission_decision","decision":"allow"/);
    const changed = await asked(claude);
    expect(await answer(changed, 'allow', { input: { ...changed.input, command: 'touch after.txt' } })).toBe('written');
    await until('the changed one ran', () => file(claude, 'after.txt'));
    expect(file(claude, 'before.txt')).toBe(false);
    const denied = await asked(claude);
    expect(await answer(denied, 'deny', { text: 'not that one,\n"please"' })).toBe('written');
    await holds(claude, /not that one,\\n\\"please\\"/);
    await claude.shows(/● went on/);
    expect(file(claude, 'never.txt')).toBe(false);
  },
);

seldom(
  'allow and remember writes the rule, and the next of its kind is not asked (only with --full: rows of prompts hold the same through the daemon)',
  async () => {
    const claude = await lab.start();
    await claude.say('bash: npm --version ;; bash: npm --version ;; say: twice');
    expect(await answer(await asked(claude), 'allow-always')).toBe('written');
    await claude.shows(/● twice/);
    expect(existsSync(join(claude.cwd, '.claude', 'settings.local.json'))).toBe(true);
  },
);

seldom(
  'denied without words it stops the turn, as No in the terminal does (only with --full: rows of prompts hold the same through the daemon)',
  async () => {
    const claude = await lab.start();
    await claude.say('bash: touch no.txt ;; say: went on');
    expect(await answer(await asked(claude), 'deny')).toBe('written');
    await claude.reaches('idle');
    expect(await claude.screen()).not.toMatch(/● went on/);
    expect(file(claude, 'no.txt')).toBe(false);
  },
);

seldom(
  'P11: Yes in the terminal ends the dialog and not the launcher; a late answer changes nothing (only with --full: rows of prompts hold the same through the daemon)',
  async () => {
    const claude = await lab.start();
    await claude.say('bash: touch yes.txt ;; bash: touch next.txt ;; say: both');
    const first = await asked(claude);
    await claude.reaches('waiting');
    await claude.dialogTakesKeys();
    await claude.press('1');
    const second = await asked(claude);
    expect(file(claude, 'yes.txt')).toBe(true);
    expect(held.writerLives(first.held)).toBe(true);
    await answer(first, 'allow');
    await until('the first launcher is gone', () => !held.writerLives(first.held));
    expect(file(claude, 'next.txt')).toBe(false);
    expect(await claude.screen()).toMatch(/touch next\.txt/);
    await held.release(second.held);
    await until('the second launcher is gone', () => !held.writerLives(second.held));
    expect(await claude.screen()).toMatch(/Do you want to proceed/);
    await claude.press('1');
    await claude.shows(/● both/);
    expect(gone).not.toContain(first.held);
  },
);

seldom(
  'Esc in the terminal, and No, kill the launcher, which leaves word of it (only with --full: rows of prompts hold the same through the daemon)',
  async () => {
    const claude = await lab.start();
    for (const [at, word] of ['Escape', 'No'].entries()) {
      await claude.say(`bash: curl -s http://127.0.0.1:9/${at} ;; say: went on`);
      const question = await asked(claude);
      await claude.reaches('waiting');
      const screen = await claude.shows(/\d\. No$/m);
      await claude.dialogTakesKeys();
      const key = word === 'No' ? (/(\d)\. No$/m.exec(screen)?.[1] ?? '') : word;
      await claude.press(key);
      await until(`word of it after ${key}`, () => gone.includes(question.held), { within: 2_000 });
      expect(await answer(question, 'allow')).toBe('nobody');
      held.remove(question.held);
      await claude.reaches('idle');
    }
  },
);

seldom(
  'P05: several questions are answered at once, P04: one by its label (only with --full: rows of prompts hold the same through the daemon)',
  async () => {
    const claude = await lab.start();
    await claude.say(
      'ask: *Parts? | API | Web | CLI // Language? | Go | Rust ;; ask: Colour? | red | blue ;; say: done',
    );
    const answers = [
      { chosen: ['CLI', 'API'], text: null },
      { chosen: [], text: 'Zig' },
    ];
    expect(await answer(await asked(claude), 'accept', { answers })).toBe('written');
    await holds(claude, /"Parts\?":"API, CLI","Language\?":"Zig"/);
    expect(await answer(await asked(claude), 'choose', { label: 'blue' })).toBe('written');
    await holds(claude, /"Colour\?":"blue"/);
    await claude.shows(/● done/);
  },
);

seldom(
  'P18: a plan that is approved asks before each edit (only with --full: rows of prompts hold the same through the daemon)',
  async () => {
    const claude = await lab.start({ arguments: ['--permission-mode', 'plan'] });
    await claude.say('plan: Paint it blue ;; write: x.txt hello ;; say: done');
    expect(await answer(await asked(claude), 'allow')).toBe('written');
    const edit = await asked(claude);
    expect([edit.tool, edit.mode]).toEqual(['Write', 'default']);
    expect(await answer(edit, 'allow-mode')).toBe('written');
    await until('it was written', () => file(claude, 'x.txt'));
    await claude.shows(/accept edits on/);
  },
);

seldom(
  'print mode never waits for us, also below a Claude in a terminal (only with --full: rows of prompts hold the same through the daemon)',
  async () => {
    for (const below of [{}, { CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDECODE: '1' }]) {
      const before = arrivals.length;
      const [program = '', ...words] = [...claudeCommand('2.1.332'), '-p', 'bash: touch print.txt ;; say: Ready.'];
      const running = promisify(execFile)(program, [...words, '--permission-mode', 'default'], {
        cwd: lab.project('shop'),
        env: { ...lab.home.environment, ...below },
        timeout: 30_000,
      });
      (running.child as ChildProcess).stdin?.end();
      expect((await running).stdout).toBe('Ready.\n');
      expect(existsSync(join(lab.project('shop'), 'print.txt'))).toBe(false);
      const questions = arrivals.slice(before).flatMap(({ question }) => question ?? []);
      expect(questions.map((question) => question.held)).toEqual([null]);
    }
  },
);

seldom(
  'without a daemon nothing waits, and the dialog is answered as ever (only with --full: rows of prompts hold the same through the daemon)',
  async () => {
    const claude = await lab.start();
    const before = readdirSync(join(state, 'ask'));
    daemonLives(false);
    await claude.say('bash: touch alone.txt ;; say: done');
    await claude.reaches('waiting');
    const arrived = await until(
      'its hook',
      () => arrivals.find((one) => one.question !== null && one.claimedPid === claude.pid) ?? null,
    );
    expect(arrived.question?.held).toBeNull();
    expect(readdirSync(join(state, 'ask'))).toEqual(before);
    await claude.dialogTakesKeys();
    await claude.press('1');
    await claude.shows(/● done/);
    expect(file(claude, 'alone.txt')).toBe(true);
  },
);
