// Finds and watches Claude Code processes on Linux by reading /proc. It starts no program and sends no signal.
// A whole look lists the pids and reads details only of those not seen before; see `scan` for what it looks at again.

import { readdirSync, statSync } from 'node:fs';
import type { ClaudeProcess, LookRequest, ProcessLook, ProcessScan } from '../../core/process.ts';
import { type HeldStats, holdStats } from './held-stats.ts';
import { type LinuxPlace, lineageOf, readLinuxProcess, readStat } from './linux-process.ts';
import { readProc, readProcLink, textOf } from './proc-files.ts';
import type { ProcessTable } from './process-table.ts';
import { conditionOf, parseUptime, terminalPath } from './protocol.ts';
import { makeVersionOf } from './versions.ts';

/** Roots to read from, so that recorded trees can stand in. */
export interface LinuxRoots {
  /** Default `/proc`. */
  readonly proc?: string;
  /** Default `/etc/machine-id`. */
  readonly machineId?: string;
  /** Whose processes; default this process's own user. */
  readonly uid?: number;
}

/** What a scan remembers of a pid. */
interface Seen {
  readonly startTicks: string;
  readonly comm: string;
  readonly claude: ClaudeProcess | null;
  /** How many scans have read it in full. */
  readonly readings: number;
}

/** So many scans read a new process in full: a shell that will exec `claude` looks like any shell at first. */
const FULL_READINGS = 3;

/** A process older than this when first seen, in ticks, has become what it is: ten seconds. */
const YOUNG = 1000;

/** So many long known strangers each scan looks at again, in turns: pids are reused, and shells exec late. */
const STRANGERS_PER_SCAN = 20;

/** Makes the reader for Linux. */
export function makeLinuxProcesses(roots: LinuxRoots = {}): ProcessTable {
  const place: LinuxPlace = {
    proc: roots.proc ?? '/proc',
    uid: roots.uid ?? process.getuid?.() ?? -1,
    versionOf: makeVersionOf(),
  };
  const pidDomain = domainOf(place.proc, roots.machineId ?? '/etc/machine-id');
  const stats = holdStats(place.proc);
  const seen = new Map<number, Seen>();

  function scan(): ProcessScan {
    const pids = listPids(place.proc);
    if (typeof pids === 'string') return { kind: 'could-not-look', reason: pids };
    const now = ticksNow(place.proc);
    const listed = new Set(pids);
    for (const pid of seen.keys()) if (!listed.has(pid)) seen.delete(pid);
    stats.letGo((pid) => !listed.has(pid));
    let strangers = STRANGERS_PER_SCAN;
    // In the order of the last look, so that every stranger has its turn.
    for (const [pid, before] of [...seen]) {
      // Only a stranger may still become a Claude; a session is one from its first reading on.
      const settled = before.readings >= FULL_READINGS || isSession(before.claude);
      if (settled && before.claude === null && strangers-- <= 0) continue;
      // A settled session is what it was for as long as that very process lives.
      if (settled && isSession(before.claude) && stats.condition(pid, before.startTicks) !== 'gone') continue;
      lookAgain(pid, before, now);
    }
    for (const pid of pids) if (!seen.has(pid)) remember(pid, undefined, now);
    const processes: ClaudeProcess[] = [];
    for (const { claude } of seen.values()) if (claude !== null) processes.push(claude);
    return { kind: 'looked', processes };
  }

  /** Reads in full what is new, changed, or one of Claude's helpers: a spare that is claimed keeps its name. */
  function lookAgain(pid: number, before: Seen, now: number): void {
    const stat = readStat(place.proc, pid);
    if (stat === 'could-not-look') return;
    const same = stat !== 'gone' && stat.startTicks === before.startTicks && stat.comm === before.comm;
    const settled = before.readings >= FULL_READINGS && (before.claude === null || isSession(before.claude));
    if (same && settled && conditionOf(stat.state) !== 'gone') {
      if (before.claude !== null) return;
      seen.delete(pid);
      seen.set(pid, before);
    } else remember(pid, before, now);
  }

  function remember(pid: number, before: Seen | undefined, now: number): void {
    const stat = readStat(place.proc, pid);
    const reading = typeof stat === 'string' ? { kind: stat } : readLinuxProcess(place, pid, stat);
    // What could not be read keeps what was known of it, and is read again by the next scan.
    if (reading.kind === 'could-not-look') return;
    seen.delete(pid);
    // A process that is gone leaves its pid unseen: the next scan finds who has it then.
    if (typeof stat === 'string' || reading.kind === 'gone') return;
    const again = before?.startTicks === stat.startTicks && before.comm === stat.comm;
    const first = before === undefined && Number(stat.startTicks) < now - YOUNG ? FULL_READINGS : 1;
    seen.set(pid, {
      startTicks: stat.startTicks,
      comm: stat.comm,
      claude: reading.kind === 'claude' ? reading.process : null,
      readings: again ? before.readings + 1 : first,
    });
  }

  function find(pid: number): ClaudeProcess | null {
    const stat = readStat(place.proc, pid);
    if (typeof stat === 'string') return null;
    const reading = readLinuxProcess(place, pid, stat);
    return reading.kind === 'claude' ? reading.process : null;
  }

  return {
    scan: async () => scan(),
    find: async (pid) => find(pid),
    look: async (requests) => requests.map((request) => lookAt(place.proc, stats, request)),
    lineage: async (pid) => lineageOf(place.proc, pid),
    domain: () => pidDomain,
  };
}

