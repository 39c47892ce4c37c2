// The command line where the machine is against it: a full disk, somebody else's home, a socket that was removed, a
// home or a port that cannot be had. Each is said in one sentence with what to do, by `doctor` too.

import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLI, type CommandLine, commandLine, type Ran } from '../lab/command-line.ts';
import { until } from '../lab/until.ts';

const root = process.getuid?.() === 0;
/** Some user that is not us. */
const OTHER = 65_534;
const AS_OTHER = ['setpriv', `--reuid=${OTHER}`, `--regid=${OTHER}`, '--clear-groups', process.execPath, CLI];
let at: CommandLine;
const ends: (() => unknown)[] = [];

beforeEach(() => {
  at = commandLine();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await at.dispose();
});

/** Runs a command as somebody else, who may enter the directories of the test. */
function asOther(words: readonly string[], extra: Readonly<Record<string, string>>): Promise<Ran> {
  return new Promise((resolve) => {
    const [executable = '', ...before] = AS_OTHER;
    const child = spawn(executable, [...before, ...words], { env: { ...at.environment, ...extra }, cwd: '/' });
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      err += text;
    });
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

/** Whether another user can reach this checkout at all. */
function othersMayRun(): boolean {
  try {
    const [executable = '', ...before] = AS_OTHER;
    execFileSync(executable, [...before, '-v']);
    return true;
  } catch {
    return false;
  }
}

describe.runIf(root)('D04: on a full disk', () => {
  let disk: string;
  beforeEach(() => {
    disk = join(at.home, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=0700', 'tmpfs', disk]);
    ends.push(() => execFileSync('umount', ['-l', disk]));
  });
  const fill = () => {
    try {
      for (let piece = 0; ; piece++) writeFileSync(join(disk, `ballast${piece}`), Buffer.alloc(4_096));
    } catch {
      // It is full.
    }
  };
  const full =
    /^tallymux: (The daemon did not come up:\n)?.*The disk that holds \/.* is full: free some, then try again\./;

  it.each(['of a home that is new', 'of a home that was used'])(
    '%s, every start says so, and doctor',
    async (which) => {
      const extra = { TALLYMUX_HOME: join(disk, 'tally'), TALLYMUX_CLAUDE_DIRS: join(disk, '.claude') };
      mkdirSync(extra.TALLYMUX_CLAUDE_DIRS);
      if (which.endsWith('used')) {
        expect((await at.run(['start'], extra)).code).toBe(0);
        expect((await at.run(['stop'], extra)).code).toBe(0);
      }
      fill();
      for (const words of [['start'], ['list'], ['setup', '--inside-only']]) {
        const { code, err } = await at.run(words, extra);
        expect([words, code, err]).toEqual([words, 1, expect.stringMatching(full)]);
        expect(err).not.toMatch(/writable|should not have happened/);
      }
      const { code, out } = await at.run(['doctor'], extra);
      expect(out).toMatch(/✗ the disk that holds \/.*\/tally is full\n +free some/);
      expect(code).toBe(1);
    },
  );
});

describe('D01: a socket that somebody removed while the daemon lives', () => {
  it('is made again, and until then both commands name the daemon', async () => {
    await at.run(['start']);
    const { pid } = JSON.parse((await at.run(['status', '--json'])).out) as { pid: number };
    const remove = () => rmSync(join(at.state, 'sock'));
    // A daemon that is stopped cannot make it again meanwhile.
    process.kill(pid, 'SIGSTOP');
    ends.push(() => {
      try {
        process.kill(pid, 'SIGCONT');
      } catch {
        // It is gone.
      }
    });
    remove();
    for (const words of [['status'], ['--no-start', 'list'], ['doctor']]) {
      const { code, out, err } = await at.run(words);
      expect([words, code]).toEqual([words, words[0] === 'doctor' ? 1 : 3]);
      expect(`${out}${err}`).toContain(`pid ${pid}`);
      expect(err).not.toContain('No daemon runs');
    }
    process.kill(pid, 'SIGCONT');
    const again = await until('it answers again', async () => {
      const { code, out } = await at.run(['status', '--json']);
      return code === 0 && (JSON.parse(out) as { pid: number });
    });
    expect(again.pid).toBe(pid);
    expect((await at.run(['list'])).code).toBe(0);
    remove();
    await until('and once more', async () => (await at.run(['status'])).code === 0);
    expect((await at.run(['stop'])).err).toContain(`pid ${pid}`);
  });
});

describe.runIf(root && othersMayRun())('to another user', () => {
  it('the home of a living daemon is not to be touched, and it says what to set', async () => {
    await at.run(['start']);
    chmodSync(at.home, 0o755);
    for (const words of [['start'], ['list'], ['status']]) {
      const { code, err } = await asOther(words, {});
      expect([words, code, err]).toEqual([
        words,
        1,
        `tallymux: ${at.state} belongs to another user: set TALLYMUX_HOME to a directory of your own, or run this as that user.\n`,
      ]);
    }
    const { out } = await asOther(['doctor'], {});
    expect(out).toMatch(/✗ .*belongs to user 0\n +set TALLYMUX_HOME/);
    expect(out).not.toMatch(/chown|chmod|remove/);
  });

  it('doctor names a home that cannot be made', async () => {
    chmodSync(at.home, 0o755);
    const { code, out } = await asOther(['doctor'], { TALLYMUX_HOME: join(at.home, 'a', 'b') });
    expect(out).toContain(`✗ ${join(at.home, 'a', 'b')} does not exist and cannot be made in ${at.home}: EACCES`);
    expect(code).toBe(1);
    mkdirSync(join(at.home, 'theirs'));
    chownSync(join(at.home, 'theirs'), OTHER, OTHER);
    const { out: good } = await asOther(['doctor'], { TALLYMUX_HOME: join(at.home, 'theirs', 'b') });
    expect(good).toContain(`· ${join(at.home, 'theirs', 'b')} does not exist yet`);
  });
});

it('a demo on a taken port says so in one line, with the option that chooses another', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { code, out, err } = await at.run(['demo', '--port', String(port)]);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(new RegExp(`^tallymux: Port ${port} is taken .*--port, or none for any free one\\.\n$`));
});

it('what ends a demo before it is shown is one line and no trace', async () => {
  const program = join(dirname(CLI), 'demo.mjs');
  const environment = { PATH: '/usr/bin:/bin', HOME: at.home, TMPDIR: join(at.home, 'none') };
  const child = spawn(process.execPath, [program, 'show', '0', '1'], { env: environment });
  let err = '';
  child.stderr.on('data', (text) => {
    err += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([code, err.split('\n').length]).toEqual([1, 2]);
  expect(err).toMatch(/^tallymux: ENOENT/);
});

it('doctor has no heading with nothing below it', async () => {
  const { out } = await at.run(['doctor'], { TALLYMUX_CLAUDE_DIRS: join(at.home, 'none') });
  expect(out).not.toMatch(/^\w.*\n(?=\w)/m);
});
