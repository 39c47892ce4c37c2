// The stand-in and the real Claude Code, given the same script, leave the same evidence: the same hooks through our own
// launcher, the same levels in the registry, and transcript lines that mean the same, but for times and ids. What is
// tested against the stand-in would otherwise be tested against our own imagination.
//
// Claude starts its hooks without waiting for them, and several at once: two that began close together in the real one
// may come in either order, and no test of ours may depend on it.

import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Step } from '../../src/demo/steps.ts';
import { type ClaudeLab, makeClaudeLab } from '../lab/claude-lab.ts';
import { hooksOf, registerDecider, registerEveryHook } from '../lab/every-hook.ts';
import { evidenceOf, turnedRound } from '../lab/evidence-streams.ts';
import type { LabClaude } from '../lab/lab-claude.ts';
import { followLevels, type Level } from '../lab/level-log.ts';
import { SHARED_SCRIPTS } from '../lab/shared-scripts.ts';
import { type StandIns, startStandIns } from '../lab/stand-ins.ts';
import { until } from '../lab/until.ts';

/** Hooks of the real Claude that began no further apart than this, in milliseconds, had no order. */
const RACE = 300;

let lab: ClaudeLab;
let state: string;
let standIns: StandIns;

beforeAll(async () => {
  lab = await makeClaudeLab();
  state = join(lab.directory, 'tallymux');
  registerEveryHook(lab.home.claudeDirectory, state);
  registerDecider(lab.home.claudeDirectory, lab.directory);
  standIns = startStandIns(lab.home.home);
});

afterAll(async () => {
  await standIns?.stop();
  await lab?.dispose();
});

/** Close relatives of others: a real Claude for each is dear. */
const RELATIVES: readonly string[] = [
  'a tool that fails',
  'a dialog that waits for six seconds, then No',
  'a dialog denied with words by a held hook',
  '/model, closed again',
  'a turn, and the end',
  'an error of the API',
  '/clear, and a turn after it',
  'a conversation that goes on',
  '/compact',
  'a background shell that ends',
  'Esc while text streams',
  'a background shell that ends within the turn',
  'a prompt typed meanwhile, which a tool absorbs',
  'a prompt typed meanwhile, then Esc',
];
const CASES = SHARED_SCRIPTS.map((script) => {
  const dear = RELATIVES.includes(script.name);
  const called = dear ? `${script.name} (only with --full: close to another script)` : script.name;
  return { ...script, called, skipped: dear && process.env.TALLYMUX_FULL !== '1' };
});

describe('the stand-in leaves what the real Claude Code leaves:', () => {
  for (const { skipped, called, name, real, steps, lines, hooks, onward } of CASES)
    it.skipIf(skipped)(called, async () => {
      const claude = await lab.start();
      const where = { claudeDirectory: lab.home.claudeDirectory, state, lines, hooks };
      const toldOf = (event: string) =>
        until(`a hook for ${event}`, () => hooksOf(claude.pid, state).some(({ arrival }) => arrival.event === event));
      await real(claude, toldOf);
      const seen = await evidenceOf({ ...where, pid: claude.pid, cwd: claude.cwd });

      const cwd = ownDirectory(claude);
      const session = `${name}, played in ${cwd}`;
      const { pid } = await standIns.perform(session, { do: 'start', cwd });
      const log = followLevels(join(lab.home.claudeDirectory, 'sessions', `${pid}.json`));
      for (const step of steps) await standIns.perform(session, step);
      const played = await evidenceOf({ ...where, pid, cwd });
      log.stop();
      if (log.levels.at(-1)?.status !== 'gone') await standIns.perform(session, { do: 'exit' });

      const shown = onward ? withoutShortIdle : steadyLevels;
      const levels = claude.levels();
      expect({ ...played, hooks: sorted(played.hooks), levels: shown(log.levels) }, JSON.stringify(levels)).toEqual({
        ...seen,
        hooks: sorted(seen.hooks),
        levels: shown(levels),
      });
      expect(turnedRound(seen.hooks, played.hooks, RACE)).toEqual([]);
    });

  it('a conversation that goes on', async () => {
    const before = await lab.start();
    await before.say('say: one');
    await before.reaches('idle');
    await before.press('C-c', 'C-c');
    await before.ends();
    const conversation = before.levels().find((level) => level.conversation !== '')?.conversation ?? '';
    const more = ['--permission-mode', 'default', '--resume', conversation];
    const claude = await lab.start({ project: basename(before.cwd), arguments: more });
    await claude.say('say: two');
    await claude.reaches('busy');
    await claude.reaches('idle');

    const cwd = ownDirectory(claude);
    const [first, second] = [`first in ${cwd}`, `second in ${cwd}`];
    const began = await standIns.perform(first, { do: 'start', cwd });
    for (const step of [...turn('one'), { do: 'exit' } as const]) await standIns.perform(first, step);
    const resumed = { conversation: began.conversation, resumed: true };
    const { pid } = await standIns.perform(second, { do: 'start', cwd, ...resumed });
    for (const step of turn('two')) await standIns.perform(second, step);

    const where = { claudeDirectory: lab.home.claudeDirectory, state, lines: 8, hooks: 3 };
    const played = await evidenceOf({ ...where, pid, cwd });
    const seen = await evidenceOf({ ...where, pid: claude.pid, cwd: claude.cwd });
    expect({ ...played, hooks: sorted(played.hooks) }).toEqual({ ...seen, hooks: sorted(seen.hooks) });
    expect(turnedRound(seen.hooks, played.hooks, RACE)).toEqual([]);
  });
});

/** Where a stand-in plays what this Claude did. */
function ownDirectory(claude: LabClaude): string {
  const directory = `${claude.cwd}-played`;
  mkdirSync(directory, { recursive: true });
  return directory;
}

function turn(word: string): readonly Step[] {
  return [
    { do: 'prompt', text: `say: ${word}` },
    { do: 'finish', text: word },
  ];
}

/** What hooks told, in no order. */
function sorted(hooks: readonly { readonly told: unknown }[]): readonly string[] {
  return hooks.map(({ told }) => JSON.stringify(told)).sort();
}

/** Levels from the first `idle` on, each change once. */
function steadyLevels(levels: readonly Level[]): readonly string[] {
  const words = levels.map(({ status, waitingFor }) => (waitingFor ? `${status}: ${waitingFor}` : status));
  return onceEach(words.slice(words.indexOf('idle')));
}

/** The same without the `idle` between two turns of which the second began by itself. */
function withoutShortIdle(levels: readonly Level[]): readonly string[] {
  const all = steadyLevels(levels);
  return onceEach(all.filter((word, at) => word !== 'idle' || at === 0 || all[at + 1] !== 'busy'));
}

function onceEach(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => word !== words[at - 1]);
}
