// Servers of tmux that come, go, restart and are set up oddly; and that we are not felt there.

import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'rolldown';
import { expect, type TestContext, test } from 'vitest';
import { attachCommand } from '../../src/adapters/tmux/attach-command.ts';
import { makePanes } from '../../src/adapters/tmux/panes.ts';
import type { KeysOutcome, PaneScreen, PaneTrouble } from '../../src/core/pane.ts';
import { type ListeningPane, type PrivateTmux, startPrivateTmux } from '../lab/private-tmux.ts';
import { until } from '../lab/until.ts';

const PATH = '/usr/local/bin:/usr/bin:/bin';
type Looking = ReturnType<ReturnType<typeof makePanes>['open']>;

/** Where one test plays: its directory, its servers, and what rang. Tests run side by side. */
interface Place {
  readonly directory: string;
  /** All rings since it was emptied last. */
  readonly rings: (readonly string[] | null)[];
  start(options?: { configuration?: string; socket?: string }): Promise<PrivateTmux>;
  open(socket: string, program?: string): Looking;
  /** Runs when the test is over, the last first. */
  atEnd(end: () => unknown): void;
}

function makePlace({ onTestFinished }: TestContext): Place {
  const directory = mkdtempSync(join(tmpdir(), 'tallymux-servers-'));
  const rings: (readonly string[] | null)[] = [];
  const ends: (() => unknown)[] = [];
  onTestFinished(async () => {
    for (const end of ends.reverse()) await end();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    directory,
    rings,
    async start(options = {}) {
      const server = await startPrivateTmux(directory, options);
      ends.push(() => server.close());
      return server;
    },
    open(socket, program) {
      const looking = makePanes(PATH, program).open(socket, (panes) => rings.push(panes));
      ends.push(() => looking.dispose());
      return looking;
    },
    atEnd: (end) => ends.push(end),
  };
}

const look = (looking: Looking, socket: string, pane: string, server: number | null) =>
  looking.screen({ socket, pane, server });

/** Waits until a pane is seen, and tells its first line. */
async function firstLine(looking: Looking, socket: string, pane: string, server: number | null = null) {
  let seen: PaneScreen | PaneTrouble | null = null;
  return until(
    `${pane} is seen`,
    async () => {
      seen = await look(looking, socket, pane, server);
      return 'trouble' in seen ? null : { line: seen.lines[0] };
    },
    { seen: () => JSON.stringify(seen) },
  ).then(({ line }) => line);
}

const enter = (looking: Looking, socket: string, server: number, to: ListeningPane): Promise<KeysOutcome> =>
  looking.press(
    { socket, pane: to.pane, server },
    { expect: ['ready'], unless: [], process: to.pid, keys: { key: 'Enter' } },
  );

const types = (pane: ListeningPane, text: string) => until(`${text} is typed`, () => pane.typed() === text);

/** Words for a shell. */
const inShell = (words: readonly string[]) => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

/** The one client of ours. @throws where there is none: the pid 0 would be this test's own process group. */
function oneClientOf(socket: string): number {
  const [client] = clientsOf(socket);
  if (client === undefined) throw new Error(`no client of ours at ${socket}`);
  return Number(client);
}

/** Clients of tmux that name this socket in their arguments. */
function clientsOf(socket: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return words.includes(socket) && words.includes('attach-session');
    } catch {
      return false;
    }
  });
}

const HOSTILE = `
set-hook -g after-set-option 'display-message -p hooked'
set-hook -g after-capture-pane 'display-message -p hooked'
set-hook -g after-send-keys 'display-message -p hooked'
set-hook -g client-attached 'display-message -p hooked'
set-hook -g after-display-message 'list-panes -a'
set -g base-index 1
set -g pane-base-index 1
set -g status off
set -g remain-on-exit on
set -g default-command ''
set -g mode-keys vi
set -g renumber-windows on
set -g allow-rename on
set -g set-titles on
set -g prefix Enter
set -g detach-on-destroy off
set -s command-alias[0] 'capture-pane=display-message -p stolen'
set -s command-alias[1] 'send-keys=display-message -p stolen'
set -s command-alias[2] 'display-message=run-shell true'
set -s command-alias[3] 'if-shell=kill-server'
set -s command-alias[4] 'set-option=kill-server'
set -s command-alias[5] 'list-sessions=kill-server'
set -s command-alias[6] 'refresh-client=detach-client'
set -s command-alias[7] 'capturep=kill-server'
set -s command-alias[8] 'send=kill-server'
set -s command-alias[9] 'display=kill-server'
set -s command-alias[10] 'set=kill-server'
bind-key -n Enter kill-server
bind-key -T root Any kill-server
bind-key -T odd Escape kill-server
set -g key-table odd
`;

