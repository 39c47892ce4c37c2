// The command line against the real daemon: every command, what it prints, and how it ends. The sessions are stand-ins.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../src/core/session.ts';
import { CLI, type CommandLine, commandLine } from '../lab/command-line.ts';
import { type StandIns, startStandIns } from '../lab/stand-ins.ts';

/** Keys that others may rely on, as DESIGN §8 lists them. */
const PROMISED =
  'id host state since waitingSince pid cwd conversation label name branch action model contextPercent background compacting failure guess limited suspended desktopWorkspace tmux tab ports mutedUntil'.split(
    ' ',
  );
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const PACKAGE = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
const HOSTILE = 'ev\u001b[31mil\u009b\u202e漢字';

let at: CommandLine;
let claudes: StandIns;

beforeAll(async () => {
  at = commandLine();
  claudes = startStandIns(at.home);
  const start = async (session: string, directory: string, name: string) => {
    const cwd = join(at.home, 'code', directory);
    mkdirSync(cwd, { recursive: true });
    await claudes.perform(session, { do: 'start', cwd, name, branch: 'main' });
  };
  expect((await at.run(['start'])).code).toBe(0);
  await start('ask', 'shop', 'checkout');
  await start('done', 'handbook', 'docs');
  await start('work', 'api', 'server-one');
  await start('rest', 'api-2', 'server-two');
  await start('evil', HOSTILE, HOSTILE);
  await claudes.perform('ask', { do: 'prompt', text: 'go' });
  await claudes.perform('ask', { do: 'tool', name: 'Bash', input: { command: 'npm test' } });
  await claudes.perform('ask', { do: 'ask-permission' });
  await claudes.perform('work', { do: 'prompt', text: 'go' });
  await finishTurn('done');
  for (const [name, state] of [
    ['checkout', 'needs-input'],
    ['docs', 'review'],
    ['server-one', 'busy'],
    ['server-two', 'idle'],
  ] as const) {
    expect(await at.run(['wait', name, '--until', state, '--timeout', '15'])).toMatchObject({ code: 0 });
  }
}, 60_000);

afterAll(async () => {
  await claudes?.stop();
  await at?.dispose();
});

async function finishTurn(session: string): Promise<void> {
  await claudes.perform(session, { do: 'prompt', text: 'go' });
  await claudes.perform(session, { do: 'finish', text: 'It is done.' });
}

async function sessions(): Promise<readonly Session[]> {
  return JSON.parse((await at.run(['list', '--json'])).out).sessions;
}

async function named(name: string): Promise<Session> {
  const found = (await sessions()).find((one) => one.name === name);
  if (found === undefined) throw new Error(`no session ${name}`);
  return found;
}

test('C14: list --json has what DESIGN promises, key by key, and what waits comes first', async () => {
  const { code, out, err } = await at.run(['list', '--json']);
  expect([code, err]).toEqual([0, '']);
  const reply = JSON.parse(out) as { sessions: Session[]; scripts: Session[] };
  expect(Object.keys(reply)).toEqual(['sessions', 'scripts']);
  expect(reply.sessions.map((one) => one.state).slice(0, 3)).toEqual(['needs-input', 'review', 'busy']);
  for (const session of reply.sessions) {
    expect(Object.keys(session)).toEqual(expect.arrayContaining(PROMISED));
    expect(Object.values(session)).not.toContain(undefined);
    expect(session.since).toMatch(ISO);
    expect(session.waitingSince === null || ISO.test(session.waitingSince)).toBe(true);
    expect(session.waitingSince !== null).toBe(['needs-input', 'review'].includes(session.state));
  }
  expect(reply.sessions[0]).toMatchObject({ name: 'checkout', action: 'Bash · npm test', branch: 'main', label: null });
});

test('C14: list prints one line for each session: mark, id, name, state, time, action', async () => {
  const { out } = await at.run(['list']);
  const { id } = await named('checkout');
  const lines = out.trimEnd().split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(new RegExp(`^◆ ${id} +checkout +needs you +\\d+[smh]  Bash · npm test$`));
  expect(lines[1]).toMatch(/^✓ \S+ +docs +to review +\d+[smh] {2}It is done\.$/);
  expect(lines[2]).toMatch(/^◐ \S+ +server-one +busy/);
});

