// The light of one session as a WebSocket client sees it, and what a test may demand of it: the next state must be
// this one, it must come within a second of its cause (Claude's first own sign of it), and nothing else may come in between.

import type { Explanation } from '../../src/contract/commands.ts';
import type { Session, State } from '../../src/core/session.ts';
import type { LabDaemon } from './daemon.ts';
import { pause } from './until.ts';
import type { Sighting, Watcher } from './watcher.ts';

/** How long a light may lag behind its cause, in milliseconds. */
export const PROMPTLY = 1000;

/** What a test may demand of one session's light. */
export interface Light {
  /** The newest thing that was said of the session. */
  session(): Session;
  /** Waits until it is shown as idle, and counts from there: how a start looks is a row of its own. */
  begins(): Promise<Session>;
  /**
   * Counts from a restart of the daemon, which answered at `back` (epoch milliseconds): that it is unknown at first, or
   * still shows `state`, is nothing new, and it cannot have been earlier than that.
   */
  goesOn(state: State | null, back: number): void;
  /** The next state, after the last one demanded, must be this, within `within` milliseconds of the cause. */
  turns(state: State, options?: { within?: number; longer?: number }): Promise<Session>;
  /** Waits until the newest thing said of the session is so, within a second of the cause. */
  says(what: string, test: (session: Session) => boolean, within?: number): Promise<Session>;
  /** Every state from the first sight until now. */
  shown(): State[];
  /** These states, each once, from the first sight until now, and no other in the next moments. */
  hasShown(...states: State[]): Promise<void>;
  /** This state does not come in the next `within` milliseconds. */
  neverShows(state: State, within: number): Promise<void>;
  /** What would have rung, in order. */
  announced(): readonly string[];
}

/** What causes things: the Claude in the lab. */
interface Cause {
  readonly name: string;
  readonly pid: number;
  readonly cause: number;
  levels(): readonly { readonly at: number; readonly status: string; readonly waitingFor: string }[];
}

/** What a daemon that was started again may take beyond that, in milliseconds. */
const RECOVERING = 500;

/** How long `hasShown` waits for what must not come, in milliseconds. */
const MOMENTS = 400;

/**
 * Finds the session with the Claude's pid; it must appear within `within` milliseconds of the cause.
 * @param since the daemon has been there since then, epoch milliseconds: what was before cannot have been seen sooner.
 */