test.concurrent('M07: base indexes, aliases, hooks, key tables and shells of a hostile configuration change nothing', async (context) => {
  const { directory, rings, start, open } = makePlace(context);
  const server = await start();
  const file = join(directory, 'hostile.conf');
  writeFileSync(file, HOSTILE);
  await server.tmux('source-file', file);
  const pane = await server.listen('ready', ['new-window', '-d']);
  await server.tmux('set-optio', '-g', 'default-shell', '/bin/false');
  const looking = open(server.socket);
  expect(await firstLine(looking, server.socket, pane.pane)).toBe('ready');
  expect(await enter(looking, server.socket, server.pid, pane)).toBe('sent');
  await types(pane, '\r');
  await until('it rings', async () => {
    await server.tmux('resize-window', '-t', pane.pane, '-x', String(60 + rings.length));
    return rings.some((ids) => ids?.includes(pane.pane));
  });
});

/** A stand-in for tmux that changes what the real one prints: as some versions do, or beyond understanding. */
function stub(directory: string, name: string, change: string): string {
  const path = join(directory, name);
  writeFileSync(path, `#!/bin/sh\ntmux "$@" | ${change}\n`);
  chmodSync(path, 0o755);
  return path;
}

test.concurrent('M02: separators printed raw or escaped are read alike; what cannot be read is said aloud', async (context) => {
  const { directory, start, open } = makePlace(context);
  const server = await start();
  const pane = await server.listen('ready');
  const raw = open(server.socket, stub(directory, 'raw', "sed -u 's/\\\\037/\\x1f/g; s/\\\\011/\\t/g'"));
  const escaped = open(server.socket, stub(directory, 'escaped', "sed -u 's/\\x1f/\\\\037/g; s/\\t/\\\\011/g'"));
  const odd = open(
    server.socket,
    stub(directory, 'odd', "sed -u '\\|^[%0-9]*[0-9] [0-9 ]* [/a-z0-9]* [a-z]*$|s/ /_/g'"),
  );
  const deaf = open(server.socket, stub(directory, 'deaf', "sed -u 's/[$]/_/g'"));
  expect(await firstLine(raw, server.socket, pane.pane)).toBe('ready');
  expect(await firstLine(escaped, server.socket, pane.pane)).toBe('ready');
  for (const looking of [odd, deaf]) {
    expect(await look(looking, server.socket, pane.pane, null)).toEqual({
      trouble: 'unreachable',
      reason: expect.stringContaining('cannot read tmux'),
    });
  }
});

test.concurrent('M08: after a restart of the server the same id is a stranger: gone, and zero keys', async (context) => {
  const { rings, start, open } = makePlace(context);
  const before = await start();
  const old = await before.listen('ready');
  const looking = open(before.socket);
  await firstLine(looking, before.socket, old.pane);
  await before.close();
  await until('its end rings', () => rings.filter((ids) => ids === null).length >= 2);
  expect(await look(looking, before.socket, old.pane, before.pid)).toMatchObject({ trouble: 'unreachable' });
  const after = await start();
  const stranger = await after.listen('ready');
  expect(stranger.pane).toBe(old.pane);
  expect(await firstLine(looking, after.socket, stranger.pane)).toBe('ready');
  expect(await look(looking, after.socket, old.pane, before.pid)).toMatchObject({ trouble: 'gone' });
  expect(await enter(looking, after.socket, before.pid, old)).toMatchObject({ trouble: 'gone' });
  expect(await enter(looking, after.socket, after.pid, old)).toMatchObject({ trouble: 'gone' });
  expect(stranger.typed()).toBe('');
  expect(await enter(looking, after.socket, after.pid, stranger)).toBe('sent');
});

