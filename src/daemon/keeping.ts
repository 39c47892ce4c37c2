// Writes sessions down: a change of state at once and before anybody hears of it, the rest every few seconds.
// A store that fails is said once and tried again; nothing stops, nothing is lost while the daemon lives. A session that
// cannot be written down must never keep the others from it.

import { writeAlive } from './last-alive.ts';
import type { Living } from './living.ts';
import { toKept } from './living.ts';
import type { Clock, Store, StoredTransition } from './ports.ts';
import type { Warnings } from './warnings.ts';

/** Where the daemon writes. */
export interface Keeping {
  /** Saves a session and, when its state changed, the transition, in one transaction. */
  save(living: Living, transition: StoredTransition | null): void;
  /** Does `work`, and saves what it saves in one transaction at its end: one costs as much as all that is in it. */
  together(work: () => void): void;
  /** Runs any other write; told in a warning when it fails, and tried again with the next flush. */
  write(work: () => void): void;
  remove(id: string): void;
  /** Whether a write failed and was not made up for yet. */
  waits(): boolean;
  /** Writes what waits. */
  flush(sessions: Iterable<Living>, clock: Pick<Clock, 'steady' | 'wall'>): void;
}

/** The warning of sessions that are in memory alone. */
const UNWRITABLE = 'session-unwritten';

/** Keeps sessions in `store`. */
export function keepSessions(store: Store, warnings: Warnings): Keeping {
  let waiting: (() => void)[] = [];
  let failing = false;
  /** Ids of sessions that are in memory alone. */
  const unwritable = new Set<string>();
  const failed = (error: unknown) => {
    failing = true;
    const reason = error instanceof Error ? error.message : String(error);
    warnings.set({
      name: 'disk-full',
      severity: 'red',
      text: `State cannot be written (${reason}). Tallymux goes on from memory; make room, and it will be written.`,
    });
  };
  const attempt = (work: () => void): boolean => {
    try {
      store.transaction(work);
      // A warning that was given at the start (only memory is left) is not ours to take back.
      if (failing) warnings.clear('disk-full');
      failing = false;
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  };
  const write = (work: () => void) => {
    // In their order: an older write must not come after a newer one.
    if (waiting.length > 0 || !attempt(work)) waiting.push(work);
  };
  /** @returns `null` where it cannot be put into words: what it is built of is not the others' fault. */
  const workOf = (living: Living, transitions: readonly StoredTransition[]): (() => void) | null => {
    try {
      const work = saveWork(living, transitions);
      if (unwritable.delete(living.id) && unwritable.size === 0) warnings.clear(UNWRITABLE);
      return work;
    } catch (error) {
      unwritable.add(living.id);
      const text = `Session ${living.id} cannot be written down (${error instanceof Error ? error.message : String(error)}): after a restart it is met anew. All others are.`;
      warnings.set({ name: UNWRITABLE, severity: 'amber', text });
      return null;
    }
  };
  const saveWork = (living: Living, transitions: readonly StoredTransition[]) => {
    const body = toKept(living);
    const lines = living.unwritten;
    return () => {
      store.saveSession({ id: living.id, body });
      for (const transition of transitions) store.addTransition(transition);
      if (lines.length > 0) store.addEvidence(lines);
    };
  };
  const saveAll = (saves: ReadonlyMap<Living, readonly StoredTransition[]>) => {
    if (saves.size === 0) return;
    const works = new Map([...saves].map(([living, transitions]) => [living, workOf(living, transitions)]));
    const written = attempt(() => runAll(works.values()));
    for (const [living, transitions] of saves) {
      const saved = written && works.get(living) !== null;
      living.dirty = !saved;
      if (saved) living.unwritten = [];
      else waiting.push(...transitions.map((transition) => () => store.addTransition(transition)));
    }
  };
  /** Saves that wait for the end of what they are part of. */
  let gathered: Map<Living, StoredTransition[]> | null = null;
  return {
    write,
    save(living, transition) {
      const transitions = [...(gathered?.get(living) ?? []), ...(transition === null ? [] : [transition])];
      if (gathered === null) saveAll(new Map([[living, transitions]]));
      else gathered.set(living, transitions);
    },
    together(work) {
      if (gathered !== null) return work();
      gathered = new Map();
      try {
        work();
      } finally {
        const saves = gathered;
        gathered = null;
        saveAll(saves);
      }
    },
    remove(id) {
      for (const living of gathered?.keys() ?? []) if (living.id === id) gathered?.delete(living);
      if (unwritable.delete(id) && unwritable.size === 0) warnings.clear(UNWRITABLE);
      write(() => store.removeSession(id));
    },
    waits: () => waiting.length > 0,
    flush(sessions, clock) {
      const again = waiting;
      waiting = [];
      if (again.length > 0 && !attempt(() => runAll(again))) {
        waiting = [...again, ...waiting];
        return;
      }
      const works = new Map<Living, () => void>();
      for (const living of sessions) {
        const work = living.dirty || living.unwritten.length > 0 ? workOf(living, []) : null;
        if (work !== null) works.set(living, work);
      }
      if (works.size === 0) return;
      // Beside what is true at a time stands the time itself, for the next daemon and its clock.
      const time = () => {
        store.setSetting('steady', String(Math.round(clock.steady())));
        writeAlive(store, clock.wall());
      };
      if (!attempt(() => runAll([...works.values(), time]))) return;
      for (const living of works.keys()) {
        living.dirty = false;
        living.unwritten = [];
      }
    },
  };
}

function runAll(works: Iterable<(() => void) | null>): void {
  for (const work of works) work?.();
}
