// The launcher as Claude runs it: by its link, under each shell of this machine, with every kind of payload and every
// kind of trouble. It is silent, ends with 0, reads its input to the end, and hands the payload on byte for byte.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOOK_EVENTS } from '../../src/adapters/claude/hook-events.ts';
import { installLauncher } from '../../src/adapters/claude/launcher.ts';
import { kill } from '../lab/lab-processes.ts';
import { until } from '../lab/until.ts';

const SHELLS = ['dash', 'bash', 'busybox'];
const root = process.getuid?.() === 0;
const PAYLOAD = Buffer.from('{"session_id":"abc","hook_event_name":"Stop"}\n');

let place: string;
let home: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tallymux-hook-'));
  home = join(place, `o'b "q" $x $(touch stray) \`é\` 日本`, '.tallymux');
  installLauncher(home);
});
afterEach(() => {
  rmSync(place, { recursive: true, force: true });
});

/** What a run left behind and how it ended. */
interface Run {
  readonly code: number | null;
  readonly output: string;
  /** Whether all of the payload was taken: no broken pipe. */
  readonly drained: boolean;
  readonly took: number;
  readonly pid: number;
}

interface RunOptions {
  readonly event?: string;
  readonly payload?: Buffer;
  /** Bytes to write at a time, 1 ms apart. */
  readonly piece?: number;
  /** Words before the path: a shell, `setpriv`. */
  readonly by?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

async function run({
  event = 'Stop',
  payload = PAYLOAD,
  piece,
  by = [],
  environment = {},
}: RunOptions = {}): Promise<Run> {
  const [program = '', ...words] = [...by, join(home, 'hooks', event)];
  const began = performance.now();
  const child = spawn(program, words, { cwd: place, env: { PATH: '/usr/bin:/bin', ...environment } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  let drained = true;
  child.stdin.on('error', () => {
    drained = false;
  });
  const over = once(child, 'close');
  if (piece !== undefined) {
    for (let at = 0; at < payload.length; at += piece) {
      child.stdin.write(payload.subarray(at, at + piece));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    child.stdin.end();
  } else child.stdin.end(payload);
  const [code] = await over;
  return { code, output, drained, took: performance.now() - began, pid: child.pid ?? 0 };
}

const spool = () => readdirSync(join(home, 'spool')).map((name) => readFileSync(join(home, 'spool', name)));

/** The one file in the spool, taken apart. */
function spooled(): { header: Record<string, string>; names: string[]; payload: Buffer } {
  const [file, ...more] = spool();
  expect(more).toEqual([]);
  if (file === undefined) throw new Error('nothing was written');
  const end = file.indexOf('\n\n');
  const lines = file.subarray(0, end).toString().split('\n');
  const pairs = lines.map((line): [string, string] => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)]);
  return { header: Object.fromEntries(pairs), names: pairs.map(([name]) => name), payload: file.subarray(end + 2) };
}

const expectSilent = (one: Run, within = 1_000) => {
  expect(one).toMatchObject({ code: 0, output: '', drained: true });
  expect(one.took).toBeLessThan(within);
};
const daemonLives = () => writeFileSync(join(home, 'pid'), `${process.pid}\n`);

describe.each([
  [[] as string[]],
  ...SHELLS.map((shell) => [shell === 'busybox' ? ['/bin/busybox', 'ash'] : [join('/bin', shell)]]),
])('run by %j', (by) => {
  it('A3: writes the event with its headers and the payload, and nothing else', async () => {
    const environment = {
      CLAUDE_PID: '4711',
      CLAUDE_CODE_ENTRYPOINT: 'cli',
      TMUX: '/tmp/with a space/default,12,0',
      TMUX_PANE: '%7',
      CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
    };
    expectSilent(await run({ by, environment }));
    const { header, names, payload } = spooled();
    expect(names.join(' ')).toBe('event pid ppid entrypoint tmux pane ask background uptime');
    expect(header).toMatchObject({
      event: 'Stop',
      pid: '4711',
      ppid: String(process.pid),
      entrypoint: 'cli',
      tmux: '/tmp/with a space/default,12,0',
      pane: '%7',
      ask: '',
      background: '1',
    });
    const uptime = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
    expect(header.uptime).toMatch(/^\d+\.\d\d$/);
    expect(uptime - Number(header.uptime)).toBeLessThan(20);
    expect(payload).toEqual(PAYLOAD);
    expect(existsSync(join(place, 'stray'))).toBe(false);
  });

  it("H17: without any of Claude's variables the headers are empty, not missing", async () => {
    expectSilent(await run({ by }));
    const { header, names } = spooled();
    expect(names).toHaveLength(9);
    expect(header).toMatchObject({ pid: '', entrypoint: '', tmux: '', pane: '', background: '' });
  });

  it("names the Claude above the shell that an old version runs it by, also below another one's CLAUDE_PID", async () => {
    const shells = [['/bin/sh'], ['/bin/dash'], ['/bin/bash', '--norc']];
    for (const shell of shells)
      for (const environment of [{}, { CLAUDE_PID: '4711' }]) {
        // Two commands, so that no shell replaces itself by the last one.
        expectSilent(await run({ by: [...shell, '-c', '"$@"; exit $?', 'sh', ...by], environment }));
        expect(spooled().header.ppid).toBe(String(process.pid));
        for (const name of readdirSync(join(home, 'spool'))) rmSync(join(home, 'spool', name));
      }
  });

  it.each([65_535, 65_536, 65_537, 130_000, 1_000_000])('H10, H11: hands on %i bytes', async (size) => {
    const payload = Buffer.from(`"${'x'.repeat(size - 3)}"\n`);
    expectSilent(await run({ by, payload }));
    expect(spooled().payload.equals(payload)).toBe(true);
  });

  it('H11: takes 65,537 bytes in slow pieces of 1 KB', async () => {
    const payload = Buffer.alloc(65_537, 'é\n');
    expectSilent(await run({ by, payload, piece: 1_024 }));
    expect(spooled().payload.equals(payload)).toBe(true);
  });

  it('H13: under LANG=C hands on every byte as it is, also those that are no text', async () => {
    const payload = Buffer.concat([
      Buffer.from('{"t":"日本語 🚦 é\\" \\ud800 %s \\n $(x) `y` \u2028"'),
      Buffer.from([0, 0xff, 0xfe, 0xc3, 0x28, 10, 10]),
    ]);
    expectSilent(await run({ by, payload, environment: { LANG: 'C', LC_ALL: 'C' } }));
    expect(spooled().payload.equals(payload)).toBe(true);
  });

  it.each(['TMUX', 'TMUX_PANE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_DISABLE_BACKGROUND_TASKS', 'CLAUDE_PID'])(
    'a newline in %s cannot end the header or add to it',
    async (name) => {
      expectSilent(await run({ by, environment: { [name]: '1\n\nask /etc/passwd\n' } }));
      const { header, names, payload } = spooled();
      expect(names).toHaveLength(9);
      expect(header.ask).toBe('');
      expect(payload).toEqual(PAYLOAD);
    },
  );

  it('H07: without a daemon keeps what can move a state and drops the rest', async () => {
    for (const { name } of HOOK_EVENTS) expectSilent(await run({ by, event: name }));
    const kept = spool().map((file) => /^event (.*)$/m.exec(file.toString())?.[1]);
    expect(kept.sort()).toEqual(
      'Elicitation Notification PermissionRequest PostModelSwitch SessionEnd SessionStart Stop StopFailure UserPromptSubmit'.split(
        ' ',
      ),
    );
  });

  it('with a daemon keeps every event', async () => {
    daemonLives();
    expectSilent(await run({ by, event: 'SubagentStop' }));
    expect(spooled().header.event).toBe('SubagentStop');
  });

  it.each(['999999999\n', '-1\n', '0\n', '\n', '', 'x\n', '12 34\n', `${process.pid}`])(
    'H07: a stale or broken pid file %j is no daemon',
    async (content) => {
      writeFileSync(join(home, 'pid'), content);
      expectSilent(await run({ by, event: 'SubagentStop' }));
      expect(spool()).toEqual([]);
    },
  );

  it('keeps nothing more without a daemon once the spool holds 2,000 files; with one it does', async () => {
    for (let i = 0; i < 1_999; i += 1) writeFileSync(join(home, 'spool', `f${i}`), '');
    expectSilent(await run({ by }));
    expect(readdirSync(join(home, 'spool'))).toHaveLength(2_000);
    expectSilent(await run({ by }));
    expect(readdirSync(join(home, 'spool'))).toHaveLength(2_000);
    daemonLives();
    expectSilent(await run({ by }));
    expect(readdirSync(join(home, 'spool'))).toHaveLength(2_001);
  });

  it('keeps nothing more once it holds 10,000 files, whatever lives under the pid of the daemon', async () => {
    for (let i = 0; i < 9_999; i += 1) writeFileSync(join(home, 'spool', `f${i}`), '');
    daemonLives();
    expectSilent(await run({ by }));
    expect(readdirSync(join(home, 'spool'))).toHaveLength(10_000);
    expectSilent(await run({ by }));
    expectSilent(await run({ by, event: 'PostToolUse' }));
    expect(readdirSync(join(home, 'spool'))).toHaveLength(10_000);
  });

  it('H07: no spool, no pid file, a spool that is a file, a link that dangles: silent, and all of the input is read', async () => {
    const payload = Buffer.alloc(300_000, 'x');
    rmSync(join(home, 'spool'), { recursive: true });
    expectSilent(await run({ by, payload }));
    writeFileSync(join(home, 'spool'), '');
    expectSilent(await run({ by, payload }));
    rmSync(join(home, 'spool'));
    symlinkSync('nowhere', join(home, 'spool'));
    expectSilent(await run({ by, payload }));
    mkdirSync(join(home, 'pid'));
    expectSilent(await run({ by, payload }));
  });

  it.runIf(root)('H07: a full disk and a read-only one: silent, and all of the input is read', async () => {
    const path = join(home, 'spool');
    const payload = Buffer.alloc(3_000_000, 'x');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'tmpfs', path]);
    try {
      expectSilent(await run({ by, payload }));
      // Not even room for the header now.
      expectSilent(await run({ by, payload }));
      execFileSync('mount', ['-o', 'remount,ro', path]);
      expectSilent(await run({ by, payload }));
    } finally {
      execFileSync('umount', [path]);
    }
  });

  it.runIf(root)('H07: another user, who may not write there: silent, and all of the input is read', async () => {
    for (let path = home; path !== tmpdir(); path = join(path, '..')) chmodSync(path, 0o755);
    chmodSync(join(home, 'hooks'), 0o755);
    chmodSync(join(home, 'hook'), 0o755);
    const other = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...by];
    expectSilent(await run({ by: other, payload: Buffer.alloc(300_000, 'x') }));
    expect(spool()).toEqual([]);
  });