test.concurrent('M10: a server at another socket, and two at one after its socket was deleted, are each asked', async (context) => {
  const { directory, start, open, atEnd } = makePlace(context);
  const moved = await start({ socket: join(directory, 'moved, here', 'tmux-1', "wo'rk") });
  const pane = await moved.listen('ready');
  const looking = open(moved.socket);
  expect(await firstLine(looking, moved.socket, pane.pane)).toBe('ready');
  rmSync(moved.socket);
  expect(await enter(looking, moved.socket, moved.pid, pane)).toBe('sent');
  const second = await start({ socket: moved.socket });
  const other = await second.listen('other ready');
  expect(other.pane).toBe(pane.pane);
  expect(await firstLine(looking, moved.socket, other.pane, second.pid)).toBe('other ready');
  expect(await firstLine(looking, moved.socket, pane.pane, moved.pid)).toBe('ready');
  expect(await enter(looking, moved.socket, moved.pid, pane)).toBe('sent');
  expect(await enter(looking, moved.socket, second.pid, other)).toBe('sent');
  await types(pane, '\r\r');
  await types(other, '\r');
  atEnd(() => process.kill(moved.pid));
});

test.concurrent('M17: a server that is not there is waited for and never started, also where its socket was left behind', async (context) => {
  const { directory, rings, start, open } = makePlace(context);
  const socket = join(directory, 'not-yet', 'tmux.sock');
  const looking = open(socket);
  expect(await look(looking, socket, '%0', null)).toEqual({ trouble: 'unreachable', reason: 'no tmux server there' });
  const server = await start({ socket });
  const pane = await server.listen('ready');
  expect(await firstLine(looking, socket, pane.pane)).toBe('ready');
  process.kill(server.pid, 'SIGKILL');
  await until('its end rings', () => rings.filter((ids) => ids === null).length >= 2);
  expect(existsSync(socket)).toBe(true);
  await until('it is told', async () => 'trouble' in (await look(looking, socket, pane.pane, null)));
  const again = open(socket);
  expect(await look(again, socket, pane.pane, null)).toEqual({
    trouble: 'unreachable',
    reason: 'no tmux server there',
  });
  expect(clientsOf(socket)).toEqual([]);
});

test.concurrent('when its session dies it attaches to another, and the last one ends with its server', async (context) => {
  const { rings, start, open } = makePlace(context);
  const server = await start();
  const looking = open(server.socket);
  const pane = await server.listen('ready');
  await firstLine(looking, server.socket, pane.pane);
  const ours = await server.tmux('list-clients', '-F', '#{session_id}');
  const other = await server.listen('ready');
  await server.tmux('kill-session', '-t', ours.trim());
  await until('its end rings', () => rings.filter((ids) => ids === null).length >= 3);
  expect(await firstLine(looking, server.socket, other.pane, server.pid)).toBe('ready');
  for (const session of (await server.tmux('list-sessions', '-F', '#{session_id}')).trim().split('\n')) {
    await server.tmux('kill-session', '-t', session);
  }
  await until('the server is gone', () => !existsSync(`/proc/${server.pid}`));
  await until('so is our client', () => clientsOf(server.socket).length === 0);
});

test.concurrent('a session that ends takes no other with it, however late our client is to go', async (context) => {
  const { start, open, atEnd } = makePlace(context);
  const server = await start();
  const looking = open(server.socket);
  const pane = await server.listen('ready');
  await firstLine(looking, server.socket, pane.pane);
  const ours = await server.tmux('list-clients', '-F', '#{session_id}');
  await server.listen('ready');
  const client = oneClientOf(server.socket);
  process.kill(client, 'SIGSTOP');
  atEnd(() => process.kill(client, 'SIGCONT'));
  await server.tmux('kill-session', '-t', ours.trim());
  // What is subscribed to now is told a second from now: by then tmux has looked after all older subscriptions too.
  const other = spawn('tmux', ['-S', server.socket, '-C', 'attach-session'], {
    env: { PATH, TERM: 'xterm', LANG: 'C.UTF-8' },
  });
  atEnd(() => other.kill());
  let told = '';
  other.stdout.on('data', (text) => {
    told += text;
  });
  await until('it is attached', () => told.includes('%session-changed'));
  // A server that crashed is told by what is expected below.
  other.stdin.on('error', () => {});
  other.stdin.write("refresh-client -B 'tick::#{pid}'\n");
  await until('a second has passed', () => told.includes('%subscription-changed'));
  expect(existsSync(`/proc/${server.pid}`)).toBe(true);
});