test('X07: what a session is called reaches the terminal escaped, in list, show, explain and ambiguity', async () => {
  const evil = (await sessions()).find((one) => one.cwd.includes('漢字'));
  const id = evil?.id ?? '';
  for (const words of [['list'], ['show', id], ['explain', id], ['label', 'i', 'x']]) {
    const { out, err } = await at.run(words);
    expect(`${out}${err}`.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  }
  expect((await at.run(['show', id])).out).toContain('ev\\x1b[31mil\\x9b\\u202e漢字');
});

test('piped output has no colours, whatever the terminal', async () => {
  expect((await at.run(['list'], { TERM: 'xterm-256color', COLORTERM: 'truecolor' })).out).not.toContain('\u001b');
});

test('C1: one daemon for its user, in a session of its own, with nothing of a Claude or tmux around it', async () => {
  const first = JSON.parse((await at.run(['status', '--json'])).out) as { pid: number; url: string };
  const again = await at.run(['start'], { TMUX: '/tmp/x,1,0', NODE_OPTIONS: '--no-warnings' });
  expect(again.code).toBe(0);
  expect(again.err).toContain(`pid ${first.pid}`);
  expect(again.out.trim()).toBe(first.url);
  const foreground = await at.run(['start', '--foreground']);
  expect(foreground).toMatchObject({ code: 1 });
  expect(foreground.err).toContain(`pid ${first.pid}`);
  const stat = readFileSync(`/proc/${first.pid}/stat`, 'utf8');
  expect(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3])).toBe(first.pid);
  expect(readFileSync(`/proc/${first.pid}/environ`, 'utf8')).not.toMatch(/CLAUDE_CODE|TMUX=|NODE_OPTIONS|VITEST/);
});

test('status --json has what DESIGN promises', async () => {
  const status = JSON.parse((await at.run(['status', '--json'])).out);
  expect(Object.keys(status)).toEqual(
    expect.arrayContaining(['pid', 'version', 'contract', 'url', 'hookUrl', 'home', 'socket']),
  );
  expect(status).toMatchObject({ home: at.state, socket: join(at.state, 'sock') });
  expect((await at.run(['status'])).out).toContain(`pid                 ${status.pid}, since`);
});

test('show and explain --json are a Session and an Explanation', async () => {
  const shown = JSON.parse((await at.run(['show', 'checkout', '--json'])).out);
  expect(Object.keys(shown)).toEqual(expect.arrayContaining(PROMISED));
  const explained = JSON.parse((await at.run(['explain', 'checkout', '--json'])).out);
  expect(Object.keys(explained).sort()).toEqual(
    ['because', 'evidence', 'recheckAt', 'rule', 'session', 'sources'].sort(),
  );
  expect(explained.session.id).toBe(shown.id);
  expect((await at.run(['show', 'checkout'])).out).toContain(`${explained.because} (${explained.rule})`);
  const text = (await at.run(['explain', 'checkout'])).out;
  expect(text).toContain(`rule ${explained.rule}:`);
  expect(text).toMatch(/registry +decided +\d+\S+ +status waiting/);
});

test('explain --save keeps what it rests on, without words, and --replay decides it again without a daemon', async () => {
  const file = join(at.state, 'checkout.json');
  const saved = await at.run(['explain', 'checkout', '--save', file]);
  expect(saved.out).toMatch(/Saved \d+ pieces of evidence .*--full keeps it/s);
  const shown = JSON.parse((await at.run(['show', 'checkout', '--json'])).out);
  const recording = JSON.parse(readFileSync(file, 'utf8'));
  expect(recording).toMatchObject({ recording: 1, redacted: true, claude: shown.version });
  expect(JSON.stringify(recording)).not.toContain(shown.cwd);
  const steps = JSON.parse((await at.run(['explain', '--replay', file, '--json'], {})).out);
  expect(steps.at(-1).decision).toMatchObject({ state: shown.state, because: shown.because });
  expect((await at.run(['explain', '--replay', file])).out).toContain(`→ ${shown.state}`);
  const pid = readFileSync(join(at.state, 'pid'), 'utf8');
  expect(await at.run(['explain', '--replay', join(at.state, 'pid')])).toMatchObject({ code: 2 });
  expect(await at.run(['explain', 'checkout', '--save', join(at.state, 'pid')])).toMatchObject({ code: 7, out: '' });
  expect(readFileSync(join(at.state, 'pid'), 'utf8')).toBe(pid);
  expect(await at.run(['explain', 'checkout', '--save', file])).toMatchObject({ code: 0 });
});

