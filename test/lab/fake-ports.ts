// The outside of a daemon by hand: processes, registry files and a spool that hold what a test puts there, around the
// real daemon in this process. For rules of who is who and what is written when; states of the real Claude have their
// own labs.

import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import { express, optionsOf } from '../../src/adapters/claude/decisions.ts';
import { openStore } from '../../src/adapters/sqlite/open-store.ts';
import { CONTRACT } from '../../src/contract/commands.ts';
import type { Change } from '../../src/core/apply-change.ts';
import type { HookArrival } from '../../src/core/hook.ts';
import type { ClaudeProcess, ProcessLook } from '../../src/core/process.ts';
import type { RegistryEntry, RegistrySight } from '../../src/core/registry.ts';
import type { Session } from '../../src/core/session.ts';
import { type RunningDaemon, startDaemon } from '../../src/daemon/daemon.ts';
import type { HookBatch, Store } from '../../src/daemon/ports.ts';

/** The Claude directory of every process here. */
export const CLAUDE_DIRECTORY = '/home/dev/.claude';

/** The outside, and the daemon once it was started. */
export interface FakePorts {
  readonly processes: Map<number, ClaudeProcess>;
  /** Parents of pids that are no Claudes. */
  readonly parents: Map<number, number>;
  /** Registry files; one is read when somebody looks, not when it is put there. */
  readonly entries: Map<number, RegistryEntry>;
  /** A registry file goes while its process lives. */
  takeEntry(pid: number): void;
  /** Every look at a process, by pid. */
  readonly looks: number[];
  /** Every look at a registry file, by pid. */
  readonly reads: number[];
  /** How often transcripts were read. */
  transcriptReads: number;
  readonly store: Store;
  readonly logged: string[];
  readonly changes: Change[];
  /** Milliseconds since the machine was started. */
  uptime: number;
  /** What is in the spool when the daemon starts; later batches ring. */
  readonly spooled: HookArrival[];
  /** Keys of hooks whose files were given back. */
  readonly taken: string[];
  /** Makes the next writes of the store fail, or work again. */
  breakStore(broken: boolean): void;
  /** Writes that failed for it. */
  refusedWrites: number;
  /** Launchers that were let go. */
  readonly released: string[];
  /** Launchers that wait. */
  readonly waiting: Set<string>;
  start(): Promise<RunningDaemon>;
  /** A batch comes out of the spool. */
  ring(...arrivals: readonly HookArrival[]): void;
  /** A batch that also tells of launchers that were killed while they waited. */
  ringGone(gone: readonly string[], ...arrivals: readonly HookArrival[]): void;
  session(pid: number): Session | undefined;
}

/** A Claude in a terminal. */
export function claudeProcess(pid: number, more: Partial<ClaudeProcess> = {}): ClaudeProcess {
  return {
    pid,
    startTicks: '1000',
    startedAt: Date.now() - 60_000,
    ancestors: [],
    cwd: '/home/dev/shop',
    tty: `/dev/pts/${pid}`,
    argv: ['claude'],
    claudeDirectory: CLAUDE_DIRECTORY,
    home: '/home/dev',
    tmux: null,
    role: 'session',
    version: null,
    namedConversation: null,
    ...more,
  };
}

/** A registry file's entry. */
export function registryEntry(pid: number, conversation: string, more: Partial<RegistryEntry> = {}): RegistryEntry {
  return {
    pid,
    procStart: '1000',
    pidDomain: null,
    startedAt: null,
    conversation,
    cwd: '/home/dev/shop',
    kind: 'interactive',
    entrypoint: 'cli',
    version: '2.1.332',
    name: null,
    status: 'idle',
    waitingFor: null,
    statusUpdatedAt: 0,
    jobId: null,
    ...more,
  };
}

