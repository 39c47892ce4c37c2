// Who a session is when it is met: one of the process that is looked at, one that goes on in another process, or a new one.

import type { ClaudeProcess } from '../core/process.ts';
import type { RegistryEntry } from '../core/registry.ts';
import { firstSight, identityKey, kindOf, type Living, type Origin, originOf } from './living.ts';
import type { Clock, Processes } from './ports.ts';
import type { Sessions } from './sessions.ts';

/** What meeting sessions needs around it. */
export interface MeetingOptions {
  readonly processes: Pick<Processes, 'domain'>;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly newId: () => string;
  /** True while the daemon looks at what was there before it. */
  readonly recovering: () => boolean;
  /** Until when the daemon before this one knew what goes on, epoch milliseconds; `null`: there was none. */
  readonly knownUntil: number | null;
}

/** The meeting of sessions by one daemon. */
export interface Meeting {
  /** The session that runs, or ran, as a process; `undefined`: not met yet. A pid alone is no identity. */
  knownAs(process: ClaudeProcess): Living | undefined;
  /** The session of a process, made where it was not known; not settled. */
  meet(process: ClaudeProcess, entry: RegistryEntry | null): Living;
  /** The session of a registry entry of another pid domain, of which no process can be looked at; not settled. */
  meetForeign(claudeDirectory: string, entry: RegistryEntry, domain: string): Living;
}

/** Meets sessions into `options.sessions`. */
export function meetSessions(options: MeetingOptions): Meeting {
  const { processes, sessions, clock, newId, recovering, knownUntil } = options;

  const add = (origin: Origin, kind: Living['kind'], cwd: string) => {
    const now = { steady: clock.steady(), wall: clock.wall() };
    const living = firstSight(newId(), origin, kind, cwd, now, recovering(), knownUntil);
    sessions.add(living);
    return living;
  };

  /** A session of an earlier process of a pid is another. */
  const sameProcess = (process: ClaudeProcess) => {
    const known = sessions.byPid(process.claudeDirectory, process.pid);
    return known?.origin.process?.startTicks === process.startTicks ? known : undefined;
  };

  return {
    knownAs: (process) => sameProcess(process) ?? sessions.byKey(identityKey(null, processes.domain(), process)),

    meet(process, entry) {
      const origin = originOf(process, entry, entry?.pidDomain ?? processes.domain());
      const known = sessions.byKey(origin.key) ?? sameProcess(process);
      if (known !== undefined) {
        // A background job goes on in another process: the same session.
        if (known.endedAt !== null || known.origin.process?.startTicks !== process.startTicks) {
          known.picture = { ...known.picture, process: null };
          known.endedAt = null;
          known.decision = { ...known.decision, state: 'unknown' };
        }
        known.origin = { ...origin, key: known.origin.key };
        return known;
      }
      const living = add(origin, kindOf(process, entry), entry?.cwd ?? process.cwd);
      sessions.tell(living, [
        { source: 'process', at: clock.steady(), condition: 'running', ttyInputAt: null, children: null },
      ]);
      return living;
    },

    meetForeign(claudeDirectory, entry, domain) {
      const key = `${domain}|${entry.pid}|${entry.procStart ?? entry.startedAt}`;
      const known = sessions.byKey(key);
      if (known !== undefined) return known;
      const origin = {
        key,
        process: null,
        pid: entry.pid,
        ancestors: [],
        tty: null,
        tmux: null,
        claudeDirectory,
        startedAt: entry.startedAt,
        version: entry.version,
        namedConversation: null,
      };
      const living = add(origin, entry.entrypoint.startsWith('sdk') ? 'script' : 'terminal', entry.cwd);
      living.name = entry.name;
      return living;
    },
  };
}