export async function lightOf(
  watcher: Watcher,
  daemon: LabDaemon,
  claude: Cause,
  within = PROMPTLY,
  pid = claude.pid,
  since = 0,
): Promise<Light> {
  const found = () => watcher.snapshot().sessions.find((session) => session.pid === pid);
  const began = Math.max(claude.cause, since);
  const listed = `${claude.name} (pid ${pid}) is listed`;
  // Waits longer than allowed, so that a late listing is reported as late, and not as missing.
  const { id } = await watcher.next(listed, found, remaining(began, within) + 4000);
  const lag = (watcher.sightings(id)[0]?.at ?? 0) - began;
  if (lag > within) throw new Error(`${listed} ${lag} ms after it began`);
  let demanded = 0;
  let from = 0;
  let known: State | null = null;
  let notBefore = 0;
  const steps = () => {
    const all = distinct(watcher.sightings(id).slice(from));
    // Before anything was looked at nothing is known; a Claude that is stopped was looked at.
    const tells = ({ session: { state, suspended } }: Sighting) =>
      state !== known && (state !== 'unknown' || suspended);
    const news = all.findIndex(tells);
    return known === null ? all : all.slice(news < 0 ? all.length : news);
  };
  const story = async () => {
    const explanation = await daemon.command('explain', { session: id }).catch(String);
    return [
      `cause at ${clock(claude.cause)}`,
      ...claude.levels().map(({ at, status, waitingFor }) => `registry ${clock(at)} ${status} ${waitingFor}`),
      ...watcher.sightings(id).map(({ at, session }) => `light    ${clock(at)} ${session.state} (${session.because})`),
      typeof explanation === 'string' ? explanation : inWords(explanation),
    ].join('\n');
  };
  const fail = async (what: string): Promise<never> => {
    throw new Error(`${claude.name}: ${what}\n${await story()}`);
  };
  const newest = () => watcher.sightings(id).at(-1)?.session ?? failedToFind(id);
  const light: Light = {
    session: newest,
    async begins() {
      const session = await light.says('idle', ({ state }) => state === 'idle');
      from = watcher.sightings(id).findLastIndex((sighting) => sighting.session.state !== 'idle') + 1;
      demanded = 1;
      return session;
    },
    goesOn(state, back) {
      known = state;
      notBefore = back + RECOVERING;
    },
    async turns(state, { within: limit = PROMPTLY, longer = 0 } = {}) {
      const index = demanded;
      // Waits longer than allowed, so that a late light is reported as late, and not as missing.
      const wait = remaining(claude.cause, limit) + 4000 + longer;
      const demandedStep = () => {
        const next = steps()[index];
        return next && tellsSeen(next) && state !== 'idle' ? undefined : next;
      };
      const step = await watcher.next(state, demandedStep, wait).catch(() => null);
      if (step === null) return fail(`the light did not turn ${state}`);
      if (step.session.state !== state) return fail(`the light turned ${step.session.state} instead of ${state}`);
      // The lab's own look at the registry may come a moment after ours.
      if (step.at - claude.cause > limit) await pause(100);
      const lag = step.at - Math.max(notBefore, firstSign(claude, step.at));
      if (!step.before && lag > limit) return fail(`the light turned ${state} ${lag} ms after its cause`);
      demanded = index + 1;
      return step.session;
    },
    async says(what, test, limit = PROMPTLY) {
      const look = () => test(newest()) && newest();
      const session = await watcher.next(what, look, remaining(claude.cause, limit)).catch(() => null);
      return session ?? fail(`nobody said ${what}: ${JSON.stringify(newest(), null, 1)}`);
    },
    shown: () => steps().map(({ session }) => session.state),
    async hasShown(...states) {
      await pause(MOMENTS);
      const shown = light.shown();
      if (shown.join(' ') !== states.join(' ')) await fail(`shown: ${shown.join(' ')}; expected: ${states.join(' ')}`);
    },
    async neverShows(state, limit) {
      const before = steps().length;
      await pause(limit);
      if (steps().some((step, index) => index >= before && step.session.state === state))
        await fail(`it showed ${state}`);
    },
    announced: () => watcher.sightings(id).flatMap(({ announce }) => (announce === null ? [] : [announce])),
  };
  return light;
}

/** Only the sightings at which the state was another than before. */
function distinct(sightings: readonly Sighting[]): Sighting[] {
  const steps = sightings.filter(({ session }, index) => session.state !== sightings[index - 1]?.session.state);
  // Whoever types a prompt under a review has seen it: whether that shows before the prompt is sent is a matter of time.
  return steps.filter((step, index) => !(tellsSeen(step) && steps[index + 1]?.session.state === 'busy'));
}

/** Whether a review went because the person had seen it: with a level one rule says so, without one another. */
function tellsSeen({ session: { state, because } }: Sighting): boolean {
  return state === 'idle' && (because === 'seen' || because === 'hook-rests');
}

/** Claude takes its time between a key and its first sign of having read it: that is not our lag. */
function firstSign({ cause, levels }: Cause, seenAt: number): number {
  const sign = levels().find(({ at }) => at >= cause)?.at ?? cause;
  return Math.min(sign, seenAt);
}

function remaining(cause: number, within: number): number {
  return Math.max(50, cause + within - Date.now());
}

function clock(at: number): string {
  return new Date(at).toISOString().slice(14, 23);
}

function failedToFind(id: string): never {
  throw new Error(`nothing was ever said of ${id}`);
}

function inWords({ rule, because, sources, evidence }: Explanation): string {
  const told = sources.map(({ source, said, ageMs, verdict }) => `  ${source}: ${said} (${ageMs} ms ago, ${verdict})`);
  const lines = evidence.slice(-40).map(({ at, source, text }) => `  ${at.slice(14, 23)} ${source}: ${text}`);
  return [`explain: ${rule}: ${because}`, ...told, ...lines].join('\n');
}
