// A daemon of its own for the bench: private home, private Claude directory, any free port, a built environment. What
// is started here is stopped here.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** A throw-away directory with a person's home and a daemon's home in it. */
export function makePlace() {
  const root = mkdtempSync(join(tmpdir(), 'tallymux-bench-'));
  const place = { root, home: join(root, 'home'), claude: join(root, 'home', '.claude'), state: join(root, 'state') };
  mkdirSync(join(place.claude, 'sessions'), { recursive: true });
  mkdirSync(join(place.claude, 'projects'), { recursive: true });
  return { ...place, remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The whole environment of whatever the bench starts. */
export function environment(place) {
  return {
    PATH: process.env.PATH,
    HOME: place.home,
    LANG: 'C.UTF-8',
    TALLYMUX_HOME: place.state,
    TALLYMUX_CLAUDE_DIRS: place.claude,
    TALLYMUX_PORT: '0',
    TALLYMUX_HOOK_PORT: '0',
  };
}

/** Starts a daemon and waits until it answers `status`, at most 20 s. `listenedMs` is counted from the spawn. */
export async function startDaemon(root, place) {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'dist', 'daemon.mjs')], {
    cwd: place.home,
    env: environment(place),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (said = `${said}${chunk}`.slice(-2000)));
  const socket = join(place.state, 'sock');
  for (;;) {
    const status = await ask(socket, 'status', {}).catch(() => null);
    if (status) {
      return {
        began,
        listenedMs: performance.now() - began,
        pid: child.pid,
        socket,
        status,
        ask: (name, body = {}) => ask(socket, name, body),
        stop: () => end(child),
      };
    }
    if (child.exitCode !== null || performance.now() - began > 20_000) {
      await end(child);
      throw new Error(`The daemon did not start:\n${said}`);
    }
    await pause(5);
  }
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 5000);
  await gone;
  clearTimeout(late);
}

/** One command over the Unix socket. */
function ask(socketPath, name, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { socketPath, path: `/api/${name}`, method: 'POST', headers: { 'content-type': 'application/json' } },
      (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${name}: ${response.statusCode} ${text}`));
        });
      },
    );
    request.on('error', reject);
    request.setTimeout(5000, () => request.destroy(new Error(`${name}: no answer`)));
    request.end(JSON.stringify(body));
  });
}

/**
 * Starts `count` stand-ins, every pid a sleeping process, in one driver.
 * `perform` sends a step and resolves with the reply.
 */
export async function startStandIns(root, place, count) {
  const child = spawn(process.execPath, [join(root, 'dist', 'demo.mjs'), 'driver'], {
    env: { PATH: process.env.PATH, HOME: place.home, LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map();
  let last = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const reply = JSON.parse(line);
    const { resolve, reject } = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.failed) reject(new Error(reply.failed));
    else resolve(reply);
  });
  const perform = (session, step) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ session, id, ...step })}\n`);
    });
  const names = Array.from({ length: count }, (_, at) => `s${at}`);
  const started = await Promise.all(
    names.map((name, at) => {
      const cwd = join(place.home, 'code', `project-${at % 20}`);
      mkdirSync(cwd, { recursive: true });
      return perform(name, { do: 'start', cwd, branch: `feature-${at}` });
    }),
  );
  return {
    sessions: names.map((name, at) => ({ name, pid: started[at].pid })),
    perform,
    stop: async () => {
      const gone = once(child, 'exit');
      child.stdin.end();
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await gone;
      clearTimeout(late);
    },
  };
}
