// The living daemon: wires sources to sessions and sessions to whoever asks. Everything outside comes in as a port.

import { hostname } from 'node:os';
import type { Status } from '../contract/commands.ts';
import type { Snapshot, Warning } from '../core/apply-change.ts';
import { startChangeLog } from './change-log.ts';
import { ownClaudeDirectories } from './claude-directories.ts';
import { commandTable } from './commands.ts';
import { followConversations } from './conversations.ts';
import { discoverSessions } from './discovery.ts';
import type { Daemon } from './doors.ts';
import { beat } from './heart.ts';
import { takeHooks } from './hook-intake.ts';
import { keepSessions } from './keeping.ts';
import { lastAlive, writeAlive } from './last-alive.ts';
import { followPorts } from './listening.ts';
import type {
  Clock,
  Dispose,
  HeldHooks,
  HookDecisions,
  HookSpool,
  ListeningPorts,
  Panes,
  Processes,
  ReadFileBelow,
  ReadScreen,
  Registries,
  RegistryWatching,
  Store,
  Transcripts,
} from './ports.ts';
import { keepPrompts } from './prompts/prompts.ts';
import { recoverSessions } from './recovery.ts';
import { logSeldom } from './seldom.ts';
import { holdSessions, RECOVERY } from './sessions.ts';
import { makeShortIds } from './short-ids.ts';
import { watchSilence } from './silence.ts';
import { speakTo } from './speaking.ts';
import { countVotes } from './votes.ts';
import { keepWarnings } from './warnings.ts';

/** Everything a daemon needs from outside. */
export interface DaemonOptions {
  readonly clock: Clock;
  readonly store: Store;
  readonly processes: Processes;
  readonly listening: ListeningPorts;
  /** Why hooks that are set up do not run for sessions of a Claude directory that work in a directory, or `null`. */
  readonly silence: (claudeDirectory: string, cwd: string) => string | null;
  readonly registries: Registries;
  readonly transcripts: Transcripts;
  readonly spool: HookSpool;
  /** Launchers that wait for a decision, and what a decision can say. */
  readonly held: HeldHooks;
  readonly decisions: HookDecisions;
  readonly panes: Panes;
  readonly readScreen: ReadScreen;
  readonly readFile: ReadFileBelow;
  /** Milliseconds since the machine was started, as the launcher reads them; `null` where there is no such clock. */
  readonly uptime: () => number | null;
  /** A path with its links resolved as far as it exists. */
  readonly physical: (path: string) => string;
  readonly random: (count: number) => Uint8Array;
  /** Exact list of Claude directories, or `null` for our own and those with our HOME. */
  readonly fixedDirectories: readonly string[] | null;
  readonly ownDirectory: string;
  readonly ownHome: string;
  /** Whether Claude Code can be found on this machine although none runs. */
  readonly claudeInstalled: () => boolean;
  readonly warnings: readonly Warning[];
  /** What `status` tells, but for what the daemon itself knows. */
  readonly about: () => Omit<Status, 'host' | 'claudeDirectories' | 'warnings' | 'store'>;
  readonly stop: () => void;
  readonly log: (text: string) => void;
}

/** A daemon that is up. */
export interface RunningDaemon extends Daemon {
  /** Adds or replaces a warning. */
  warn(warning: Warning): void;
  dispose: Dispose;
}

/**
 * Starts a daemon: restores what was kept, looks at everything once, and begins to watch. Resolves when the first
 * look is done.
 */
