// Takes hooks in, whichever way they came: finds whose each is, makes it evidence, and has what it may contradict read
// again. A spool file is given back only after what it means was written down. It decides nothing about state.

import type { HookEvidence, Steady } from '../core/evidence.ts';
import type { HookArrival } from '../core/hook.ts';
import { bootClocks } from './boot-clock.ts';
import type { Conversations } from './conversations.ts';
import type { Discovery } from './discovery.ts';
import { rememberGone } from './gone-launchers.ts';
import { hookOwners } from './hook-owner.ts';
import { hookReceipts } from './hook-receipts.ts';
import { rememberHooks } from './hook-repeats.ts';
import type { Keeping } from './keeping.ts';
import type { Living } from './living.ts';
import type { Clock, Dispose, HookBatch, HookSpool, HookSpoolWatching, Processes } from './ports.ts';
import type { Prompts } from './prompts/prompts-shape.ts';
import { readAgain } from './read-again.ts';
import { logSeldom } from './seldom.ts';
import type { Sessions } from './sessions.ts';
import type { Warnings } from './warnings.ts';

/** What the intake needs around it. */
export interface HookIntakeOptions {
  readonly spool: HookSpool;
  /** Milliseconds since the machine was started, as the launcher reads them; `null` where there is no such clock. */
  readonly uptime: () => number | null;
  /** A path with its links resolved as far as it exists. */
  readonly physical: (path: string) => string;
  readonly sessions: Sessions;
  readonly discovery: Pick<Discovery, 'spoken' | 'renamed' | 'looked'>;
  readonly conversations: Pick<Conversations, 'readNow' | 'named'>;
  readonly keeping: Pick<Keeping, 'flush' | 'waits'>;
  readonly processes: Pick<Processes, 'look' | 'lineage'>;
  readonly warnings: Pick<Warnings, 'set' | 'clear'>;
  readonly clock: Clock;
  readonly readRegistry: (claudeDirectory: string, pid: number) => void;
  readonly prompts: Pick<Prompts, 'asked' | 'unowned' | 'gone'>;
  readonly log: (text: string) => void;
}

/** The intake of one daemon. */
export interface HookIntake {
  /** Begins to watch the spool; resolves when what was there has been taken in. It announces nothing. */
  begin(): Promise<void>;
  /** Takes a hook that came over a door. */
  take(arrival: HookArrival): Promise<'taken' | 'refused'>;
  dispose: Dispose;
}

/** After these hooks the level may have moved, and the transcript has something to read. */
const TURNING: readonly HookEvidence['fact']['kind'][] = [
  'prompt',
  'stopped',
  'stop-failed',
  'permission-asked',
  'permission-notified',
  'form-asked',
  'form-answered',
];
/** A Claude that said goodbye is looked at after so long, in milliseconds. */
const LOOKS = [30, 120, 400, 1_000];
/** SessionEnd of these reasons ends a conversation and no process. */
const GOES_ON: readonly string[] = ['clear', 'resume'];
/** Both clocks are read this often, so that a sleep of the machine is known to this, in milliseconds. */
const CLOCKS = 5_000;
/** The start waits so long for owners that must be searched for, in milliseconds. */
const PATIENCE = 200;

type Told = ReadonlyMap<Living, readonly HookEvidence[]>;