function lookAt(proc: string, stats: HeldStats, { pid, startTicks, only }: LookRequest): ProcessLook {
  if (only === 'life')
    return { pid, startTicks, condition: stats.condition(pid, startTicks), ttyInputAt: null, children: null };
  const stat = stats.read(pid, startTicks);
  const unseen = { pid, startTicks, ttyInputAt: null, children: null };
  if (stat === 'could-not-look') return { ...unseen, condition: 'could-not-look' };
  if (stat === 'gone' || stat.startTicks !== startTicks) return { ...unseen, condition: 'gone' };
  const condition = conditionOf(stat.state);
  if (condition === 'gone') return { ...unseen, condition };
  const tty = terminalPath(stat.ttyNumber);
  return {
    pid,
    startTicks,
    condition,
    ttyInputAt: tty === null ? null : inputAt(tty),
    children: childrenOf(proc, pid),
    cpuMs: stat.cpuMs,
  };
}

/** Claude's helpers become something else without a new process: a spare is claimed and keeps its name. */
function isSession(claude: ClaudeProcess | null): boolean {
  return claude !== null && claude.role !== 'helper';
}

/** A terminal's access time is when a program last read from it, which the kernel writes in steps of 8 s. */
function inputAt(tty: string): number | null {
  try {
    return statSync(tty).atimeMs;
  } catch {
    return null;
  }
}

/** Direct children of the main thread, which starts all of Claude's. */
function childrenOf(proc: string, pid: number): number | null {
  const text = textOf(readProc(`${proc}/${pid}/task/${pid}/children`));
  return text === null ? null : text.split(' ').filter((child) => child.trim() !== '').length;
}

/** Ticks since boot; 0, so that nothing counts as old, where they cannot be read. */
function ticksNow(proc: string): number {
  return parseUptime(textOf(readProc(`${proc}/uptime`)) ?? '');
}

/** All pids; a text when the table could not be read. A table without any process is not this machine's. */
function listPids(proc: string): number[] | string {
  try {
    const pids = readdirSync(proc).flatMap((entry) => (/^\d+$/.test(entry) ? [Number(entry)] : []));
    return pids.length === 0 ? `${proc} lists no process` : pids;
  } catch (error) {
    return (error as Error).message;
  }
}

/** As Claude 2.1.332 writes it: the machine id as it stands in its file, and the pid namespace. */
function domainOf(proc: string, machineIdFile: string): string | null {
  const machine = textOf(readProc(machineIdFile))?.trim();
  const namespace = textOf(readProcLink(`${proc}/self/ns/pid`));
  return machine && namespace ? `linux:${machine}:${namespace}` : null;
}
