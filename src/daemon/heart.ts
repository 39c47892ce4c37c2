// The beats: known processes each second, the whole list every five or twenty, the safety nets under the doorbells,
// and upkeep. Decides nothing about state.

import type { LookRequest } from '../core/process.ts';
import type { Conversations } from './conversations.ts';
import type { Discovery } from './discovery.ts';
import type { Keeping } from './keeping.ts';
import type { Living } from './living.ts';
import type { Clock, Dispose, Processes, RegistryWatching } from './ports.ts';
import type { Sessions } from './sessions.ts';
import type { Votes } from './votes.ts';

/** One beat, in milliseconds. */
const BEAT = 1_000;
/** The process table is read this often, and this often while registry or hooks speak for every session. */
// Four and not five: what begins right after a look must be listed within five seconds, reading and drawing included.
const SCAN = { often: 4_000, seldom: 20_000 };
/** A registry or a hook that spoke this recently makes the process table dull, in milliseconds. */
const RECENT = 60_000;
/** Doorbells are distrusted this often, in milliseconds. */
const SWEEP = 30_000;
const FLUSH = 2_000;
/** Rows of ended sessions stay this long, in milliseconds. */
const ENDED_STAY = 600_000;

/** What beats. */
export interface HeartOptions {
  readonly processes: Processes;
  readonly sessions: Sessions;
  readonly conversations: Conversations;
  readonly discovery: Discovery;
  readonly keeping: Keeping;
  readonly registries: () => Iterable<RegistryWatching>;
  /** Looks at listening ports, when it is time. */
  readonly ports: () => Promise<void>;
  /** Looks at settings that silence hooks, when it is time. */
  readonly silence: () => void;
  readonly votes: Votes;
  readonly clock: Clock;
  readonly log: (text: string) => void;
}

/**
 * How long until the process table is read again (milliseconds): seldom while every live session spoke in the last
 * minute, by a read of its registry file or by a hook.
 */
export function scanInterval(sessions: Iterable<Pick<Living, 'endedAt' | 'picture'>>, now: number): number {
  let any = false;
  for (const { endedAt, picture } of sessions) {
    if (endedAt !== null) continue;
    any = true;
    const spokeAt = Math.max(
      picture.level?.at ?? Number.NEGATIVE_INFINITY,
      picture.hooks.heardAt ?? Number.NEGATIVE_INFINITY,
    );
    if (now - spokeAt > RECENT) return SCAN.often;
  }
  return any ? SCAN.seldom : SCAN.often;
}

/** Starts beating; the first look at everything is the caller's. */
export function beat(options: HeartOptions): Dispose {
  const { processes, sessions, conversations, discovery, keeping, registries, votes, clock, log } = options;
  const last = { scan: clock.steady(), sweep: clock.steady(), flush: clock.steady() };
  let busy = false;

  const due = (what: keyof typeof last, every: number): boolean => {
    const now = clock.steady();
    if (now - last[what] < every - BEAT / 2) return false;
    last[what] = now;
    return true;
  };

  /** The steps of one beat, each on its own: one that fails keeps none of the others from being done. */
  const steps: Readonly<Record<string, () => void | Promise<void>>> = {
    async look() {
      const requests = lookRequests(sessions.all());
      if (requests.length > 0) discovery.looked(await processes.look(requests));
    },
    async scan() {
      if (!due('scan', scanInterval(sessions.all(), clock.steady()))) return;
      const scan = await processes.scan();
      if (scan.kind === 'looked') discovery.scanned(scan.processes);
      else log(`the process table cannot be read: ${scan.reason}`);
    },
    ports: options.ports,
    silence: options.silence,
    bind: conversations.bindUnbound,
    doubt: conversations.doubt,
    sweep() {
      if (!due('sweep', SWEEP)) return;
      for (const registry of registries()) registry.sweep();
      conversations.sweep();
    },
    remove() {
      for (const living of [...sessions.all()]) if (isOver(living, clock.wall())) sessions.remove(living);
    },
    votes() {
      for (const living of sessions.all()) votes.count(living);
    },
    flush() {
      if (due('flush', FLUSH)) keeping.flush(sessions.all(), clock);
    },
  };
  /** Faults that were logged: one that comes back each second is said once. */
  const told = new Set<string>();
  const once = async () => {
    for (const [name, step] of Object.entries(steps)) {
      try {
        await step();
      } catch (error) {
        const fault = `${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
        if (!told.has(fault)) log(fault);
        told.add(fault);
      }
    }
  };

  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    void once().finally(() => {
      busy = false;
    });
  }, BEAT);
  return () => clearInterval(timer);
}

/** Terminals matter where a review waits, children where nothing else tells; elsewhere life is enough. */
function lookRequests(sessions: Iterable<Living>): readonly LookRequest[] {
  const requests: LookRequest[] = [];
  for (const { endedAt, origin, decision, picture } of sessions) {
    if (endedAt !== null || origin.process === null) continue;
    const closely = decision.state === 'review' || picture.level === null;
    const { pid, startTicks } = origin.process;
    requests.push(closely ? origin.process : { pid, startTicks, only: 'life' });
  }
  return requests;
}

function isOver(living: Living, wall: number): boolean {
  if (living.endedAt === null) return false;
  // A script's end is nobody's news.
  return living.kind === 'script' || wall - living.endedAt >= ENDED_STAY;
}
