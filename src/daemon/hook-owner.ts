// Whose a hook is. What it says of itself are claims: each must fit what processes and registry tell, and none makes or
// changes an identity. A claimed path is only compared here, never opened.

import { posix } from 'node:path';
import type { HookArrival } from '../core/hook.ts';
import type { Living } from './living.ts';
import type { Processes } from './ports.ts';
import type { Sessions } from './sessions.ts';

/** What is asked about a hook's owner. */
export interface OwnerOptions {
  readonly sessions: Sessions;
  readonly processes: Pick<Processes, 'lineage'>;
  /** Meets the Claude with this pid if it is ours. */
  readonly meet: (pid: number) => Promise<Living | null>;
  /** Reads one pid's registry file again. */
  readonly readRegistry: (claudeDirectory: string, pid: number) => void;
  /** A path with its links resolved as far as it exists. */
  readonly physical: (path: string) => string;
}

/** `over`: of a session that has ended. `nobody`: of none of ours, or it contradicts what we know. */
export type Owner = Living | 'over' | 'nobody';

/** Finds owners. */
export interface Owners {
  /** At once where the owner is known; else a promise of it, which may take about a second. */
  of(arrival: HookArrival): Owner | Promise<Owner>;
}

type Fit = 'yes' | 'early' | 'no';

/** Where uptime is told, start times are in ticks since boot of this many milliseconds (Linux). */
const TICK = 10;
/** The two are told in steps, in milliseconds. */
const START_GRAIN = 100;
/** Conversations remembered. */
const MOST_MET = 500;
/** A registry file tells of a new conversation a moment after its first hook: it is asked again after so long, in ms. */
const ASK_AGAIN = [50, 150, 300, 500];

/** Finds owners among `sessions`. */
export function hookOwners({ sessions, processes, meet, readRegistry, physical }: OwnerOptions): Owners {
  /** The conversation that a session's own SessionStart named last, which was seen to come from its process. */
  const named = new WeakMap<Living, string>();
  /** Conversations that hooks of ours were in. */
  const met = new Set<string>();

  const fitOf = (living: Living, arrival: HookArrival): Fit => {
    const { origin, picture, conversations } = living;
    const { transcriptPath, conversation } = arrival;
    if (transcriptPath !== null && !isUnder(transcriptPath, origin.claudeDirectory, physical)) return 'no';
    // It ran before this process began: an earlier one had that pid or that conversation.
    if (arrival.uptime !== null && arrival.uptime < Number(origin.process?.startTicks) * TICK - START_GRAIN)
      return 'no';
    // Nothing better names the conversation than its hooks, also once the registry file can be read no more.
    if (picture.level === null || picture.registryTrouble !== null) return 'yes';
    const known = picture.conversation === conversation || conversations.includes(conversation);
    return known || named.get(living) === conversation ? 'yes' : 'early';
  };

  const live = (pid: number | null): Living | null => {
    if (pid === null) return null;
    for (const living of sessions.all())
      if (living.origin.pid === pid && living.endedAt === null && living.origin.process !== null) return living;
    return null;
  };

  /** The parent is what the launcher saw; `CLAUDE_PID` may come from a Claude further up that an old one runs under. */
  const pidsOf = ({ parentPid, claimedPid }: HookArrival): readonly (number | null)[] => [parentPid, claimedPid];

  const byPid = (arrival: HookArrival): Living | null => {
    for (const pid of pidsOf(arrival)) {
      const living = live(pid);
      if (living !== null && fitOf(living, arrival) === 'yes') return living;
    }
    return null;
  };

  /** Nobody says which process: the one live session in that conversation. */
  const byConversation = (arrival: HookArrival): Living | null => {
    const found = [...sessions.all()].filter(
      (living) =>
        living.endedAt === null &&
        living.picture.conversation === arrival.conversation &&
        fitOf(living, arrival) === 'yes',
    );
    return found.length === 1 ? (found[0] ?? null) : null;
  };

  /** A Claude that was not met yet: one of the two pids, or the nearest above the launcher's shell. */
  const strangers = async (arrival: HookArrival, above: readonly number[]): Promise<Living | null> => {
    for (const pid of new Set([...pidsOf(arrival), ...above])) {
      if (pid === null) continue;
      const living = live(pid) ?? (await meet(pid));
      if (living === null) continue;
      if (fitOf(living, arrival) === 'yes') return living;
      // The nearest Claude above is the one that ran it.
      if (above.includes(pid)) return null;
    }
    return null;
  };

  /** A hook often comes after its Claude has gone, and the row of a script goes with it. */
  const isOver = ({ conversation }: HookArrival): boolean => {
    const sharers = [...sessions.all()].filter(({ conversations }) => conversations.includes(conversation));
    if (sharers.some(({ endedAt }) => endedAt === null)) return false;
    return sharers.length > 0 || met.has(conversation);
  };

  /** Remembers the conversation, newest last. */
  const meeting = (living: Living, { conversation }: HookArrival): Living => {
    met.delete(conversation);
    met.add(conversation);
    const [oldest] = met;
    if (met.size > MOST_MET && oldest !== undefined) met.delete(oldest);
    return living;
  };

  /**
   * Its process fits, but the registry names another conversation: perhaps only not yet.
   * @param ran whether it was seen to have run the launcher. A pid that is only claimed may be handed down to a Claude
   *   below, whose conversation would be given to the wrong one.
   */
  const waitFor = async (living: Living, arrival: HookArrival, ran: boolean): Promise<Living | null> => {
    for (const wait of ASK_AGAIN) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (living.endedAt !== null) return null;
      readRegistry(living.origin.claudeDirectory, living.origin.pid);
      if (fitOf(living, arrival) === 'yes') return living;
    }
    if (!ran || arrival.fact.kind !== 'session-started') return null;
    named.set(living, arrival.conversation);
    return living;
  };

  /** Nobody but its bearer says who ran it, and that one is in another conversation. */
  const contradicts = (arrival: HookArrival): boolean => {
    const claimed = arrival.parentPid === null ? live(arrival.claimedPid) : null;
    return claimed !== null && fitOf(claimed, arrival) !== 'yes';
  };

  const search = async (arrival: HookArrival): Promise<Owner> => {
    const above = arrival.parentPid === null ? [] : await processes.lineage(arrival.parentPid);
    const found = (await strangers(arrival, above)) ?? (contradicts(arrival) ? null : byConversation(arrival));
    if (found !== null) return meeting(found, arrival);
    const early = pidsOf(arrival)
      .map(live)
      .find((living) => living !== null && fitOf(living, arrival) === 'early');
    const nearest = above.find((pid) => live(pid) !== null);
    const late = early ? await waitFor(early, arrival, early.origin.pid === nearest) : null;
    if (late !== null) return meeting(late, arrival);
    return isOver(arrival) ? 'over' : 'nobody';
  };

  return {
    of(arrival) {
      const known = byPid(arrival);
      if (known !== null) return meeting(known, arrival);
      for (const living of pidsOf(arrival).map(live))
        if (living !== null && fitOf(living, arrival) === 'early')
          readRegistry(living.origin.claudeDirectory, living.origin.pid);
      const now = byPid(arrival);
      return now === null ? search(arrival) : meeting(now, arrival);
    },
  };
}

/** By the words of the path, or by where its links lead: people keep such directories on another disk. */
function isUnder(path: string, directory: string, physical: (path: string) => string): boolean {
  const lies = (one: string) => one.startsWith(`${directory.replace(/\/$/, '')}/`);
  return posix.isAbsolute(path) && (lies(posix.normalize(path)) || lies(physical(path)));
}