/** Makes an outside without anything in it. */
export function fakePorts(): FakePorts {
  const kept = openStore({ path: '', backupDirectory: '', now: 0, driver: null }).store;
  const looks: number[] = [];
  const base = Date.now() - performance.now();
  let broken = false;
  let daemon: RunningDaemon | null = null;
  let ringing: (batch: HookBatch) => void = () => {};
  let sighted: (sight: RegistrySight) => void = () => {};
  const batchOf = (arrivals: readonly HookArrival[], gone: readonly string[] = []): HookBatch => ({
    arrivals,
    faults: [],
    gone,
    taken: () => void ports.taken.push(...arrivals.map(({ key }) => key)),
  });
  const lookAt = (pid: number, startTicks: string): ProcessLook => {
    looks.push(pid);
    const lives = ports.processes.get(pid)?.startTicks === startTicks;
    return { pid, startTicks, condition: lives ? 'running' : 'gone', ttyInputAt: null, children: null };
  };
  const lineage = (pid: number): number[] => {
    const parent = ports.parents.get(pid);
    return [pid, ...(ports.processes.get(pid)?.ancestors ?? (parent === undefined ? [] : lineage(parent)))];
  };

  const ports: FakePorts = {
    processes: new Map(),
    parents: new Map(),
    entries: new Map(),
    takeEntry(pid) {
      ports.entries.delete(pid);
      sighted({ kind: 'gone', pid });
    },
    looks,
    reads: [],
    transcriptReads: 0,
    store: {
      ...kept,
      transaction: (work) => {
        if (broken) {
          ports.refusedWrites += 1;
          throw new Error('the disk is full');
        }
        return kept.transaction(work);
      },
    },
    logged: [],
    changes: [],
    uptime: 1_000_000,
    spooled: [],
    taken: [],
    refusedWrites: 0,
    released: [],
    waiting: new Set(),
    breakStore(now) {
      broken = now;
    },
    async start() {
      daemon = await startDaemon({
        clock: { steady: () => base + performance.now(), wall: () => Date.now() },
        store: ports.store,
        processes: {
          scan: async () => ({ kind: 'looked', processes: [...ports.processes.values()] }),
          find: async (pid) => ports.processes.get(pid) ?? null,
          look: async (keys) => keys.map(({ pid, startTicks }) => lookAt(pid, startTicks)),
          lineage: async (pid) => lineage(pid),
          domain: () => null,
        },
        registries: {
          watch(_directory, listener: (sight: RegistrySight) => void) {
            sighted = listener;
            const look = (pid: number) => {
              ports.reads.push(pid);
              const entry = ports.entries.get(pid);
              if (entry !== undefined) listener({ kind: 'entry', pid, entry });
            };
            for (const pid of ports.entries.keys()) look(pid);
            return { look, sweep: () => {}, dispose: () => {} };
          },
        },
        transcripts: {
          follow({ conversation }, listener) {
            const readNow = () => {
              ports.transcriptReads += 1;
              listener([{ source: 'transcript', at: base + performance.now(), conversation, kind: 'missing' }]);
            };
            return {
              readNow,
              sweep: readNow,
              locate: () => {},
              named: () => {},
              agents: () => {},
              toolCalls: () => new Map(),
              position: () => null,
              dispose: () => {},
            };
          },
          candidates: () => [],
        },
        listening: { portsOf: async (roots) => roots.map(() => null) },
        spool: {
          watch(listener) {
            ringing = listener;
            return {
              async drain() {
                if (ports.spooled.length > 0) listener(batchOf(ports.spooled.splice(0)));
              },
              dispose: () => {},
            };
          },
        },
        held: {
          answer: async () => 'nobody',
          release: async (name) => void ports.released.push(name),
          hold: async () => null,
          names: () => [],
          writerLives: (name) => ports.waiting.has(name),
          remove: () => {},
        },
        decisions: { options: optionsOf, express },
        panes: {
          open: () => ({
            screen: async () => ({ trouble: 'gone', reason: 'there are no panes here' }),
            press: async () => ({ trouble: 'gone', reason: 'there are no panes here' }),
            dispose: () => {},
          }),
        },
        readScreen: () => ({ kind: 'nothing' }),
        readFile: async () => null,
        uptime: () => ports.uptime,
        silence: () => null,
        physical: (path) => posix.normalize(path).replace(/^\/link\//, '/home/dev/.claude/'),
        random: randomBytes,
        fixedDirectories: [CLAUDE_DIRECTORY],
        ownDirectory: CLAUDE_DIRECTORY,
        ownHome: '/home/dev',
        claudeInstalled: () => true,
        warnings: [],
        about: () => ({
          pid: process.pid,
          version: '0.0.0',
          contract: CONTRACT,
          url: '',
          hookUrl: null,
          home: '',
          socket: '',
          startedAt: '',
        }),
        stop: () => {},
        log: (text) => void ports.logged.push(text),
      });
      daemon.subscribe((change) => ports.changes.push(change));
      return daemon;
    },
    ring: (...arrivals) => ringing(batchOf(arrivals)),
    ringGone: (gone, ...arrivals) => ringing(batchOf(arrivals, gone)),
    session: (pid) => daemon?.snapshot().sessions.find((session) => session.pid === pid && session.endedAt === null),
  };
  return ports;
}