test('a session is found by name, directory and beginning; two that fit are shown as candidates', async () => {
  const { id } = await named('checkout');
  for (const wanted of ['checkout', 'shop', 'check', join(at.home, 'code', 'shop')]) {
    expect(JSON.parse((await at.run(['show', wanted, '--json'])).out).id).toBe(id);
  }
  const several = await at.run(['show', 'server']);
  expect(several).toMatchObject({ code: 5, out: '' });
  expect(several.err).toMatch(/server-one[\s\S]*server-two/);
});

test('seen turns a review into idle, --undo takes it back, --all sees all', async () => {
  const { id } = await named('docs');
  expect((await at.run(['seen', 'server-one', '--undo'])).code).toBe(6);
  expect((await at.run(['seen', 'docs'])).err).toContain(`${id} docs is seen`);
  expect((await named('docs')).state).toBe('idle');
  expect(await at.run(['seen', 'docs'])).toMatchObject({ code: 0 });
  expect(await at.run(['seen', 'docs', '--undo'])).toMatchObject({ code: 0 });
  expect((await named('docs')).state).toBe('review');
  expect((await at.run(['dismiss', '--all'])).err).toContain('1 of 1 to review are seen');
  expect((await named('docs')).state).toBe('idle');
  expect((await at.run(['seen', 'checkout'])).err).toMatch(
    /^tallymux: \S+ needs you and is not to review: nothing was changed\.\n$/,
  );
});

test('label gives, shows and removes; mute mutes for a while, for good, and off', async () => {
  const { id } = await named('server-two');
  expect((await at.run(['label', id])).err).toContain('has no label');
  expect((await at.run(['label', id, 'the', 'other', 'one'])).err).toContain('is now “the other one”');
  expect((await at.run(['label', 'the other one'])).out).toBe('the other one\n');
  expect((await at.run(['label', id, '--remove'])).err).toContain('has no label now (was “the other one”)');
  expect((await at.run(['mute', id, '30m'])).err).toMatch(/ is muted until (\d{4}-\d\d-\d\d )?\d\d:\d\d\. /);
  const until = Date.parse((await named('server-two')).mutedUntil ?? '');
  expect(until - Date.now()).toBeGreaterThan(29 * 60_000);
  expect((await at.run(['mute', id])).err).toContain(`${id} is muted for good.`);
  expect((await at.run(['show', id])).out).toMatch(/^ +muted +for good$/m);
  expect((await named('server-two')).mutedUntil).not.toBeNull();
  await at.run(['mute', id, 'off']);
  expect((await named('server-two')).mutedUntil).toBeNull();
});

test.each([
  [['list', '--nope'], 2, /unknown option '--nope'\n+`tallymux list --help` tells how/],
  [['nope'], 2, /no command "nope"[\s\S]*--help/],
  [['show'], 2, /missing required argument[\s\S]*`tallymux show --help`/],
  [['devices', 'revoke'], 2, /missing required argument[\s\S]*`tallymux devices --help`/],
  [['wait', 'docs'], 2, /--until/],
  [['wait', 'docs', '--until', 'happy'], 2, /--until takes one of needs-you, failed, to-review/],
  [['wait', 'docs', '--until', 'idle', '--timeout', 'x'], 2, /--timeout takes seconds/],
  [['wait', 'docs', '--until', 'idle', '--timeout', '2000001'], 2, /from 0 to 2000000 \(23 days\), not "2000001"/],
  [['mute', 'docs', '30'], 2, /"30" is no duration: give 30m, 2h, 1d, or off/],
  [['mute', 'docs', 'long'], 2, /no duration: give 30m/],
  [['seen'], 2, /Say which session, or --all/],
  [['log', '-n', 'x'], 2, /-n takes a number/],
  [['completion', 'tcsh'], 2, /bash, zsh and fish/],
  [['show', 'nobody'], 4, /No session fits "nobody".*tallymux list/],
  [['explain', 'nobody'], 4, /No session fits/],
  [['label', 'nobody', 'x'], 4, /No session fits/],
  [['devices', 'revoke', 'nobody'], 4, /No device fits "nobody".*tallymux devices/],
  [['show', 'server'], 5, /say which by its id/],
])('%j ends with %i and says what to do', async (words, code, text) => {
  const ran = await at.run(words);
  expect(ran).toMatchObject({ code, out: '' });
  expect(ran.err).toMatch(text);
});