test.concurrent('it rings as before when the window is closed, or moved, that its client is in', {
  timeout: 40_000,
}, async (context) => {
  const { rings, start, open } = makePlace(context);
  const server = await start();
  const looking = open(server.socket);
  await firstLine(looking, server.socket, '%0');
  const pane = await server.listen('ready');
  const [session = '', first = ''] = (await server.tmux('list-clients', '-F', '#{session_id} #{window_id}'))
    .trim()
    .split(' ');
  const rung = async (what: string) => {
    rings.length = 0;
    let columns = 60;
    await until(what, async () => {
      columns += 1;
      await server.tmux('resize-window', '-t', pane.pane, '-x', String(columns));
      return rings.some((ids) => ids?.includes(pane.pane));
    });
  };
  await rung('it rings');
  await server.tmux('new-window', '-d', '-t', `${session}:`, 'exec cat');
  await server.tmux('kill-window', '-t', first);
  await rung('it rings after the window was closed');
  const second = (await server.tmux('list-clients', '-F', '#{window_id}')).trim();
  expect(second).not.toBe(first);
  await server.tmux('new-window', '-d', '-t', `${session}:`, 'exec cat');
  const elsewhere = (await server.tmux('display-message', '-p', '-t', pane.pane, '#{session_id}')).trim();
  expect(elsewhere).not.toBe(session);
  await server.tmux('move-window', '-d', '-s', second, '-t', `${elsewhere}:`);
  await rung('it rings after the window was moved');
});

test.concurrent.for([
  ['destroy-unattached', '-g'],
  ['exit-unattached', '-s'],
])('what %s ends when the person leaves, we do not keep', async ([option = '', flag = ''], context) => {
  const { start, open, atEnd } = makePlace(context);
  const server = await start();
  const person = spawn('tmux', ['-S', server.socket, '-C', 'attach-session', '-t', '=keeper'], {
    env: { PATH, TERM: 'xterm', LANG: 'C.UTF-8' },
  });
  atEnd(() => person.kill());
  await until('the person is attached', async () => (await server.tmux('list-clients')) !== '');
  await server.tmux('set-option', flag, option, 'on');
  const looking = open(server.socket);
  await firstLine(looking, server.socket, '%0');
  person.stdin.end();
  await until('the server is gone', () => !existsSync(`/proc/${server.pid}`));
});

test.concurrent('attaching changes neither environment nor sizes, and brings nothing of ours', async (context) => {
  const { start, open } = makePlace(context);
  const server = await start();
  await server.tmux('set-environment', '-t', '=keeper', 'DISPLAY', ':7');
  await server.tmux('set-environment', '-t', '=keeper', 'SSH_AUTH_SOCK', '/agent');
  const seen = () =>
    Promise.all([
      server.tmux('show-environment', '-t', '=keeper'),
      server.tmux('list-windows', '-a', '-F', '#{window_id} #{window_width}x#{window_height} #{window-size}'),
      server.tmux('show-options', '-g'),
      server.tmux('list-sessions', '-F', '#{session_id} #{session_windows}'),
    ]);
  const before = await seen();
  const looking = open(server.socket);
  await firstLine(looking, server.socket, '%0');
  expect(await server.tmux('list-clients', '-F', '#{client_flags}')).toContain('ignore-size,no-output');
  const client = oneClientOf(server.socket);
  const names = readFileSync(`/proc/${client}/environ`, 'utf8')
    .split('\0')
    .map((entry) => entry.replace(/=.*/s, ''));
  expect(names.filter((name) => name !== '').sort()).toEqual(['LANG', 'LC_ALL', 'PATH', 'TERM']);
  expect(await server.tmux('show-environment', '-g')).not.toContain('VITEST');
  expect(await seen()).toEqual(before);
});

test.concurrent('our clients end when our process is killed', async (context) => {
  const { directory, start, atEnd } = makePlace(context);
  const server = await start();
  const file = join(directory, 'looks.mjs');
  const bundle = join(directory, 'panes.mjs');
  const input = join(import.meta.dirname, '../../src/adapters/tmux/panes.ts');
  await build({ input, platform: 'node', output: { file: bundle, format: 'esm' }, logLevel: 'silent' });
  writeFileSync(
    file,
    `import { makePanes } from ${JSON.stringify(bundle)};
     makePanes(${JSON.stringify(PATH)}).open(${JSON.stringify(server.socket)}, () => {});
     setInterval(() => {}, 1_000);`,
  );
  const child = spawn(process.execPath, [file], { env: { PATH, HOME: directory }, stdio: 'ignore' });
  atEnd(() => child.kill('SIGKILL'));
  await until('it is attached', async () => (await server.tmux('list-clients')) !== '', { within: 15_000 });
  child.kill('SIGKILL');
  await until('its client is gone', async () => (await server.tmux('list-clients')) === '');
  await until('so is the process', () => clientsOf(server.socket).length === 0);
});