/** Takes hooks in for `sessions`. */
export function takeHooks(options: HookIntakeOptions): HookIntake {
  const { spool, sessions, discovery, conversations, keeping, processes, warnings, prompts, clock, log } = options;
  const owners = hookOwners({ ...options, meet: discovery.spoken });
  const clocks = bootClocks(clock, options.uptime);
  const repeats = rememberHooks(clock.steady);
  const seldom = logSeldom(log, clock.steady);
  const timers = new Set<NodeJS.Timeout>();
  const failedFor = (living: Living, error: unknown) =>
    seldom(`hooks of session ${living.id} failed: ${error instanceof Error ? error.stack : String(error)}`);
  const again = readAgain({ ...options, failed: failedFor });
  const receipts = hookReceipts(keeping, sessions, clock);
  const gone = rememberGone(clock.steady);
  let watching: HookSpoolWatching | null = null;
  let underway: Promise<unknown>[] = [];
  const begunAt = clock.steady();
  let recovering = true;
  let disposed = false;

  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!disposed) work();
    }, ms);
    timer.unref();
    timers.add(timer);
  };

  /** Finds owners, at once where they are known, and tells each session its own. @returns the sessions told. */
  const tellAll = (arrivals: readonly HookArrival[]): Living[] | Promise<Living[]> => {
    const now = clocks();
    const known = new Map<Living, HookEvidence[]>();
    const told: [Living, HookArrival, Steady][] = [];
    const searched: Promise<Living | null>[] = [];
    for (const arrival of arrivals) {
      const at = now.at(arrival.uptime);
      if (at === null) {
        seldom(`a hook (${arrival.event}) from before the machine was started; passed over`);
        prompts.unowned(arrival);
        continue;
      }
      const owner = owners.of(arrival);
      if (owner instanceof Promise) searched.push(owner.then((found) => tellFound(found, arrival, at)));
      else if (isLiving(owner)) {
        listIn(known, owner).push(evidenceOf(arrival, at));
        told.push([owner, arrival, at]);
      } else refuse(owner, arrival);
    }
    tell(known);
    for (const [owner, arrival, at] of told) hand(owner, arrival, at);
    if (searched.length === 0) return [...known.keys()];
    return Promise.all(searched).then((found) => [...known.keys(), ...found.filter((living) => living !== null)]);
  };

  const tellFound = (owner: Living | 'over' | 'nobody', arrival: HookArrival, at: Steady): Living | null => {
    if (disposed) return null;
    if (!isLiving(owner)) return refuse(owner, arrival);
    tell(new Map([[owner, [evidenceOf(arrival, at)]]]));
    hand(owner, arrival, at);
    return owner;
  };

  /** A session may move to another directory, and its transcript with it: its hooks know first. */
  const nameTranscript = (owner: Living, { conversation, transcriptPath }: HookArrival) => {
    if (transcriptPath !== null) conversations.named(owner, conversation, transcriptPath);
  };

  /** What else a hook brings beside its evidence. One that cannot be taken keeps none of the others from theirs. */
  const hand = (owner: Living, arrival: HookArrival, at: Steady) => {
    try {
      nameTranscript(owner, arrival);
      if (arrival.question === null) return;
      prompts.asked(owner, arrival, at);
      const { held } = arrival.question;
      if (gone.has(held)) prompts.gone([held]);
    } catch (error) {
      failedFor(owner, error);
    }
  };

  const refuse = (owner: 'over' | 'nobody', arrival: HookArrival): null => {
    prompts.unowned(arrival);
    if (owner === 'nobody') seldom(`a hook (${arrival.event}) that belongs to no session here; passed over`);
    return null;
  };

  const tell = (told: Told) => {
    for (const [living, evidence] of told) tellOne(living, evidence);
    sessions.settleAll(told.keys());
  };

  /** One whose hooks cannot be taken keeps none of the others from theirs. */
  const tellOne = (living: Living, evidence: readonly HookEvidence[]) => {
    try {
      const before = living.picture.conversation;
      // What happened while no daemon lived is found by recovery, whatever was settled of the session meanwhile.
      if (recovering && evidence.every(({ at }) => at < begunAt)) living.recovering = true;
      sessions.tell(living, evidence);
      living.dirty = true;
      if (living.picture.conversation !== before) discovery.renamed(living);
      if (evidence.some(({ fact }) => TURNING.includes(fact.kind))) again.now(living);
      const ends = evidence.some(({ fact }) => fact.kind === 'session-ended' && !GOES_ON.includes(fact.reason));
      if (ends) hastenLook(living);
    } catch (error) {
      failedFor(living, error);
    }
  };

  /** Saying goodbye is no end: only the process tells that. */
  const hastenLook = (living: Living) => {
    for (const wait of LOOKS)
      later(wait, () => {
        const { process } = living.origin;
        if (living.endedAt !== null || process === null) return;
        void processes.look([process]).then(discovery.looked);
      });
  };

  const heard = (batch: HookBatch) => {
    for (const { fault } of batch.faults) seldom(`${fault}; passed over`);
    // Their questions may be in this batch, or be handed over later.
    gone.note(batch.gone);
    try {
      const told = tellAll(batch.arrivals);
      prompts.gone(batch.gone);
      if (!(told instanceof Promise)) return receipts.owe(told, batch);
      const work = told.then(
        (living) => receipts.owe(living, batch),
        (error: unknown) => failed(error, batch),
      );
      underway.push(work);
      void work.finally(() => {
        underway = underway.filter((one) => one !== work);
      });
    } catch (error) {
      failed(error, batch);
    }
  };

  /** What cannot be understood now will not be later: it must not come back for ever. */
  const failed = (error: unknown, batch: HookBatch) => {
    log(`hooks could not be taken in: ${error instanceof Error ? error.stack : String(error)}`);
    batch.taken();
  };

  const trouble = (reason: string | null) => {
    if (reason === null) return warnings.clear('spool');
    const text = `The directory of hooks (spool/ in the Tallymux home) cannot be read (${reason}): states come without them, and later. \`tallymux doctor\` says more.`;
    warnings.set({ name: 'spool', severity: 'amber', text });
    log(text);
  };

  const ticking = setInterval(clocks, CLOCKS);
  ticking.unref();

  return {
    async begin() {
      watching = spool.watch(heard, trouble);
      await watching.drain();
      const searched = Promise.all(underway).then(() => {
        recovering = false;
      });
      await Promise.race([searched, new Promise((resolve) => later(PATIENCE, () => resolve(null)))]);
    },
    async take(arrival) {
      const first = repeats.first(arrival);
      if (first === null) {
        seldom(`a hook (${arrival.event}) that came before; passed over`);
        return 'refused';
      }
      return (await tellAll([first])).length > 0 ? 'taken' : 'refused';
    },
    dispose() {
      disposed = true;
      watching?.dispose();
      receipts.dispose();
      again.dispose();
      clearInterval(ticking);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function listIn<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

function isLiving(owner: Living | 'over' | 'nobody'): owner is Living {
  return typeof owner === 'object';
}

function evidenceOf(arrival: HookArrival, at: Steady): HookEvidence {
  const { key, conversation, turn, agent, fact } = arrival;
  return {
    source: 'hook',
    at,
    key,
    conversation,
    turn,
    agent,
    fact,
  };
}