test('wait ends at once where the state is reached, when it is reached, at the timeout, and when the session ends', async () => {
  expect((await at.run(['wait', 'checkout', '--until', 'Needs-You'])).err).toMatch(/^\S+ needs you\.\n$/);
  const late = await at.run(['wait', 'checkout', '--until', 'idle', '--timeout', '0.3']);
  expect(late).toMatchObject({ code: 124 });
  expect(late.err).toMatch(/After 0.3 s \S+ still needs you\.$/m);
  const waiting = at.run(['wait', 'server-two', '--until', 'review', '--timeout', '15']);
  await finishTurn('rest');
  expect(await waiting).toMatchObject({ code: 0 });
});

test('watch, piped, is a snapshot and then changes, one object a line; a reader that leaves ends it quietly', async () => {
  const child = at.begin(['watch']);
  let err = '';
  child.stderr?.on('data', (text) => {
    err += text;
  });
  const lines = createInterface({ input: child.stdout as Readable })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value ?? 'null');
  const first = await next();
  expect(first).toMatchObject({ frame: 'snapshot', number: expect.any(Number), sessions: expect.any(Array) });
  const { id } = await named('server-two');
  await at.run(['label', id, 'watched']);
  const change = await next();
  expect(change).toMatchObject({ frame: 'change', kind: 'session-changed', number: first.number + 1 });
  expect(change.session).toMatchObject({ id, label: 'watched' });
  child.stdout?.destroy();
  const ended = once(child, 'exit');
  await at.run(['label', id, '--remove']);
  expect([await ended, err]).toEqual([[0, null], '']);
});

test('what is printed and does not get out ends with 1 and one line', async () => {
  // A descriptor that may only be read takes nothing, as a full disk does not.
  const closed = openSync(CLI, 'r');
  try {
    for (const words of [['list'], ['list', '--json'], ['--help']]) {
      const child = spawn(process.execPath, [CLI, ...words], {
        env: at.environment,
        stdio: ['ignore', closed, 'pipe'],
      });
      let err = '';
      child.stderr?.setEncoding('utf8').on('data', (text) => {
        err += text;
      });
      const [code] = await once(child, 'close');
      expect([words, code, err]).toEqual([words, 1, 'tallymux: standard output cannot be written: EBADF.\n']);
    }
  } finally {
    closeSync(closed);
  }
});

test('pair prints a link with the code after the #, and it is the only thing on standard output', async () => {
  const { code, out, err } = await at.run(['pair', '--read-only']);
  expect(code).toBe(0);
  expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#pair=\S{16,}\n$/);
  expect(err).toContain('may only look');
  expect(await at.run(['devices', '--json'])).toMatchObject({ code: 0, out: '{"devices":[]}\n' });
});

