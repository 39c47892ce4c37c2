// Our hooks harm nobody: a real Claude with them shows nothing that one without does not, waits for nothing and ends
// well, whatever became of the daemon, the spool and the launcher; and what moved a state meanwhile is not lost.

import { execFile } from 'node:child_process';
import { chmodSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../src/core/session.ts';
import { claudeCommand } from '../lab/claude-binaries.ts';
import type { ClaudeLab } from '../lab/claude-lab.ts';
import { type LabDaemon, startDaemon } from '../lab/daemon.ts';
import { type HookedPair, makeHookedPair } from '../lab/hooked-pair.ts';
import type { LabClaude } from '../lab/lab-claude.ts';
import { kill } from '../lab/lab-processes.ts';
import { makeSmallDisk, type SmallDisk } from '../lab/small-disk.ts';
import { until } from '../lab/until.ts';

/** What is wrong, how to bring it about, and why it is played only with `--full`. */
type Trouble = readonly [what: string, begin: () => Promise<() => void>, onlyFull?: string];

const full = process.env.TALLYMUX_FULL === '1';
const ONLY_FULL = ' (only with --full: much like another one)';

let pair: HookedPair;
let daemon: LabDaemon | null = null;

beforeAll(async () => {
  pair = await makeHookedPair();
  await pair.start();
});

afterAll(end);

/** Two Claudes out of step stay so: whatever is tried again, and what comes after it, needs a pair that is in step. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await end();
  daemon = null;
  pair = await makeHookedPair();
  await pair.start();
  await openDaemon();
});

async function end(): Promise<void> {
  await daemon?.kill();
  await pair?.dispose();
}

/** A turn with a dialog in it, so that every kind of hook of a turn runs; the screens are compared at each rest. */
async function turn(): Promise<void> {
  await pair.both(ask);
  await pair.look();
  await pair.both(async (claude) => {
    await claude.press('1');
    await claude.rests();
  });
  await pair.look();
}

async function ask(claude: LabClaude): Promise<void> {
  await claude.say('bash: touch a.txt ;; say: Ready.');
  await claude.reaches('waiting');
  await claude.dialogTakesKeys();
}

/** How many prompts, questions and ends of turns the daemon heard of by hooks of the Claude with hooks. */
async function turnsHeard(): Promise<readonly number[]> {
  const session = (await sessionOf(pair.claude().pid))?.id;
  if (session === undefined) return [0, 0, 0];
  const { evidence } = await here().command('explain', { session });
  const texts = evidence.filter(({ source }) => source === 'hook').map(({ text }) => text);
  return ['a prompt', 'asks for Bash', 'the turn stopped'].map(
    (text) => texts.filter((each) => each.startsWith(text)).length,
  );
}

/** Waits until the daemon has heard of a whole turn more, and nothing is left in the spool. */
async function hears(before: readonly number[]): Promise<void> {
  const seen = async () => [await turnsHeard(), ...pair.spool(), here().output()].join('\n');
  await until(
    `one turn more than ${before} by its hooks`,
    async () => pair.spool().length === 0 && (await turnsHeard()).every((each, at) => each > (before[at] ?? 0)),
    { seen },
  );
}

async function sessionOf(pid: number): Promise<Session | undefined> {
  const { sessions } = await here().command('list', {});
  return sessions.find((session) => session.pid === pid);
}

async function isToReview(): Promise<void> {
  await until('to review', async () => (await sessionOf(pair.claude().pid))?.state === 'review');
}

function here(): LabDaemon {
  if (daemon === null) throw new Error('no daemon');
  return daemon;
}

async function openDaemon(): Promise<void> {
  const { home } = pair.hooked;
  const options = { personHome: home.home, home: pair.state, claudeDirectories: [home.claudeDirectory] };
  if (daemon === null) daemon = await startDaemon(options);
  else await daemon.start();
}

const path = (name: string) => join(pair.state, name);

test('the daemon was never there: nothing to see, and the turn is known once it is', async () => {
  await daemon?.stop();
  await turn();
  await openDaemon();
  await hears([0, 0, 0]);
  await isToReview();
});

test('the daemon is stopped: nothing to see, and the turn is known once it goes on', async () => {
  const before = await turnsHeard();
  kill(here().pid(), 'SIGSTOP');
  try {
    await turn();
  } finally {
    kill(here().pid(), 'SIGCONT');
  }
  await hears(before);
  await isToReview();
});

test('the daemon was killed and left its pid: nothing to see, and the turn is known once it is back', async () => {
  const before = await turnsHeard();
  await here().kill();
  try {
    await turn();
  } finally {
    await openDaemon();
  }
  await hears(before);
  await isToReview();
});

/** Ways in which a spool cannot take anything; each tells how to mend it. */
const TROUBLES: readonly Trouble[] = [
  ['is missing', async () => aside('spool')],
  ['may not be read', async () => mode('spool', 0o000)],
  ['may not be written', async () => mode('spool', 0o500)],
  ['lies on a full disk', async () => elsewhere(await makeSmallDisk('full'))],
  ['lies on a disk that is read-only', async () => elsewhere(await makeSmallDisk('sealed')), ONLY_FULL],
];

/** Ways in which there is no launcher to be run. */
const NO_LAUNCHER: readonly Trouble[] = [
  ['is missing', async () => aside('hook')],
  ['may not be run', async () => mode('hook', 0o600), ONLY_FULL],
  ['lies in a home that may not be entered', async () => mode('.', 0o000), ONLY_FULL],
];

function aside(name: string): () => void {
  renameSync(path(name), path(`${name}.away`));
  return () => {
    rmSync(path(name), { force: true });
    renameSync(path(`${name}.away`), path(name));
  };
}

function mode(name: string, bits: number): () => void {
  chmodSync(path(name), bits);
  return () => chmodSync(path(name), 0o700);
}

function elsewhere(disk: SmallDisk): () => void {
  const back = aside('spool');
  symlinkSync(disk.path, path('spool'));
  return () => {
    back();
    disk.dispose();
  };
}

for (const [what, begin, onlyFull] of TROUBLES)
  test.runIf(full || onlyFull === undefined)(`the spool ${what}: nothing to see${onlyFull ?? ''}`, async () => {
    await daemon?.stop();
    const before = pair.spool();
    const mend = await begin();
    try {
      await turn();
    } finally {
      mend();
    }
    expect(pair.spool()).toEqual(before);
    expect(pair.traces()).toEqual([]);
  });

// What cannot be started leaves a line of Claude's own in its transcript, which nothing shows.
for (const [what, begin, onlyFull] of NO_LAUNCHER)
  test.runIf(full || onlyFull === undefined)(`the launcher ${what}: nothing to see${onlyFull ?? ''}`, async () => {
    const mend = await begin();
    try {
      await turn();
    } finally {
      mend();
    }
  });

test('print mode without a daemon: the same words, nothing beside them, exit 0', async () => {
  await daemon?.stop();
  const before = pair.spool().length;
  const [withHooks, without] = await Promise.all([print(pair.hooked), print(pair.plain)]);
  expect(withHooks).toEqual({ stdout: 'Ready.\n', stderr: '' });
  expect(without).toEqual(withHooks);
  // Four run; print mode ends what it has not seen the end of, which may be a Stop that has not begun.
  await until('its hooks in the spool', () => pair.spool().length >= before + 3);
});

/** Throws unless it exits with 0. */
function print({ home, project }: ClaudeLab): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const [program = '', ...words] = [...claudeCommand('2.1.332'), '-p', 'say: Ready.'];
  const running = promisify(execFile)(program, words, { cwd: project('shop'), env: home.environment });
  running.child.stdin?.end();
  return running;
}

test('after all of that it says goodbye like one without hooks, and the daemon hears of it', async () => {
  await daemon?.stop();
  await pair.both(async (claude) => {
    await claude.type('/exit');
    await claude.press('Enter');
    await claude.ends();
  });
  expect(await pair.exitCodes()).toEqual([0, 0]);
  await until('its goodbye in the spool', () => pair.spool().length > 0);
  await openDaemon();
  await until('nothing left in the spool', () => pair.spool().length === 0, { seen: () => here().output() });
});
