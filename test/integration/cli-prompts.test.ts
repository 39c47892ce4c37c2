// The built command line against a daemon whose prompts are chosen: what it reads, what it sends, and how it ends.

import { execFile, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Prompt, Receipt } from '../../src/core/prompt.ts';
import { Refused } from '../../src/daemon/doors.ts';
import { sessionOf } from '../../src/server/testing/memory-daemon.ts';
import { type OpenServer, openServer } from '../../src/server/testing/open-server.ts';
import { CLI, type CommandLine, commandLine } from '../lab/command-line.ts';
import { optionLike, promptLike } from '../prompt-like.ts';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 60_000 });

let at: CommandLine;
let open: OpenServer;

beforeEach(async () => {
  at = commandLine();
  mkdirSync(at.state, { mode: 0o700 });
  open = await openServer({ socketPath: join(at.state, 'sock') });
  open.daemon.put(
    sessionOf('k3f', {
      label: 'shop',
      state: 'needs-input',
      waitingSince: '2026-01-01T10:00:00.000Z',
      waitingFor: 'permission prompt',
    }),
  );
  open.daemon.put(
    sessionOf('m2q', { label: 'docs', state: 'review', waitingSince: '2026-01-01T09:00:00.000Z', lastText: 'Done.' }),
  );
});
afterEach(async () => {
  await open.close();
  await at.dispose();
});

/** Makes the daemon refuse the next answers with a problem. */
function refuse(problem: 'answered' | 'changed' | 'refused', text: string): void {
  const { execute } = open.daemon;
  Object.assign(open.daemon, {
    execute: async (...given: Parameters<typeof execute>) => {
      if (given[0] === 'answer' || given[0] === 'send') throw new Refused(problem, text);
      return execute(...given);
    },
  });
}

const queue = (...more: Partial<Prompt>[]) =>
  more.forEach((one, index) => {
    open.daemon.ask(promptLike({ id: `k3f.${index + 1}`, position: { n: index + 1, of: more.length }, ...one }));
  });

test('prompts --json is exactly what is promised, and prompts and inbox are for people', async () => {
  expect(await at.run(['prompts'])).toEqual({ code: 0, out: '', err: 'Nothing waits for an answer.\n' });
  expect(JSON.parse((await at.run(['prompts', '--json'])).out)).toEqual({ prompts: [] });
  const prompt = promptLike();
  open.daemon.ask(prompt);
  const json = await at.run(['prompts', '--json']);
  expect(json).toEqual({ code: 0, out: `${JSON.stringify({ prompts: [prompt] })}\n`, err: '' });
  const read = await at.run(['prompts']);
  expect(read.out).toMatch(/^◆ k3f\.1 {2}shop {2}\w+ {2}Bash command\n {4}npm run e2e\n/);
  expect((await at.run(['inbox'])).out).toBe(read.out);
  expect((await at.run(['show', 'shop'])).out).toContain('\n    npm run e2e\n');
  expect((await at.run(['list'])).out).toMatch(/^◆ k3f {2}shop +needs you +\S+ {2}Bash · npm run e2e$/m);
});

test.each([
  [
    '2-option',
    [optionLike(1, 'No', { meaning: 'deny', text: 'may' }), optionLike(2, 'Yes', { meaning: 'allow' })],
    2,
    1,
  ],
  [
    '3-option',
    [
      optionLike(1, 'Yes', { meaning: 'allow' }),
      optionLike(2, 'Yes, always', { meaning: 'allow-always' }),
      optionLike(3, 'No', { meaning: 'deny', text: 'may' }),
    ],
    1,
    3,
  ],
  [
    '4-option',
    [
      optionLike(1, 'Yes', { meaning: 'allow' }),
      optionLike(2, 'Yes, always', { meaning: 'allow-always' }),
      optionLike(3, 'Yes, and use auto mode', { meaning: 'allow-mode' }),
      optionLike(4, 'No', { meaning: 'deny', text: 'may' }),
    ],
    1,
    4,
  ],
])('P07: --yes and --no of a %s prompt land on Yes once and on No', async (_name, options, allow, deny) => {
  queue({ options });
  const yes = await at.run(['answer', 'shop', '--yes']);
  expect(yes).toEqual({ code: 0, out: `k3f.1  Bash command: npm run e2e\n  → ${allow}. Yes\n`, err: '' });
  queue({ options });
  expect((await at.run(['answer', 'k3f.1', '--no', 'use pnpm'])).out).toContain(`→ ${deny}. No: “use pnpm”`);
  expect(open.daemon.answers).toMatchObject([
    { prompt: 'k3f.1', option: { n: allow, label: 'Yes', meaning: 'allow' }, text: null },
    { prompt: 'k3f.1', option: { n: deny, label: 'No', meaning: 'deny' }, text: 'use pnpm' },
  ]);
});

