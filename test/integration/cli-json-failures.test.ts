// `--json` of every command that knows it: a failure is an object on standard output too, with the same exit code, and
// its words stay on standard error.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionOf } from '../../src/server/testing/memory-daemon.ts';
import { type OpenServer, openServer } from '../../src/server/testing/open-server.ts';
import { type CommandLine, commandLine } from '../lab/command-line.ts';
import { promptLike } from '../prompt-like.ts';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 60_000 });

let at: CommandLine;
let open: OpenServer | null = null;

beforeEach(() => {
  at = commandLine();
});
afterEach(async () => {
  await open?.close();
  open = null;
  await at.dispose();
});

/** A daemon with one session that asks one thing. */
async function daemon(): Promise<OpenServer> {
  mkdirSync(at.state, { mode: 0o700 });
  const opened = await openServer({ socketPath: join(at.state, 'sock') });
  opened.daemon.put(sessionOf('k3f', { label: 'shop', state: 'needs-input' }));
  opened.daemon.put(sessionOf('k3g', { label: 'shopping' }));
  opened.daemon.ask(promptLike({ id: 'k3f.1' }));
  open = opened;
  return opened;
}

/** Runs a command that has to fail with one object, and the same words on standard error. @returns the object. */
async function fail(words: readonly string[], code: number, extra = {}): Promise<Record<string, unknown>> {
  const { out, err, ...ran } = await at.run(words, extra);
  expect([words, ran.code]).toEqual([words, code]);
  const made = JSON.parse(out) as { error: { problem: string; text: string } };
  expect(Object.keys(made.error)).toEqual(['problem', 'text']);
  expect(err).toContain(made.error.text);
  return made;
}

/** Without a daemon, nothing of this can be told; `setup` needs none and is refused in another way. */
const WITHOUT_DAEMON: Readonly<Record<string, readonly string[]>> = {
  status: [],
  list: [],
  watch: [],
  show: ['k3f'],
  explain: ['k3f'],
  prompts: [],
  answer: ['k3f', '--yes'],
  next: [],
  devices: [],
};

test('every command that knows --json fails in JSON', async () => {
  // What completes the options knows them all.
  const { out } = await at.run(['completion', 'bash']);
  const knowing = [...out.matchAll(/^ {4}([a-z]+)\) words='[^']*--json\b/gm)].map(([, name]) => name);
  expect(knowing.sort()).toEqual([...Object.keys(WITHOUT_DAEMON), 'setup'].sort());
  expect((await at.run(['list', '--help'])).out).toMatch(/--json +print JSON, of a failure its "error"/);
  for (const [name, words] of Object.entries(WITHOUT_DAEMON)) {
    expect(await fail(['--no-start', name, ...words, '--json'], 3)).toEqual({
      error: { problem: 'no-daemon', text: 'No daemon runs. Start it with `tallymux start`.' },
    });
  }
  expect(await fail(['setup', '--json'], 7, { CLAUDECODE: '1' })).toMatchObject({ error: { problem: 'refused' } });
});

test.each([
  [['show', 'nobody', '--json'], 4, 'not-found'],
  [['show', 'sho', '--json'], 5, 'ambiguous'],
  [['explain', '--json'], 2, 'usage'],
  [['explain', '--replay', '/nowhere', '--json'], 1, 'failed'],
  [['answer', 'k3f', '--json'], 2, 'usage'],
  [['answer', 'k3f.1', '9', '--json'], 4, 'not-found'],
  [['devices', '--json', 'revoke', 'nobody'], 4, 'not-found'],
  [['list', '--json', '--nope'], 2, 'usage'],
  [['--json', 'nope'], 2, 'usage'],
  [['show', '--json'], 2, 'usage'],
])('%j ends with %i and names the problem: %s', async (words, code, problem) => {
  await daemon();
  expect(await fail(words, code)).toMatchObject({ error: { problem } });
});

test('what is known beside the failure stands beside it', async () => {
  const { daemon: asked } = await daemon();
  const { execute } = asked;
  Object.assign(asked, {
    execute: async (...given: Parameters<typeof execute>) =>
      given[0] === 'answer' ? { receipt: null, text: 'It is still there.' } : execute(...given),
  });
  expect(await fail(['answer', 'k3f.1', '1', '--json'], 1)).toEqual({
    receipt: null,
    text: 'It is still there.',
    error: { problem: 'failed', text: 'It is still there.' },
  });
  asked.put(sessionOf('k3f', { state: 'idle' }));
  expect(await fail(['next', '--json'], 4)).toEqual({
    session: null,
    prompts: [],
    error: { problem: 'not-found', text: 'Nothing waits for you.' },
  });
});

test('setup tells a file that it refused', async () => {
  writeFileSync(join(at.home, '.claude', 'settings.json'), '{"hooks": [}');
  const made = await fail(['setup', '--json'], 1);
  expect(made).toMatchObject({
    files: [{ changed: false, refused: expect.stringContaining('settings.json') }],
    error: { problem: 'failed', text: expect.stringContaining('settings.json') },
  });
});

test('a word that only looks like the option does not ask for JSON', async () => {
  await daemon();
  for (const words of [
    ['show', '--', '--json'],
    ['answer', 'nobody', '1', '--text', '--json'],
    ['send', 'nobody', '--', '--json'],
  ])
    expect(await at.run(words)).toMatchObject({ code: 4, out: '' });
});
