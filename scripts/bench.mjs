// `npm run bench`: measures, prints the table and writes test/bench/results.json. It starts daemons and stand-ins of its
// own, on loopback, in throw-away homes, and ends all of them. It exits with 1 when something could not be measured; a
// missed target is said in the table and is no failure.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { measureList } from '../test/bench/command-line.mjs';
import { meets, table } from '../test/bench/figures.mjs';
import { measureIdle, residentMB } from '../test/bench/footprint.mjs';
import { measureLatency } from '../test/bench/latency.mjs';
import { makePlace, startDaemon, startStandIns } from '../test/bench/private-daemon.mjs';
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

const rows = [];
let emptyMB = Number.NaN;
const failures = [];
const loadBefore = loadavg()[0];

await measure('an empty daemon', emptyDaemon);
await measure('a daemon with sessions', busyDaemon);
await measure('sizes', () => measureSize(root));

console.log(table(rows));
for (const failure of failures) console.log(`not measured: ${failure}`);
const results = {
  at: new Date().toISOString(),
  node: process.version,
  processor: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  load: { before: loadBefore, after: loadavg()[0] },
  rows: rows.map((row) => ({ ...row, met: meets(row.value, row.target) })),
  failures,
};
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
