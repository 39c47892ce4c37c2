// From starting a daemon to its first answer, and until every session is in its true state. Median of five starts on
// the same home, 100 sessions known from before.
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './figures.mjs';
import { cpuMs } from './footprint.mjs';
import { startDaemon } from './private-daemon.mjs';

const STARTS = 5;

/**
 * @param {number} count sessions that must be listed, all idle.
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export async function measureStart(root, place, count) {
  const listened = [];
  const settled = [];
  const worked = [];
  for (let start = 0; start < STARTS; start++) {
    const daemon = await startDaemon(root, place);
    try {
      listened.push(daemon.listenedMs);
      settled.push(await settledMs(daemon, count));
      worked.push(cpuMs(daemon.pid));
    } finally {
      await daemon.stop();
    }
  }
  const note = `${count} sessions, median of ${STARTS}`;
  return [
    { what: 'start to listening', value: median(listened) / 1000, unit: 's', target: 0.6, note },
    { what: 'start to all settled', value: median(settled) / 1000, unit: 's', target: 1.5, note },
    { what: '… of it at work', value: median(worked) / 1000, unit: 's', target: null, note: 'processor time' },
  ];
}

/** Waits until all sessions are listed and idle, at most 20 s. */
export async function settledMs(daemon, count) {
  for (;;) {
    const { sessions } = await daemon.ask('list');
    const took = performance.now() - daemon.began;
    const idle = sessions.filter(({ state }) => state === 'idle').length;
    if (idle === count) return took;
    if (took > 20_000) throw new Error(`Only ${idle} of ${count} sessions are idle; ${sessions.length} are listed.`);
    await pause(10);
  }
}