export async function startDaemon(options: DaemonOptions): Promise<RunningDaemon> {
  const { clock, store, processes, registries, transcripts, log } = options;
  const host = hostname();
  const epoch = Buffer.from(options.random(9)).toString('base64url');
  const startedAt = clock.steady();
  const startedWall = clock.wall();
  const knownUntil = lastAlive(store, clock);
  const unheard = logSeldom(log, clock.steady);
  const changes = startChangeLog(clock, host, (error) =>
    unheard(`a change could not be told: ${error instanceof Error ? error.stack : String(error)}`),
  );
  const warnings = keepWarnings(changes, options.warnings);
  const keeping = keepSessions(store, warnings);
  const sessions = holdSessions({ clock, host, changes, keeping });
  const conversations = followConversations(transcripts, sessions, clock);
  const votes = countVotes(store, sessions, keeping, warnings, clock, log);
  /** Also while something is still kept of an older session of that id. */
  const isTaken = (id: string) =>
    sessions.byId(id) !== undefined || store.transitions(id).length > 0 || store.evidence(id, 1).length > 0;
  const newId = makeShortIds(options.random, isTaken);
  const watching = new Map<string, RegistryWatching>();

  const watch = (directory: string) => {
    if (watching.has(directory)) return;
    const told = registries.watch(directory, (sight) => {
      discovery
        .sight(directory, sight)
        .catch((error: unknown) => log(`a registry sight failed: ${error instanceof Error ? error.stack : error}`));
    });
    watching.set(directory, told);
  };
  const directories = ownClaudeDirectories(options.fixedDirectories, options.ownDirectory, options.ownHome, watch);
  const readRegistry = (directory: string, pid: number) => watching.get(directory)?.look(pid);
  const discovery = discoverSessions({
    processes,
    directories,
    sessions,
    conversations,
    votes,
    store,
    keeping,
    clock,
    newId,
    log,
    readRegistry,
    recovering: () => clock.steady() - startedAt < RECOVERY,
    knownUntil,
  });

  const prompts = keepPrompts({
    ...options,
    sessions,
    changes,
    keeping,
    looking: changes.seen,
    readRegistry,
    readTranscript: conversations.readNow,
    readCalls: conversations.toolCalls,
  });
  const speaking = speakTo({
    screens: prompts.screens,
    clock,
    sessions,
    asks: (living) => prompts.of(living).length > 0,
  });
  const hooks = takeHooks({
    ...options,
    prompts,
    sessions,
    discovery,
    conversations,
    keeping,
    warnings,
    readRegistry,
  });

  const snapshot = (): Snapshot => {
    const views = sessions.views();
    return {
      number: changes.number(),
      host,
      epoch,
      claudeInstalled: views.length > 0 || options.claudeInstalled(),
      sessions: views,
      prompts: prompts.views(),
      warnings: warnings.all(),
    };
  };
  const commands = commandTable({
    sessions,
    store,
    keeping,
    clock,
    snapshot,
    prompts,
    speaking,
    status: () => ({
      ...options.about(),
      host,
      store: store.driver,
      claudeDirectories: directories.all(),
      warnings: warnings.all(),
    }),
    stop: options.stop,
  });

  discovery.looked(await processes.look(recoverSessions(store, sessions, conversations, clock, log, knownUntil)));
  prompts.recover();
  for (const directory of directories.all()) watch(directory);
  const scan = await processes.scan();
  if (scan.kind === 'looked') discovery.scanned(scan.processes);
  else log(`the process table cannot be read: ${scan.reason}`);
  await hooks.begin();
  conversations.bindUnbound();
  // Only now: a start that died before would leave nothing to the next one to find.
  keeping.write(() => writeAlive(store, startedWall));
  const stopBeating = beat({
    processes,
    sessions,
    conversations,
    discovery,
    keeping,
    votes,
    registries: () => watching.values(),
    ports: followPorts(options.listening, sessions, clock),
    silence: watchSilence(sessions, clock, options.silence),
    clock,
    log,
  });

  return {
    snapshot,
    subscribe: changes.subscribe,
    warn: warnings.set,
    hook: hooks.take,
    execute: async (name, request, caller) => commands[name](request, caller),
    dispose() {
      stopBeating();
      hooks.dispose();
      speaking.dispose();
      prompts.dispose();
      for (const registry of watching.values()) registry.dispose();
      conversations.dispose();
      keeping.flush(sessions.all(), clock);
      keeping.write(() => writeAlive(store, clock.wall()));
      sessions.dispose();
    },
  };
}