test('bare tallymux prints the one-time link, and under ssh the line that brings the port over', async () => {
  const there = await at.run([], { SSH_CONNECTION: '10.0.0.1 5 10.0.0.2 22', USER: 'ann' });
  expect(there.out).toMatch(/#pair=/);
  const port = new URL(there.out.trim()).port;
  expect(there.err).toContain(`ssh -N -L ${port}:127.0.0.1:${port} ann@10.0.0.2`);
  expect((await at.run([])).err).not.toContain('ssh');
});

test('open without a desktop says so and prints the link', async () => {
  const { code, out, err } = await at.run(['open']);
  expect([code, err.includes('no desktop')]).toEqual([0, true]);
  expect(out).toMatch(/#pair=/);
});

test('doctor names each setting with where it came from, and what it found', async () => {
  const { code, out } = await at.run(['doctor']);
  expect(out).toMatch(/port = 0 \(environment\)/);
  expect(out).toMatch(/bind = "127\.0\.0\.1" \(default\)/);
  expect(out).toContain(`✓ watches ${join(at.home, '.claude')}`);
  expect(out).toMatch(/✓ pid \d+ answers/);
  expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([0, 'Nothing is broken.']);
});

test('log prints readable lines of the daemon’s log, the newest last', async () => {
  const { code, out } = await at.run(['log', '-n', '500']);
  expect(code).toBe(0);
  expect(out).toMatch(/^\d{4}-\S+Z info {2}Tallymux \S+ listens on http:/m);
  expect((await at.run(['log', '-n', '1'])).out.trimEnd().split('\n')).toHaveLength(1);
});

test('completion fish offers names of files only behind what takes one', async () => {
  const { out } = await at.run(['completion', 'fish']);
  const [first, ...lines] = out.split('\n');
  expect(first).toBe('complete -c tallymux -f');
  const withFiles = lines.filter((line) => line.includes(' -F ')).map((line) => /-l (\S+)/.exec(line)?.[1]);
  expect([...new Set(withFiles)]).toEqual(['save', 'replay']);
});

test.each(['bash', 'zsh', 'fish'])('completion %s names every command', async (shell) => {
  const { code, out } = await at.run(['completion', shell]);
  expect(code).toBe(0);
  for (const name of ['start', 'list', 'watch', 'explain', 'doctor', 'devices']) expect(out).toContain(name);
});

test('the man page of the package is what the commands say: each with its words, arguments and options', async () => {
  const { code, out } = await at.run(['manual']);
  expect(code).toBe(0);
  expect(readFileSync(join(CLI, '..', JSON.parse(PACKAGE).man[0].replace('dist/', '')), 'utf8')).toBe(out);
  // Nothing that is said is a request of its language.
  expect([...new Set(out.match(/^[.'].*?(?= |$)/gm))].sort()).toEqual(
    ['.B', '.PP', '.SH', '.SS', '.TH', '.TP', '.fi', '.nf', '.nh'].sort(),
  );
  const page = out.replaceAll('\\-', '-');
  const words = (await at.run(['completion', 'bash'])).out;
  for (const [, name, flags] of words.matchAll(/^ {4}([a-z]+)\) words='(.*?)'/gm)) {
    if (name === 'help') continue;
    const [, section = ''] = new RegExp(`^\\.SS ${name}\\b.*\n([^]*?)(?=^\\.S[SH] )`, 'm').exec(page) ?? [];
    expect([name, section.includes(`tallymux ${name}`)]).toEqual([name, true]);
    for (const flag of flags?.split(' ') ?? []) expect(section).toContain(flag);
  }
  expect(page).toContain('\n.SS devices revoke\n');
});

test('under a Claude nothing that gives access works, and the rest does', async () => {
  for (const words of [[], ['stop'], ['pair'], ['devices'], ['devices', 'revoke', 'x'], ['open']]) {
    const ran = await at.run(words, { CLAUDECODE: '1' });
    expect(ran).toMatchObject({ code: 7, out: '' });
    expect(ran.err).toContain('"allowFromClaude": true');
  }
  expect(await at.run(['list'], { CLAUDECODE: '1' })).toMatchObject({ code: 0 });
});

test('wait says that a session ended before it got there', async () => {
  const cwd = join(at.home, 'code', 'short');
  mkdirSync(cwd, { recursive: true });
  await claudes.perform('short', { do: 'start', cwd, name: 'short-lived' });
  await claudes.perform('short', { do: 'prompt', text: 'go' });
  await at.run(['wait', 'checkout', '--until', 'needs-input']);
  const ran = at.run(['wait', 'short-lived', '--until', 'review', '--timeout', '15']);
  await claudes.perform('short', { do: 'crash' });
  expect((await ran).code).toBe(1);
});