test('P04: the second of two answers is the one that is sent', async () => {
  queue({
    kind: 'question',
    tool: 'AskUserQuestion',
    input: { questions: [{ question: 'Which?', options: [{ label: 'Fast' }, { label: 'Safe' }] }] },
    options: [optionLike(1, 'Fast', { meaning: 'choose' }), optionLike(2, 'Safe', { meaning: 'choose' })],
  });
  expect((await at.run(['answer', 'k3f', 'safe', '--json'])).out).toMatch(/^\{"receipt":\{.*"answer":"Safe"/);
  expect(open.daemon.answers).toMatchObject([{ option: { n: 2, label: 'Safe' }, answers: null }]);
});

test('several prompts of a session: the candidates, exit 5, and nothing sent; one by its id goes', async () => {
  queue({}, { title: 'Edit file', tool: 'Edit', input: { file_path: '/a.ts', old_string: 'a', new_string: 'b' } });
  const several = await at.run(['answer', 'k3f', '--yes']);
  expect(several).toMatchObject({ code: 5, out: '' });
  expect(several.err).toMatch(/k3f\.1 {2}Bash command: npm run e2e\n {2}k3f\.2 {2}Edit file: \/a\.ts/);
  expect(open.daemon.answers).toEqual([]);
  expect(await at.run(['answer', 'k3f.2', '--yes'])).toMatchObject({ code: 0 });
  expect(open.daemon.answers).toMatchObject([{ prompt: 'k3f.2' }]);
});

test('one that came less than a second ago is not answered through its session, unless --now', async () => {
  const openedAt = new Date(Date.now() + 5_000).toISOString();
  queue({ openedAt, changedAt: openedAt });
  expect(await at.run(['answer', 'k3f', '--yes'])).toMatchObject({ code: 7, out: '' });
  expect(open.daemon.answers).toEqual([]);
  expect(await at.run(['answer', 'k3f', '--yes', '--now'])).toMatchObject({ code: 0 });
});

test('one that became another less than a second ago is not answered by its id either', async () => {
  queue({ changedAt: new Date(Date.now() + 5_000).toISOString() });
  const held = await at.run(['answer', 'k3f.1', '--yes']);
  expect(held).toMatchObject({ code: 7 });
  expect(held.err).toContain('changed less than a second ago');
  expect(open.daemon.answers).toEqual([]);
});

test('what is closed, unknown, or asks nothing is told apart', async () => {
  expect(await at.run(['answer', 'k3f.7', '--yes'])).toMatchObject({
    code: 6,
    err: 'tallymux: It was already answered.\n',
  });
  expect(await at.run(['answer', 'zzz.1', '--yes'])).toMatchObject({ code: 4 });
  expect(await at.run(['answer', 'docs', '--yes'])).toMatchObject({ code: 4 });
  expect((await at.run(['answer', 'k3f', '--yes'])).err).toContain('tallymux attach k3f');
  expect(await at.run(['answer'])).toMatchObject({ code: 2 });
});

test('a word that only looks like a name changes and sends nothing; what looks takes it, and says so', async () => {
  queue({});
  open.daemon.put(sessionOf('k3f', { state: 'needs-input', branch: 'no-upgrade\u202e', mutedUntil: null }));
  for (const words of [
    ['answer', 'nope', '--yes'],
    ['send', 'nope', 'x'],
    ['interrupt', 'nope'],
    ['label', 'nope', 'x'],
    ['attach', 'nope'],
    ['wait', 'nope', '--until', 'needs-input'],
  ]) {
    const ran = await at.run(words);
    expect([words, ran]).toMatchObject([words, { code: 4, out: '' }]);
    expect(ran.err).toMatch(
      /^tallymux: No session fits "nope"\. Did you mean k3f \S+\? `tallymux list` shows all\.\n$/,
    );
  }
  expect([open.daemon.answers, open.daemon.sent]).toEqual([[], []]);
  for (const command of ['show', 'explain']) {
    const ran = await at.run([command, 'nope']);
    expect(ran.err).toMatch(/^No session fits "nope"; the nearest is k3f \S+\.\n/);
    expect(ran.out).toContain('k3f');
  }
});

test.each([
  [{ outcome: 'elsewhere', ending: 'terminal' }, 'answered in its terminal'],
  [{ outcome: 'gone', ending: 'closed' }, 'its terminal was closed'],
  [{ outcome: 'denied', answer: 'No', by: 'phone\u202e\u001b[2J' }, 'denied with "No" from phone'],
] as [Partial<Receipt>, string][])(
  'an answer to a session that came too late hears who was first: %o',
  async (how, words) => {
    queue({});
    const closed = {
      prompt: 'k3f.1',
      session: 'k3f',
      subject: 'npm run e2e',
      ending: null,
      answer: null,
      whole: true,
      by: null,
    };
    const receipt = { ...closed, at: new Date(Date.now() - 3_200).toISOString() };
    open.daemon.close({ outcome: 'allowed', ...receipt, ...how });
    open.daemon.put(sessionOf('k3f', { label: 'shop', state: 'busy' }));
    const late = await at.run(['answer', 'shop', '--yes']);
    expect(late).toMatchObject({ code: 6, out: '' });
    expect(late.err).toMatch(/^tallymux: k3f\.1 is already over: .* \d+ s ago \(npm run e2e\)\. Nothing was sent\.\n$/);
    expect(late.err).toContain(words);
    expect(late.err).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(open.daemon.answers).toEqual([]);
    // What contradicts itself is no late answer.
    expect(await at.run(['answer', 'shop', '--yes', '--no', 'x'])).toMatchObject({ code: 2, out: '' });
    // Others stay as they are.
    expect(await at.run(['send', 'shop', 'x'])).toMatchObject({ code: 0 });
  },
);

test.each([
  ['answered', 6],
  ['changed', 6],
  ['refused', 7],
] as const)('an answer that is %s ends with %i and the daemon’s words', async (problem, code) => {
  queue({});
  refuse(problem, 'By the phone: “No”.');
  expect(await at.run(['answer', 'k3f', '1'])).toEqual({ code, out: '', err: 'tallymux: By the phone: “No”.\n' });
});

test('an answer whose effect was not seen says so and ends with 1', async () => {
  queue({});
  const { execute } = open.daemon;
  Object.assign(open.daemon, {
    execute: async (...given: Parameters<typeof execute>) =>
      given[0] === 'answer' ? { receipt: null, text: 'The dialog is still there.' } : execute(...given),
  });
  const ran = await at.run(['answer', 'k3f', '1']);
  expect(ran).toMatchObject({ code: 1, err: 'tallymux: The dialog is still there.\n' });
  expect(ran.out).toContain('sent, not confirmed');
});

test('next is what waits longest: what is blocked first, then what finished; 4 when nothing does', async () => {
  queue({});
  const { out } = await at.run(['next']);
  expect(out).toMatch(/^◆ k3f {2}shop .*\n◆ k3f\.1 /);
  expect(out).toContain('tallymux answer k3f.1 1…3');
  expect(JSON.parse((await at.run(['next', '--json'])).out)).toMatchObject({
    session: { id: 'k3f' },
    prompts: [{ id: 'k3f.1' }],
  });
  await at.run(['answer', 'k3f.1', '--yes']);
  open.daemon.put(sessionOf('k3f', { state: 'busy' }));
  expect((await at.run(['next'])).out).toMatch(/^✓ m2q .*\n {2}Done\.\n {2}tallymux seen m2q/);
  await at.run(['seen', 'm2q']);
  expect(await at.run(['next'])).toMatchObject({ code: 4, err: 'tallymux: Nothing waits for you.\n' });
  const none = await at.run(['next', '--json']);
  expect(none).toMatchObject({ code: 4, out: expect.stringMatching(/^\{"session":null,"prompts":\[\],"error":/) });
});

test.each([['- item'], ['--help'], ['Enter'], ['C-c'], ['go;'], ['a\\;'], ['two\nlines']])(
  'M12, M13, M14: send hands %j over as it is',
  async (text) => {
    expect(await at.run(['send', 'docs', '--', text])).toEqual({ code: 0, out: 'sent to m2q docs\n', err: '' });
    expect(open.daemon.sent).toEqual([{ session: 'm2q', text }]);
  },
);

test('send reads standard input for -, without the newline at its end', async () => {
  const child = spawn(process.execPath, [CLI, 'send', 'docs', '-'], {
    env: at.environment,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end('one\n\ttwo 漢字\n');
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([code, open.daemon.sent]).toEqual([0, [{ session: 'm2q', text: 'one\n\ttwo 漢字' }]]);
});

test('send of nothing is a mistake, and what the daemon refuses ends with 7', async () => {
  expect(await at.run(['send', 'docs', ' '])).toMatchObject({ code: 2 });
  refuse('refused', 'It asks something: `tallymux prompts`.');
  expect(await at.run(['send', 'docs', 'x'])).toMatchObject({
    code: 7,
    err: 'tallymux: It asks something: `tallymux prompts`.\n',
  });
});

test('interrupt says what it did', async () => {
  expect(await at.run(['interrupt', 'docs'])).toMatchObject({ code: 0, out: 'interrupted m2q docs\n' });
});

test('a Claude may read prompts, and may not answer, send or interrupt', async () => {
  queue({});
  const claude = { CLAUDECODE: '1' };
  for (const words of [
    ['answer', 'k3f', '--yes'],
    ['send', 'docs', 'x'],
    ['interrupt', 'k3f'],
  ]) {
    expect(await at.run(words, claude)).toMatchObject({ code: 7, out: '' });
  }
  expect([open.daemon.answers, open.daemon.sent]).toEqual([[], []]);
  expect(await at.run(['prompts'], claude)).toMatchObject({ code: 0 });
  expect(await at.run(['next'], claude)).toMatchObject({ code: 0 });
  writeFileSync(join(at.state, 'config.jsonc'), '{ "allowFromClaude": true }');
  expect(await at.run(['answer', 'k3f', '--yes'], claude)).toMatchObject({ code: 0 });
});

test('completion offers the ids of open prompts and of sessions, and nothing that a session wrote', async () => {
  queue({ input: { command: '"id":"$(touch x)","session"', id: 'fake.1 x' } });
  writeFileSync(join(at.home, 'completion'), (await at.run(['completion', 'bash'])).out);
  writeFileSync(join(at.home, 'tallymux'), `#!/bin/sh\nexec ${process.execPath} ${CLI} "$@"\n`, { mode: 0o755 });
  const offered = (...words: string[]) => {
    const script = `. ./completion; COMP_WORDS=(./tallymux ${words.join(' ')}); COMP_WORDS+=(''); COMP_CWORD=${words.length + 1}; _tallymux ./tallymux; echo "\${COMPREPLY[*]}"`;
    return new Promise<string>((resolve, reject) =>
      execFile('bash', ['-c', script], { cwd: at.home, env: at.environment }, (error, out) =>
        error === null ? resolve(out.trim()) : reject(error),
      ),
    );
  };
  expect((await offered('answer')).split(' ')).toEqual(expect.arrayContaining(['--yes', '--no', 'k3f.1']));
  expect((await offered('answer')).split(' ').filter((word) => word.includes('.'))).toEqual(['k3f.1']);
  expect(await offered('attach')).toBe('k3f m2q');
  expect(await offered('mute', 'k3f')).toBe('30m 2h 1d off');
  expect(await offered('completion')).toBe('bash zsh fish');
  expect((await offered('devices')).split(' ')).toContain('revoke');
  expect((await offered('wait', 'k3f', '--until')).split(' ')).toContain('needs-you');
  // The shell's own: files.
  expect(await offered('explain', 'k3f', '--save')).toBe('');
  expect(await offered()).toContain('prompts answer next send interrupt attach');
});

test('watch --json streams a prompt that opens, changes and closes', async () => {
  const child = at.begin(['watch', '--json']);
  try {
    const lines = createInterface({ input: child.stdout as Readable })[Symbol.asyncIterator]();
    const next = async () => JSON.parse((await lines.next()).value as string);
    expect(await next()).toMatchObject({ frame: 'snapshot', prompts: [] });
    // A script looks for nobody: what Claude shows nowhere else must not wait for it.
    expect([open.daemon.listeners(), open.daemon.looking()]).toEqual([1, 0]);
    queue({});
    expect(await next()).toMatchObject({ frame: 'change', kind: 'prompt-changed', prompt: { id: 'k3f.1' } });
    await at.run(['answer', 'k3f', '--yes']);
    expect(await next()).toMatchObject({ kind: 'prompt-closed', receipt: { prompt: 'k3f.1', answer: 'Yes' } });
  } finally {
    child.kill();
  }
});
