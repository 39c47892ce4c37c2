// Who may answer a real Claude Code, and whom nothing may hold up: the intake's token, a Claude that runs our command
// line, print mode, another hook of the person's that answers first.

import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Prompt } from '../../src/core/prompt.ts';
import { claudeCommand } from '../lab/claude-binaries.ts';
import { answerOf } from '../lab/prompt-play.ts';
import { promptRows, type Scene } from '../lab/prompt-rows.ts';
import { pause } from '../lab/until.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.cjs', import.meta.url));
const run = promisify(execFile);
const { plays } = promptRows();

/** Runs the command line; tells its exit code and what it wrote. */
function tallymux({ venue }: Scene, words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const env = { ...venue.daemon.environment, ...more };
  return new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, '--no-start', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

plays('the command line shows and answers a prompt, but not from inside a Claude', 'both', async (scene) => {
  const { ask, word, path } = scene;
  const play = await ask(`bash: touch ${word} ;; say: made`);
  const prompt = await play.cardOfScreen();
  const inside = await tallymux(scene, ['answer', prompt.id, '--yes'], { CLAUDECODE: '1' });
  expect(inside).toMatchObject({ code: 7, out: '' });
  expect(existsSync(path(word))).toBe(false);
  const { prompts } = JSON.parse((await tallymux(scene, ['prompts', '--json'])).out) as { prompts: readonly Prompt[] };
  expect(prompts).toMatchObject([{ id: prompt.id, tool: 'Bash', input: { command: `touch ${word}` } }]);
  const outside = await tallymux(scene, ['answer', prompt.id, '--yes', '--now']);
  expect(outside, outside.err).toMatchObject({ code: 0 });
  await play.result('Bash');
  await play.rests();
  expect(existsSync(path(word))).toBe(true);
  expect(await tallymux(scene, ['answer', prompt.id, '--yes', '--now'])).toMatchObject({ code: 6 });
});

plays("the intake's token cannot answer", 'both', async ({ venue, ask, word, path }) => {
  const play = await ask(`bash: touch ${word} ;; say: gone on`);
  const prompt = await play.cardOfScreen();
  const { url, hookUrl } = await venue.daemon.command('status', {});
  const token = readFileSync(join(venue.daemon.home, 'hook-token'), 'utf8').trim();
  const post = (address: string) =>
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(answerOf(prompt, { meaning: 'allow' })),
    });
  const intake = new URL(hookUrl ?? '').origin;
  for (const address of [`${intake}/api/answer`, `${intake}/hook/api/answer`, `${url}/api/answer`])
    expect((await post(address)).ok, address).toBe(false);
  expect(existsSync(path(word))).toBe(false);
  await play.answer(prompt, { meaning: 'deny', text: 'no' }, 'denied');
  await play.rests();
});

plays('print mode never waits for us', 'both', async ({ venue, word }) => {
  const { lab, cards } = venue;
  const before = cards.snapshot().prompts.length;
  const [program = '', ...words] = [...claudeCommand('2.1.332'), '-p', `bash: touch ${word} ;; say: gone on`];
  const cwd = lab.project('api');
  mkdirSync(cwd, { recursive: true });
  const running = run(program, words, { cwd, env: lab.home.environment, timeout: 30_000 });
  running.child.stdin?.end();
  const began = Date.now();
  expect((await running).stdout).toBe('gone on\n');
  // A launcher that waits waits for a day.
  expect(Date.now() - began).toBeLessThan(30_000);
  expect(existsSync(join(cwd, word))).toBe(false);
  expect(cards.snapshot().prompts.length).toBe(before);
});

plays(
  "B12: what another hook of the person's allows rings nothing and leaves no card",
  'both',
  async ({ venue, word }) => {
    const { lab, cards } = venue;
    const project = lab.project('shop');
    mkdirSync(join(project, '.claude'), { recursive: true });
    const decision = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } };
    const hook = { type: 'command', command: `cat > /dev/null; echo '${JSON.stringify(decision)}'` };
    writeFileSync(
      join(project, '.claude', 'settings.json'),
      JSON.stringify({ hooks: { PermissionRequest: [{ hooks: [hook] }] } }),
    );
    const one = await venue.start('both', { project: 'shop' });
    try {
      await one.claude.say(`bash: touch ${word} ;; stream: 12 100`);
      await one.claude.rests();
      expect(existsSync(join(one.claude.cwd, word))).toBe(true);
      const rings = () => cards.rang().filter(({ session }) => session === one.session);
      await cards.next('its end rang', () => rings().some(({ why }) => why === 'review'), 3000);
      // A hook that a crowded machine runs for longer than the moment leaves a prompt open: that one rings by right.
      const stood = cards
        .receipts()
        .filter(({ session }) => session === one.session)
        .map(({ prompt, at }) => Date.parse(at) - Date.parse(cards.history(prompt)[0]?.prompt.openedAt ?? at));
      const quick = stood.every((ms) => ms < 700);
      expect(rings().map(({ why }) => why)).toEqual(quick ? ['review'] : expect.arrayContaining(['review']));
      expect(cards.open(one.session)).toEqual([]);
    } finally {
      await venue.end(one);
    }
  },
);