test.concurrent('a dialog that comes, moves, changes or goes rings, and so does a pane that goes', async (context) => {
  const { directory, rings, start, open } = makePlace(context);
  const server = await start();
  // A program that draws what it reads, so that nothing but the screen changes.
  const fifo = join(directory, 'draw');
  await promisify(execFile)('mkfifo', [fifo]);
  await server.tmux('respawn-pane', '-k', '-t', '%0', `exec cat <> '${fifo}'`);
  const draw = (text: string) =>
    promisify(execFile)('sh', ['-c', `printf '\\033[2J\\033[H${text}\\033[H' > '${fifo}'`]);
  const pane = await server.listen('ready', ['new-window', '-d', '-t', '=keeper:']);
  await draw('working…\\r\\n❯ ');
  const looking = open(server.socket);
  await until('it is drawn', async () => {
    const seen = await look(looking, server.socket, '%0', null);
    return !('trouble' in seen) && seen.lines[1] === '❯';
  });
  const rung = (id: string) => until(`${id} rings`, () => rings.some((ids) => ids?.includes(id)));
  await rung('%0');
  const dialogs = [
    ' ❯ 1. Yes\\r\\n   2. No\\r\\n Esc to cancel',
    '   1. Yes\\r\\n ❯ 2. No\\r\\n Esc to cancel',
    ' \\r\\n ❯ No\\r\\n Esc to cancel',
    'done\\r\\n❯ ',
  ];
  for (const dialog of dialogs) {
    rings.length = 0;
    await draw(dialog);
    await rung('%0');
    expect(rings).toEqual([['%0']]);
  }
  await server.tmux('kill-pane', '-t', pane.pane);
  await rung(pane.pane);
});

test.concurrent('a server that stands still is unreachable, and presses nothing late when it goes on', async (context) => {
  const { start, open } = makePlace(context);
  const server = await start();
  const pane = await server.listen('ready');
  const looking = open(server.socket);
  await firstLine(looking, server.socket, pane.pane);
  process.kill(server.pid, 'SIGSTOP');
  const asked = enter(looking, server.socket, server.pid, pane);
  expect(await asked).toEqual({ trouble: 'unreachable', reason: 'tmux did not answer' });
  process.kill(server.pid, 'SIGCONT');
  expect(await firstLine(looking, server.socket, pane.pane, server.pid)).toBe('ready');
  expect(await enter(looking, server.socket, server.pid, pane)).toBe('sent');
  await types(pane, '\r');
  expect(await server.tmux('show-options', '-p', '-t', pane.pane)).toBe('');
});

test.concurrent('a person is taken to the pane, from outside, from the same server and from another', async (context) => {
  const { directory, start, atEnd } = makePlace(context);
  const server = await start();
  const pane = await server.listen('ready', ['new-window', '-d', '-t', '=keeper:']);
  const beside = await server.listen('ready', ['split-window', '-d', '-t', pane.pane]);
  mkdirSync(join(directory, 'other'));
  const other = await startPrivateTmux(join(directory, 'other'));
  atEnd(() => other.close());
  const env = { PATH, TERM: 'xterm-256color', LANG: 'C.UTF-8' };
  const attached = (to: string) =>
    until(`the person sees ${to}`, async () => {
      const seen = await server.tmux('list-clients', '-F', '#{pane_id} #{client_control_mode}');
      return seen.includes(`${to} 0`);
    });
  const words = (to: string, inside: string | undefined) => attachCommand({ socket: server.socket, pane: to }, inside);
  // A terminal for the person: a pane of the other server, where `TMUX` names that one.
  const nested = words(beside.pane, `${other.socket},${other.pid},0`);
  expect(nested.nested).toBe(true);
  await other.tmux('respawn-pane', '-k', '-t', '%0', `exec env -u TMUX tmux ${inShell(nested.arguments)}`);
  await attached(beside.pane);
  const again = words(pane.pane, `${server.socket},${server.pid},0`);
  await promisify(execFile)('tmux', [...again.arguments], { env });
  await attached(pane.pane);
});
