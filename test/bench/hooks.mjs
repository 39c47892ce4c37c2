// Hooks → change at a WebSocket client: from a file that is whole, against the bare relay in the same run, and from
// the spawn of the launcher. And what one run of the launcher costs.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median, percentile } from './figures.mjs';
import { spoolFile, turnHook } from './hook-files.mjs';
import { environment } from './private-daemon.mjs';
import { openRelay, openViewer } from './viewer.mjs';

const SAMPLES = 500;
const SPAWNS = 300;
const RUNS = 60;
const GAP_MS = 12;

/** Puts launcher and hooks into a place, as a person would. @param path where Claude is looked for. */
export function setUp(root, place, path = process.env.PATH) {
  const env = { ...environment(place), PATH: path };
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'dist', 'cli.cjs'), 'setup'], {
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`setup: exit ${status} ${stderr}`);
}

/**
 * @param {import('./hook-files.mjs').HookedSession[]} sessions
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export async function measureHooks(daemon, place, sessions) {
  const spool = join(place.state, 'spool');
  const copies = join(place.root, 'relay-spool');
  mkdirSync(copies);
  let arrived = () => {};
  const viewer = await openViewer(daemon, (change) => {
    if (change.kind === 'session-changed') arrived(change.session.pid, change.session.state);
  });
  const relay = await openRelay(copies, (text) => {
    const split = text.indexOf('\n\n');
    if (split < 0 || !text.endsWith('\n')) return;
    const event = /^event (.*)/.exec(text)?.[1];
    arrived(Number(/^pid (.*)/m.exec(text)?.[1]), event === 'Stop' ? 'review' : 'busy');
  });
  const told = (pid, state, act) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`No change to ${state} within 5 s.`)), 5000);
      let began = 0;
      arrived = (changed, now) => {
        if (changed !== pid || now !== state) return;
        clearTimeout(late);
        resolve(performance.now() - began);
      };
      began = act();
    });
  let turn = 0;
  const next = () => {
    const session = sessions[turn % sessions.length];
    const round = Math.floor(turn / sessions.length);
    turn += 1;
    return { session, ...turnHook(session, Math.floor(round / 2), round % 2 === 0) };
  };
  try {
    await pause(2000);
    const [ours, bare, spawned] = [[], [], []];
    for (let at = 0; at < SAMPLES; at++) {
      const { session, event, state, payload } = next();
      const text = spoolFile(event, session.pid, payload);
      for (const [directory, times] of [
        [spool, ours],
        [copies, bare],
      ]) {
        const path = join(directory, `${at}.${session.pid}${directory === copies ? '.json' : ''}`);
        const whole = () => {
          writeFileSync(path, text);
          return performance.now();
        };
        times.push(await told(session.pid, state, whole));
        await pause(GAP_MS);
      }
    }
    for (let at = 0; at < SPAWNS; at++) {
      const { session, event, state, payload } = next();
      const run = () => {
        const began = performance.now();
        launch(place, event, session.pid).stdin.end(payload);
        return began;
      };
      spawned.push(await told(session.pid, state, run));
      await pause(GAP_MS);
    }
    return [...latencyRows(ours, bare), ...spawnRows(spawned)];
  } finally {
    viewer.close();
    relay.close();
  }
}

/** One run of the launcher, as Claude starts it: in a session of its own. */
function launch(place, event, pid) {
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: place.home,
    CLAUDE_PID: String(pid),
    CLAUDE_CODE_ENTRYPOINT: 'cli',
  };
  return spawn(join(place.state, 'hooks', event), [], { env, detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
}

function latencyRows(ours, bare) {
  const note = `${ours.length} files, 100 sessions`;
  const ratio = (share) => percentile(ours, share) / percentile(bare, share);
  return [
    { what: 'spool file whole → change at a client, p50', value: median(ours), unit: 'ms', target: null, note },
    {
      what: 'spool file whole → change at a client, p99',
      value: percentile(ours, 0.99),
      unit: 'ms',
      target: null,
      note,
    },
    { what: 'the same by a bare relay, p50', value: median(bare), unit: 'ms', target: null, note },
    { what: 'the same by a bare relay, p99', value: percentile(bare, 0.99), unit: 'ms', target: null, note },
    { what: '… hooks over the relay, p50', value: ratio(0.5), unit: '×', target: 2, note: 'same run, in turn' },
    { what: '… hooks over the relay, p99', value: ratio(0.99), unit: '×', target: 3, note: 'same run, in turn' },
  ];
}

function spawnRows(spawned) {
  const note = `${spawned.length} launchers, 100 sessions`;
  return [
    { what: 'hook spawned → change at a client, p50', value: median(spawned), unit: 'ms', target: 8, note },
    { what: 'hook spawned → change at a client, p99', value: percentile(spawned, 0.99), unit: 'ms', target: 20, note },
  ];
}

/**
 * One launcher beside a Node that does nothing, in turn; and how many processes a run is. Needs a daemon that lives.
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export async function measureLauncher(place) {
  const payload = `${JSON.stringify({ session_id: 'bench', hook_event_name: 'Stop', last_assistant_message: 'x'.repeat(2000) })}\n`;
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: place.home,
    CLAUDE_PID: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
  };
  // What any script costs that reads its input: what is more than this is the launcher's own.
  const least = join(place.root, 'least');
  writeFileSync(least, '#!/bin/sh\ncat >/dev/null\nexit 0\n', { mode: 0o700 });
  const [runs, leasts, bare] = [[], [], []];
  const time = (times, program, words) => {
    const began = performance.now();
    const { status } = spawnSync(program, words, { env, input: payload });
    if (status !== 0) throw new Error(`${program}: exit ${status}`);
    times.push(performance.now() - began);
  };
  for (let at = 0; at < RUNS; at++) {
    time(runs, join(place.state, 'hooks', 'Stop'), []);
    time(leasts, least, []);
    time(bare, process.execPath, ['-e', '0']);
  }
  const note = `${median(runs).toFixed(1)} ms over ${Math.round(median(bare))} ms, medians of ${RUNS}, in turn`;
  return [
    { what: 'launcher over node -e 0', value: median(runs) / median(bare), unit: '×', target: 0.07, note },
    {
      what: '… over a script that is only cat',
      value: median(runs) / median(leasts),
      unit: '×',
      target: null,
      note: `${median(leasts).toFixed(1)} ms, in turn`,
    },
    {
      what: 'processes of one launcher',
      value: await processesOf(place, payload),
      unit: '',
      target: 2,
      note: 'counted',
    },
  ];
}

/**
 * Counts while the launcher waits for the end of its input: what lives in its group, and what lived there before, which
 * would have left page faults with whoever waited for it.
 */
async function processesOf(place, payload) {
  const child = launch(place, 'Stop', 1);
  const exited = once(child, 'exit');
  await pause(300);
  const group = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && stat(pid)?.[2] === String(child.pid));
  const before = group.some((pid) => Number(stat(pid)?.[8]) + Number(stat(pid)?.[10]) > 0);
  child.stdin.end(payload);
  await exited;
  if (before) throw new Error('the launcher started something before it read its input');
  return group.length;
}

/** `/proc/<pid>/stat` from the third field on; `null` when it is gone. */
function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
