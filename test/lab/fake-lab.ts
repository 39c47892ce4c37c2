// A daemon of its own, stand-ins for Claude below a throw-away home, and a client that follows: what the tests of bad
// input and of hard times share. Everything it starts ends with `close`.

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session, State } from '../../src/core/session.ts';
import type { Step } from '../../src/demo/steps.ts';
import { type LabDaemon, startDaemon } from './daemon.ts';
import { killProcessesOf } from './lab-processes.ts';
import { type StandIns, startStandIns } from './stand-ins.ts';
import { until } from './until.ts';
import { type Watcher, watch } from './watcher.ts';

/** A lab with stand-ins. */
export interface FakeLab {
  readonly directory: string;
  /** HOME of the stand-ins. */
  readonly home: string;
  readonly claude: string;
  /** TALLYMUX_HOME. */
  readonly state: string;
  readonly daemon: LabDaemon;
  readonly standIns: StandIns;
  /** Makes a directory for a session to work in. @returns its physical path. */
  project(name: string): string;
  /** Starts a stand-in. @returns its pid. */
  start(name: string, step?: Partial<Extract<Step, { do: 'start' }>>): Promise<number>;
  /** Plays steps of a stand-in, one after the other. */
  play(name: string, ...steps: readonly Step[]): Promise<void>;
  /** Starts the daemon, or starts it again, and follows it anew. */
  open(environment?: Readonly<Record<string, string>>): Promise<Watcher>;
  watcher(): Watcher;
  /** Newest view of the session of a pid. */
  view(pid: number): Session | undefined;
  /** Waits until a pid's session is in `state`. */
  turns(pid: number, state: State, within?: number): Promise<Session>;
  /** Waits until a pid's session is as `test` says. */
  shows(pid: number, what: string, test: (session: Session) => boolean, within?: number): Promise<Session>;
  /** The states that this client saw of a session, each once as long as it stayed. */
  history(id: string): readonly State[];
  /** Everything that was announced about a session since this client came. */
  announced(id: string): readonly string[];
  readonly registry: RegistryHand;
  log(): string;
  close(): Promise<void>;
}

/** Writes registry files by hand. */
export interface RegistryHand {
  path(pid: number): string;
  read(pid: number): Readonly<Record<string, unknown>>;
  /** Writes what was there with changes; `undefined` takes a key away. */
  change(pid: number, change: Readonly<Record<string, unknown>>): void;
}

/** Makes a lab; the daemon is started by `open`. */
export function makeFakeLab(name: string): FakeLab {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), `tallymux-${name}-`)));
  const home = join(directory, 'home');
  const claude = join(home, '.claude');
  const state = join(directory, 'tally');
  mkdirSync(home);
  const standIns = startStandIns(home);
  let daemon: LabDaemon | null = null;
  let watcher: Watcher | null = null;
  const present = <T>(thing: T | null): T => {
    if (thing === null) throw new Error('the daemon was not opened');
    return thing;
  };
  const registryPath = (pid: number) => join(claude, 'sessions', `${pid}.json`);
  const view = (pid: number) =>
    present(watcher)
      .snapshot()
      .sessions.find((session) => session.pid === pid);
  const shows: FakeLab['shows'] = (pid, what, test, within = 5_000) =>
    present(watcher)
      .next(`${pid}: ${what}`, () => [view(pid)].find((session) => session !== undefined && test(session)), within)
      .catch((error: Error) => {
        throw new Error(`${error.message}; it shows ${JSON.stringify(view(pid))}\n${present(daemon).output()}`);
      });

  const lab: FakeLab = {
    directory,
    home,
    claude,
    state,
    standIns,
    get daemon() {
      return present(daemon);
    },
    project(path) {
      mkdirSync(join(directory, path), { recursive: true });
      return realpathSync(join(directory, path));
    },
    async start(session, step = {}) {
      const cwd = step.cwd ?? lab.project(session);
      return (await standIns.perform(session, { do: 'start', ...step, cwd })).pid;
    },
    async play(session, ...steps) {
      for (const step of steps) await standIns.perform(session, step);
    },
    async open(environment = {}) {
      watcher?.close();
      if (daemon === null)
        daemon = await startDaemon({ personHome: home, home: state, claudeDirectories: [claude], environment });
      else await daemon.start();
      watcher = await watch(daemon);
      return watcher;
    },
    watcher: () => present(watcher),
    view,
    shows,
    turns: (pid, wanted, within) => shows(pid, wanted, (session) => session.state === wanted, within),
    history: (id) =>
      present(watcher)
        .sightings(id)
        .map(({ session }) => session.state)
        .filter((word, at, all) => word !== all[at - 1]),
    announced: (id) =>
      present(watcher)
        .sightings(id)
        .flatMap(({ announce }) => announce ?? []),
    registry: {
      path: registryPath,
      read: (pid) => JSON.parse(readFileSync(registryPath(pid), 'utf8')),
      change(pid, change) {
        mkdirSync(join(claude, 'sessions'), { recursive: true });
        writeFileSync(registryPath(pid), JSON.stringify({ ...lab.registry.read(pid), ...change }));
      },
    },
    log: () => readFileSync(join(state, 'log', 'daemon.log'), 'utf8'),
    async close() {
      watcher?.close();
      await daemon?.kill();
      await standIns.stop();
      killProcessesOf(home);
      await until('the lab is thrown away', () => {
        try {
          rmSync(directory, { recursive: true, force: true });
          return true;
        } catch {
          return false;
        }
      });
    },
  };
  return lab;
}
