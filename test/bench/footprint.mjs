// What a daemon costs while nothing happens: memory, processor time, processes. Read from /proc.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const IDLE_SECONDS = 30;

/** Resident memory in MB. */
export function residentMB(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

/**
 * Watches `pid` for 30 s.
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export async function measureIdle(pid) {
  const before = { cpu: cpuMs(pid), faults: faultsOfChildren(pid), at: performance.now() };
  let seen = 0;
  for (let at = 0; at < IDLE_SECONDS * 10; at++) {
    await pause(100);
    seen = Math.max(seen, children(pid));
  }
  const seconds = (performance.now() - before.at) / 1000;
  const percent = (cpuMs(pid) - before.cpu) / seconds / 10;
  // Every process that lived and was waited for left page faults, however short its life.
  const spawned = seen > 0 || faultsOfChildren(pid) > before.faults;
  return [
    { what: 'idle CPU, 100 sessions, no viewer', value: percent, unit: '% of a core', target: 0.3, note: '30 s' },
    { what: 'processes spawned at idle', value: spawned ? 1 : 0, unit: '', target: 0, note: '30 s; 1 = at least one' },
  ];
}

/** Processor time of all living threads in ms, to the nanosecond where the kernel tells, else in 10 ms steps. */
export function cpuMs(pid) {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const times = tasks.map((task) =>
      Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
    );
    return times.reduce((sum, time) => sum + time, 0) / 1e6;
  } catch {
    const fields = stat(pid);
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }
}

function faultsOfChildren(pid) {
  return Number(stat(pid)[8]);
}

function children(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).length;
}

/** `/proc/<pid>/stat` from the third field on. */
function stat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
