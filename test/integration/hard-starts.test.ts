// The daemon's start where the machine is against it: stale and stolen sockets, a rival, taken ports, no HOME, settings
// that cannot be read. One clear message, and nothing of others' removed.

import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeLab, makeFakeLab } from '../lab/fake-lab.ts';
import { copyOfDaemon, daemonAnswers, makeHandStarter } from '../lab/hand-started.ts';

const root = process.getuid?.() === 0;
const hand = makeHandStarter();
const { run } = hand;
let lab: FakeLab;
const servers: Server[] = [];

beforeEach(() => {
  lab = makeFakeLab('hard-starts');
});
afterEach(async () => {
  await hand.endAll();
  for (const server of servers.splice(0)) server.close();
  await lab.close();
});

const answers = (home = lab.state) => daemonAnswers(home);
const environment = (more: Readonly<Record<string, string>> = {}) => ({
  HOME: lab.home,
  PATH: '/usr/local/bin:/usr/bin:/bin',
  TALLYMUX_HOME: lab.state,
  TALLYMUX_PORT: '0',
  TALLYMUX_CLAUDE_DIRS: lab.claude,
  ...more,
});

function listen(port = 0, host = '127.0.0.1'): Promise<number> {
  const server = createServer();
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(port, host, () => resolve((server.address() as { port: number }).port));
  });
}

describe('D01: a socket path', () => {
  it('left by a daemon that was killed is taken over, and so is its lock', async () => {
    await lab.open();
    await lab.daemon.kill();
    expect(existsSync(join(lab.state, 'sock'))).toBe(true);
    expect(existsSync(join(lab.state, 'lock'))).toBe(true);
    await lab.open();
    expect((await answers()).pid).toBe(lab.daemon.pid());
  });

  it.each(['file', 'directory'])('that is a %s is never removed; the start says what to do', async (what) => {
    mkdirSync(lab.state, { mode: 0o700 });
    const path = join(lab.state, 'sock');
    if (what === 'file') writeFileSync(path, 'mine');
    else mkdirSync(path);
    const { code, text } = await run(environment()).ended;
    expect(code).toBe(1);
    expect(text).toMatch(/^tallymux: .*sock is not a socket and is left alone\. Move it away, then start again\.\n$/);
    expect(statSync(path).isDirectory()).toBe(what === 'directory');
    // Nor does what that start left behind hold up the next one.
    rmSync(path, { recursive: true });
    await lab.open();
  });
});

describe('D03: a second daemon', () => {
  it('says where the first is, and leaves it alone', async () => {
    await lab.open();
    const { url } = await answers();
    const { code, text } = await run(environment()).ended;
    expect(code).toBe(1);
    expect(text).toContain(`A daemon runs already: pid ${lab.daemon.pid()}`);
    expect(text).toContain(url);
    expect((await answers()).pid).toBe(lab.daemon.pid());
  });

  it('started by force keeps its socket when the older one ends', async () => {
    const older = run(environment());
    const first = await answers();
    for (const name of ['lock', 'sock']) rmSync(join(lab.state, name));
    run(environment());
    const second = await answers();
    expect(second.pid).not.toBe(first.pid);
    older.child.kill('SIGTERM');
    expect((await older.ended).code).toBe(0);
    expect((await answers()).pid).toBe(second.pid);
    expect(JSON.parse(readFileSync(join(lab.state, 'lock'), 'utf8')).pid).toBe(second.pid);
  });
});

describe('a port that is taken', () => {
  it('and was chosen ends the start with what to do', async () => {
    const port = await listen();
    const { code, text } = await run(environment({ TALLYMUX_PORT: String(port) })).ended;
    expect(code).toBe(1);
    expect(text).toMatch(new RegExp(`^tallymux: Port ${port} is taken by another program\\..*TALLYMUX_PORT`));
    await lab.open();
  });

  it('and was chosen by nobody gives way to the next free one', async () => {
    // Somebody else may have it already, which is as good.
    await new Promise<void>((resolve) => {
      const server = createServer().once('error', () => resolve());
      servers.push(server);
      server.listen(8022, '127.0.0.1', () => resolve());
    });
    const { TALLYMUX_PORT, ...rest } = environment();
    run(rest);
    const { url } = await answers();
    expect(Number(new URL(url).port)).toBeGreaterThan(8022);
    expect(Number(new URL(url).port)).toBeLessThan(8022 + 21);
  });
});

describe('a start', () => {
  it('without any HOME says what to set', async () => {
    const { code, text } = await run({ PATH: '/usr/bin:/bin', TALLYMUX_PORT: '0' }).ended;
    expect(code).toBe(1);
    expect(text).toMatch(/^tallymux: [^\n]*HOME[^\n]*\n$/);
  });

  it('with settings that cannot be read says where they are wrong, and starts nothing', async () => {
    mkdirSync(lab.state, { mode: 0o700 });
    writeFileSync(join(lab.state, 'config.jsonc'), '{\n  "port": 80,,\n}\n');
    const { code, text } = await run(environment()).ended;
    expect(code).toBe(1);
    expect(text).toMatch(/^tallymux: [^\n]*config\.jsonc[^\n]*2[^\n]*\n$/);
    expect(existsSync(join(lab.state, 'sock'))).toBe(false);
    expect(readFileSync(join(lab.state, 'config.jsonc'), 'utf8')).toContain(',,');
  });

  it.runIf(root)('in a home that may not be written says so', async () => {
    const home = mkdtempSync(join(tmpdir(), 'tallymux-read-only-'));
    mkdirSync(join(home, 'tally'));
    chmodSync(home, 0o755);
    chmodSync(join(home, 'tally'), 0o555);
    const program = copyOfDaemon(home);
    const unprivileged = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const env = environment({ HOME: home, TALLYMUX_HOME: join(home, 'tally') });
    const { code, text } = await run(env, program, unprivileged).ended;
    rmSync(home, { recursive: true });
    expect(code).toBe(1);
    expect(text).toMatch(/^tallymux: [^\n]*tally[^\n]*\n$/);
  });
});
