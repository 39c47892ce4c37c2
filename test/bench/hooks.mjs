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
import { openSpawner } from './small-spawner.mjs';
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
  const spawner = openSpawner(place.root, hookEnvironment(place));
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
    const [ours, bare, spawned, light] = [[], [], [], []];
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
    for (let at = 0; at < 2 * SPAWNS; at++) {
      const { session, event, state, payload } = next();
      let over;
      const byNode = () => {
        const began = performance.now();
        const child = launch(place, event, session.pid);
        child.stdin.end(payload);
        over = once(child, 'exit');
        return began;
      };
      const lightly = () => {
        const run = spawner.run([join(place.state, 'hooks', event)], payload, session.pid);
        over = run.over;
        return run.began;
      };
      const [times, run] = at % 2 === 0 ? [spawned, byNode] : [light, lightly];
      times.push(await told(session.pid, state, run));
      await over;
      await pause(GAP_MS);
    }
    return [...latencyRows(ours, bare), ...spawnRows(spawned, ''), ...spawnRows(light, ', spawned as Claude does')];
  } finally {
    spawner.close();
    viewer.close();
    relay.close();
  }
}

/** One run of the launcher by this Node, in a session of its own. */
function launch(place, event, pid) {
  const env = { ...hookEnvironment(place), CLAUDE_PID: String(pid) };
  return spawn(join(place.state, 'hooks', event), [], { env, detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
}

/** What Claude gives to a hook, as far as the launcher looks at it. */
function hookEnvironment(place) {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: place.home,
    CLAUDE_PID: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
  };
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

/** @param how ends the name of the row: what started the launchers. */
function spawnRows(times, how) {
  const note = `${times.length} launchers, 100 sessions`;
  const what = (share) => `hook spawned → change at a client, ${share}${how}`;
  return [
    { what: what('p50'), value: median(times), unit: 'ms', target: 8, note },
    { what: what('p99'), value: percentile(times, 0.99), unit: 'ms', target: 20, note },
  ];
}

/**
 * One launcher beside a Node that does nothing, in turn; and how many processes a run is. Needs a daemon that lives.
 * Each is started by this Node, whose memory the spawn copies, and as Claude does it; there also what is the least that
 * a script can cost, and one that reads its input: what is more is the launcher's own.
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export async function measureLauncher(place) {
  const payload = `${JSON.stringify({ session_id: 'bench', hook_event_name: 'Stop', last_assistant_message: 'x'.repeat(2000) })}\n`;
  const script = (name, text) => {
    const path = join(place.root, name);
    writeFileSync(path, `#!/bin/sh\n${text}`, { mode: 0o700 });
    return [path];
  };
  const launcher = [join(place.state, 'hooks', 'Stop')];
  const empty = script('empty', '');
  const cat = script('cat-only', 'cat >/dev/null\nexit 0\n');
  const node = [process.execPath, '-e', '0'];
  const byNode = ([program, ...words]) => {
    const began = performance.now();
    const { status } = spawnSync(program, words, { env: hookEnvironment(place), input: payload });
    if (status !== 0) throw new Error(`${program}: exit ${status}`);
    return performance.now() - began;
  };
  const spawner = openSpawner(place.root, hookEnvironment(place));
  const asClaude = async (command) => {
    const { began, over } = spawner.run(command, payload);
    await over;
    return performance.now() - began;
  };
  const times = await inTurn({
    launcherByNode: () => byNode(launcher),
    nodeByNode: () => byNode(node),
    launcher: () => asClaude(launcher),
    empty: () => asClaude(empty),
    cat: () => asClaude(cat),
    node: () => asClaude(node),
  });
  spawner.close();
  const over = (what, one, node, target) => ({
    what,
    value: one / node,
    unit: '×',
    target,
    note: `${one.toFixed(1)} ms over ${Math.round(node)} ms, medians of ${RUNS}, in turn`,
  });
  return [
    over('launcher over node -e 0', times.launcherByNode, times.nodeByNode, 0.07),
    over('… both spawned as Claude does', times.launcher, times.node, 0.07),
    over('… an empty script in its place', times.empty, times.node, null),
    over('… a script that is only cat', times.cat, times.node, null),
    {
      what: 'processes of one launcher',
      value: await processesOf(place, payload),
      unit: '',
      target: 2,
      note: 'counted',
    },
  ];
}

/** Takes each time `RUNS` times, in turn. @returns the median of each, in milliseconds. */
async function inTurn(takes) {
  const times = Object.fromEntries(Object.keys(takes).map((name) => [name, []]));
  for (let at = 0; at < RUNS; at++) for (const [name, take] of Object.entries(takes)) times[name].push(await take());
  return Object.fromEntries(Object.entries(times).map(([name, each]) => [name, median(each)]));
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
