// `npm run bench [-- --quick] [-- PART…]`: measures, prints the table and writes test/bench/results.json. It starts
// daemons and stand-ins of its own, on loopback, in throw-away homes, and ends all of them. It exits with 1 when something
// could not be measured; a missed target is said in the table and is no failure. `--quick` floods for ten seconds in
// place of sixty; with the names of parts only these are measured. Neither is written down.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { measureList } from '../test/bench/command-line.mjs';
import { meets, table } from '../test/bench/figures.mjs';
import { measureFlood } from '../test/bench/flood.mjs';
import { measureIdle, residentMB } from '../test/bench/footprint.mjs';
import { hookedSessions } from '../test/bench/hook-files.mjs';
import { measureHooks, measureLauncher, setUp } from '../test/bench/hooks.mjs';
import { measureLatency } from '../test/bench/latency.mjs';
import { makePlace, startDaemon, startStandIns } from '../test/bench/private-daemon.mjs';
import { measurePrompts } from '../test/bench/prompts.mjs';
import { measureClaude } from '../test/bench/real-claude.mjs';
import { measureScreens } from '../test/bench/screens.mjs';
import { measureSize } from '../test/bench/size.mjs';
import { measureStart, settledMs } from '../test/bench/start.mjs';
import { isBuilt } from './build-stamp.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SESSIONS = 100;
/** How long memory is left to settle, in milliseconds. */
const SETTLE_MS = 10_000;

if (!isBuilt(root)) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

const quick = process.argv.includes('--quick');
const parts = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const wanted = (part) => parts.length === 0 || parts.includes(part);
const FLOOD_SECONDS = quick ? 10 : 60;

const rows = [];
let emptyMB = Number.NaN;
const failures = [];
const loadBefore = loadavg()[0];

if (wanted('claude')) await measure('the real Claude', () => measureClaude(root));
if (wanted('daemon')) await measure('an empty daemon', emptyDaemon);
if (wanted('daemon')) await measure('a daemon with sessions', busyDaemon);
if (wanted('hooks')) await measure('a daemon with hooks', hookedDaemon);
if (wanted('prompts')) await measure('prompts', () => measurePrompts(root));
if (wanted('screens')) await measure('screens', () => measureScreens(root));
if (wanted('sizes')) await measure('sizes', () => measureSize(root));

console.log(table(rows));
for (const failure of failures) console.log(`not measured: ${failure}`);
const results = {
  at: new Date().toISOString(),
  node: process.version,
  processor: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  load: { before: loadBefore, after: loadavg()[0] },
  rows: rows.map((row) => ({ ...row, met: meets(row) })),
  failures,
};
if (!quick && parts.length === 0)
  writeFileSync(join(root, 'test', 'bench', 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Runs one part; what fails is said at the end and does not stop the rest. */
async function measure(what, part) {
  console.error(`── ${what}`);
  try {
    rows.push(...(await part()));
  } catch (error) {
    failures.push(`${what}: ${error instanceof Error ? error.message : error}`);
  }
}

async function emptyDaemon() {
  const place = makePlace();
  const daemon = await startDaemon(root, place);
  try {
    await pause(SETTLE_MS);
    emptyMB = residentMB(daemon.pid);
    return [{ what: 'memory, no session', value: emptyMB, unit: 'MB', target: null, note: 'resident' }];
  } finally {
    await daemon.stop();
    place.remove();
  }
}

async function busyDaemon() {
  const place = makePlace();
  const standIns = await startStandIns(root, place, SESSIONS);
  try {
    const daemon = await startDaemon(root, place);
    try {
      await settledMs(daemon, SESSIONS);
      await measure('memory', async () => {
        await pause(SETTLE_MS);
        const megabytes = residentMB(daemon.pid);
        const each = (megabytes - emptyMB) / SESSIONS;
        return [
          { what: 'memory, 100 sessions', value: megabytes, unit: 'MB', target: 110, note: 'resident' },
          { what: 'memory per session', value: each, unit: 'MB', target: 0.2 },
        ];
      });
      await measure('idle', () => measureIdle(daemon.pid));
      await measure('list', () => measureList(root, place));
    } finally {
      await daemon.stop();
    }
    await measure('start', () => measureStart(root, place, SESSIONS));
    const watched = await startDaemon(root, place);
    try {
      await settledMs(watched, SESSIONS);
      await measure('latency', () => measureLatency(watched, place, standIns));
    } finally {
      await watched.stop();
    }
    return [];
  } finally {
    await standIns.stop();
    place.remove();
  }
}

async function hookedDaemon() {
  const place = makePlace();
  const standIns = await startStandIns(root, place, SESSIONS);
  try {
    const daemon = await startDaemon(root, place);
    try {
      await settledMs(daemon, SESSIONS);
      // Before the hooks are there: stand-ins have them too.
      const sessions = await hookedSessions(place, standIns);
      setUp(root, place);
      await measure('launcher', () => measureLauncher(place));
      await measure('hooks', () => measureHooks(daemon, place, sessions));
      await measure('flood', () => measureFlood(daemon, place, sessions, FLOOD_SECONDS));
    } finally {
      await daemon.stop();
    }
    return [];
  } finally {
    await standIns.stop();
    place.remove();
  }
}