  it.each(['Stop', 'PermissionRequestHeld'])(
    '%s hands on whole what it is told to stop at, as print mode tells each that it has not seen the end of',
    async (event) => {
      const [program = '', ...words] = [...by, join(home, 'hooks', event)];
      const child = spawn(program, words, {
        env: { PATH: '/usr/bin:/bin', CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' },
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      const over = once(child, 'close');
      child.stdin.write(PAYLOAD.subarray(0, 10));
      await until('it reads', () => spool()[0]?.subarray(-10).equals(PAYLOAD.subarray(0, 10)) === true);
      kill(-(child.pid ?? 0), 'SIGTERM');
      child.stdin.end(PAYLOAD.subarray(10));
      expect(await over).toEqual([0, null]);
      expect(spooled().payload).toEqual(PAYLOAD);
    },
  );

  it('a name that is taken makes it choose another', async () => {
    // Its pid is not known beforehand, but `exec` keeps the one of the shell that makes the names.
    const script = 'for i in "" .1 .2; do echo taken > "$1/spool/$$.5$i"; done; shift; exec "$@"';
    const wrapped = ['/bin/sh', '-c', script, 'sh', home, ...by];
    expectSilent(await run({ by: wrapped, environment: { CLAUDE_PID: '5' } }));
    const names = readdirSync(join(home, 'spool'));
    expect(names).toHaveLength(4);
    expect(names.filter((name) => readFileSync(join(home, 'spool', name), 'utf8') === 'taken\n')).toHaveLength(3);
  });
});

it('H10: hands on 20 MB', async () => {
  const payload = Buffer.alloc(20_000_000, 'abcdefg\u2028\n');
  expectSilent(await run({ payload }), 5_000);
  expect(spooled().payload.equals(payload)).toBe(true);
});

it('runs as the stored command in a shell, with a file at the place where a careless one would split', async () => {
  writeFileSync(join(place, "o'b"), '#!/bin/sh\ntouch stray\n', { mode: 0o755 });
  const command = `'${join(home, 'hooks', 'Stop').replaceAll("'", `'\\''`)}'`;
  const child = spawn('/bin/sh', ['-c', command], { cwd: place, env: { PATH: '/usr/bin:/bin' } });
  child.stdin.end(PAYLOAD);
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(spooled().header.event).toBe('Stop');
  expect(existsSync(join(place, 'stray'))).toBe(false);
});

it('H15: the script called by its own name, outside of hooks/, writes nothing anywhere', async () => {
  const copy = join(place, 'hook');
  mkdirSync(join(place, 'spool'));
  writeFileSync(copy, readFileSync(join(home, 'hook')), { mode: 0o755 });
  const child = spawn(copy, { cwd: place, env: {} });
  child.stdin.end(PAYLOAD);
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(readdirSync(join(place, 'spool'))).toEqual([]);
});

it('starts two processes, the shell and one cat', async () => {
  daemonLives();
  const trace = join(place, 'trace');
  const strace = existsSync('/usr/bin/strace');
  if (!strace) {
    // Without a tracer: a PATH on which every program but cat is missing changes nothing.
    expectSilent(await run({ environment: { PATH: '/nonexistent' } }));
    expect(spooled().payload).toEqual(PAYLOAD);
    return;
  }
  expectSilent(
    await run({ by: ['strace', '-f', '-qq', '-e', 'trace=execve', '-e', 'status=successful', '-o', trace] }),
  );
  expect(
    readFileSync(trace, 'utf8')
      .trim()
      .split('\n')
      .filter((line) => line.includes('execve(')),
  ).toHaveLength(2);
});
