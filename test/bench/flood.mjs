// One writer fills the spool at a steady pace: how many files a second are taken, how long each lies there, and that
// none is lost.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { percentile } from './figures.mjs';

/** Files a second: a little more than is asked for. */
const PACE = 2100;
const TARGET = 2000;
/** How often the spool is looked at, in milliseconds: a lag is known to that much. */
const LOOK_MS = 10;

/**
 * @param {import('./hook-files.mjs').HookedSession[]} sessions
 * @param {number} seconds how long it is written.
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export async function measureFlood(daemon, place, sessions, seconds, pace = PACE) {
  const spool = join(place.state, 'spool');
  const writer = spawn(process.execPath, [fileURLToPath(new URL('flood-writer.mjs', import.meta.url))], {
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(writer, 'exit');
  /** Files that were not missed in the spool yet, by name: when each was whole. */
  const outstanding = new Map();
  const lags = [];
  let summary = null;
  writer.on('message', (message) => {
    if (message.written) for (const [name, at] of message.written) outstanding.set(name, at);
    else summary = message;
  });
  writer.stdin.end(JSON.stringify({ spool, sessions, pace, seconds }));
  const look = () => {
    // Before looking: a file that is told meanwhile may not be there yet when it is listed.
    const known = [...outstanding];
    const there = new Set(readdirSync(spool));
    const now = Date.now();
    for (const [name, at] of known) {
      if (there.has(name)) continue;
      outstanding.delete(name);
      lags.push(now - at);
    }
    return there.size;
  };
  const began = performance.now();
  let left = 0;
  for (;;) {
    left = look();
    if (summary !== null && left === 0 && outstanding.size === 0) break;
    if (performance.now() - began > seconds * 3000 + 20_000) break;
    await pause(LOOK_MS);
  }
  writer.kill('SIGKILL');
  await ended;
  if (summary === null) throw new Error('the writer could not keep its pace');
  const took = (Date.now() - summary.began) / 1000;
  const { sessions: views } = await daemon.ask('list');
  const wrong = sessions.filter(({ pid }, at) => views.find((view) => view.pid === pid)?.state !== summary.last[at]);
  const lost = left + outstanding.size + wrong.length;
  const note = `${summary.count} files in ${seconds} s, 100 sessions`;
  return [
    { what: 'spool files taken', value: summary.count / took, unit: '/s', target: TARGET, least: true, note },
    { what: '… lost, or a state wrong at the end', value: lost, unit: '', target: 0, note },
    {
      what: '… lag, p50',
      value: percentile(lags, 0.5),
      unit: 'ms',
      target: null,
      note: 'file whole → taken and removed',
    },
    {
      what: '… lag, p99',
      value: percentile(lags, 0.99),
      unit: 'ms',
      target: 100,
      note: 'file whole → taken and removed',
    },
  ];
}
