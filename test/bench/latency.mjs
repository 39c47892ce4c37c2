// Registry change → change at a WebSocket client, against the bare relay. Both get the same writes in turn, from this
// process, in place, as Claude writes them.
import { closeSync, constants, cpSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median, percentile } from './figures.mjs';
import { openRelay, openViewer } from './viewer.mjs';

const SAMPLES = 500;
const GAP_MS = 12;

/** @returns {Promise<import('./figures.mjs').Row[]>} */
export async function measureLatency(daemon, place, standIns) {
  const sessionsDirectory = join(place.claude, 'sessions');
  const copies = join(place.root, 'relay');
  cpSync(sessionsDirectory, copies, { recursive: true });
  await Promise.all(standIns.sessions.map(({ name }) => standIns.perform(name, { do: 'prompt', text: 'Work' })));

  let arrived = () => {};
  const viewer = await openViewer(daemon, (change) => {
    if (change.kind === 'session-changed') arrived(change.session.pid, change.session.state);
  });
  const relay = await openRelay(copies, (text) => {
    try {
      const { pid, status } = JSON.parse(text);
      arrived(pid, status === 'waiting' ? 'needs-input' : 'busy');
    } catch {
      // Half a file: the relay sends it again when the rest is there.
    }
  });
  try {
    await pause(2000);
    const ours = [];
    const bare = [];
    const levels = new Map();
    for (let at = 0; at < SAMPLES; at++) {
      const { pid } = standIns.sessions[(at * 37) % standIns.sessions.length];
      const waiting = !levels.get(pid);
      levels.set(pid, waiting);
      for (const [directory, times] of [
        [sessionsDirectory, ours],
        [copies, bare],
      ]) {
        times.push(await change(join(directory, `${pid}.json`), pid, waiting, (listener) => (arrived = listener)));
        await pause(GAP_MS);
      }
    }
    return rows(ours, bare);
  } finally {
    viewer.close();
    relay.close();
  }
}

/** Writes one level and resolves with the milliseconds until a client was told. */
function change(path, pid, waiting, listen) {
  const { waitingFor: _gone, ...entry } = JSON.parse(readFileSync(path, 'utf8'));
  const now = Date.now();
  Object.assign(entry, { status: waiting ? 'waiting' : 'busy', updatedAt: now, statusUpdatedAt: now });
  if (waiting) entry.waitingFor = 'permission prompt';
  const expected = waiting ? 'needs-input' : 'busy';
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`No change to ${expected} within 5 s.`)), 5000);
    listen((changed, state) => {
      if (changed !== pid || state !== expected) return;
      clearTimeout(late);
      resolve(performance.now() - began);
    });
    const began = performance.now();
    const file = openSync(path, constants.O_RDWR);
    ftruncateSync(file, writeSync(file, JSON.stringify(entry), 0));
    closeSync(file);
  });
}

function rows(ours, bare) {
  const note = `${SAMPLES} changes, 100 sessions`;
  const ratio = (share) => percentile(ours, share) / percentile(bare, share);
  return [
    { what: 'registry change → change at a client, p50', value: median(ours), unit: 'ms', target: null, note },
    { what: 'registry change → change at a client, p99', value: percentile(ours, 0.99), unit: 'ms', target: 30, note },
    { what: 'bare fs.watch → WebSocket relay, p50', value: median(bare), unit: 'ms', target: null, note },
    { what: 'bare fs.watch → WebSocket relay, p99', value: percentile(bare, 0.99), unit: 'ms', target: null, note },
    { what: '… ours over the relay, p50', value: ratio(0.5), unit: '×', target: 2, note: 'same run, in turn' },
    { what: '… ours over the relay, p99', value: ratio(0.99), unit: '×', target: 3, note: 'same run, in turn' },
  ];
}