plays(
  'B1, B2: a prompt rings once, after a moment, and B8: its session is busy again after the answer',
  'both',
  async (scene) => {
    const { venue, asker, ask, word } = scene;
    const { cards } = venue;
    const rings = () => cards.rang().filter(({ session, why }) => session === asker.session && why === 'needs-input');
    const state = () => cards.snapshot().sessions.find(({ id }) => id === asker.session)?.state;
    const before = rings().length;
    const play = await ask(`bash: touch ${word} ;; stream: 30 100`);
    const prompt = await play.cardOfScreen();
    expect(state()).toBe('needs-input');
    await cards.next('it rang', () => rings().length > before, 3000);
    await play.answer(prompt, { meaning: 'allow' }, 'allowed');
    await cards.next('busy again', () => state() === 'busy', 2000);
    await play.rests();
    expect(rings().length).toBe(before + 1);
  },
);

plays(
  'B9: the next prompt comes by itself, and an answer to the last one is told that it is over',
  'terminal',
  async (scene) => {
    const { venue, asker, ask, word, path } = scene;
    const { cards, daemon } = venue;
    const play = await ask(`bash: touch ${word}-1 ;; bash: touch ${word}-2 ;; say: both`);
    const first = await play.cardOfScreen();
    await play.answerInTerminal(first, (claude) => claude.press('1'), { meaning: 'deny' });
    const second = await play.cardOfScreen(({ id }) => id !== first.id);
    const late = await daemon.command('answer', answerOf(first, { meaning: 'deny' })).catch(String);
    expect(late).toContain('"problem":"answered"');
    // A standing grant that this prompt does not offer is refused: something else was looked at.
    const stale = {
      ...answerOf(second, { meaning: 'allow' }),
      option: { n: 2, label: 'Yes, and whatever follows', meaning: 'allow-always' as const },
    };
    expect(await daemon.command('answer', stale).catch(String)).toContain('"problem":"changed"');
    expect(cards.open(asker.session).map(({ id }) => id)).toEqual([second.id]);
    expect([existsSync(path(`${word}-1`)), existsSync(path(`${word}-2`))]).toEqual([true, false]);
    await play.answer(second, { meaning: 'allow' }, 'allowed');
    await play.result('Bash');
    await play.rests();
    expect(existsSync(path(`${word}-2`))).toBe(true);
  },
);

plays(
  'A4, B12: a reminder that Claude is idle opens no card and rings nothing',
  'both',
  async ({ venue, asker, claude }) => {
    const { daemon, cards, lab } = venue;
    await claude.say('say: resting');
    await claude.rests();
    const session = () => cards.snapshot().sessions.find(({ id }) => id === asker.session);
    await cards.next('its end is told', () => session()?.state === 'review', 3000);
    const conversation = session()?.conversation ?? '';
    const rang = cards.rang().length;
    const { hookUrl } = await daemon.command('status', {});
    const token = readFileSync(join(daemon.home, 'hook-token'), 'utf8').trim();
    for (const notification_type of ['idle_prompt', 'auth_success', 'elicitation_response', 'agent_needs_input']) {
      const payload = {
        session_id: conversation,
        transcript_path: join(lab.home.claudeDirectory, 'projects', 'x', `${conversation}.jsonl`),
        cwd: claude.cwd,
        hook_event_name: 'Notification',
        message: 'Claude is waiting for your input',
        notification_type,
      };
      const reply = await fetch(hookUrl ?? '', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'x-tallymux-pid': `${claude.pid}`,
        },
        body: JSON.stringify(payload),
      });
      expect(reply.status).toBe(204);
    }
    // Time in which it would ring.
    await pause(1200);
    expect(session()?.state).toBe('review');
    expect(cards.open(asker.session)).toEqual([]);
    expect(cards.rang().length).toBe(rang);
  },
);
