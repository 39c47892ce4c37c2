// Changes: what the daemon tells its clients, numbered without gaps, and how a client follows them.
// Pure. The same function keeps the panel's store, `tallymux watch` and the tests in step with the daemon.

import type { Prompt, Receipt } from './prompt.ts';
import type { Session } from './session.ts';

/** Something the person should know about the daemon itself, shown on every page and by `status`. */
export interface Warning {
  /**
   * Stable name: `no-database`, `newer-database`, `database-rebuilt`, `disk-full`, `plain-http`,
   * `sources-disagree`, or `settings: …`.
   */
  readonly name: string;
  /** `red`: data is at risk or a door is open; `amber`: something does not work. */
  readonly severity: 'red' | 'amber';
  /** One or two sentences: what is wrong, and what to do next. */
  readonly text: string;
}

/** What a change says. */
export type ChangeBody =
  | {
      readonly kind: 'session-changed';
      readonly session: Session;
      /** What this change would ring for; `null` for recovery and for whatever never rings (DESIGN §5). */
      readonly announce: 'needs-input' | 'review' | null;
    }
  | { readonly kind: 'session-removed'; readonly id: string }
  /** A prompt was opened, or something of it changed. */
  | { readonly kind: 'prompt-changed'; readonly prompt: Prompt }
  | { readonly kind: 'prompt-closed'; readonly receipt: Receipt }
  | { readonly kind: 'warnings-changed'; readonly warnings: readonly Warning[] };

/** One change. `number` grows by one, without gaps, while the daemon lives; `at` is ISO 8601 UTC. */
export type Change = ChangeBody & { readonly number: number; readonly at: string; readonly host: string };

/** Everything a client shows, as of change `number`. */
export interface Snapshot {
  readonly number: number;
  readonly host: string;
  /** Differs after every start of the daemon: numbers of two epochs are not comparable. */
  readonly epoch: string;
  /** False where no Claude directory exists, none is in the login shell's PATH and none runs. */
  readonly claudeInstalled: boolean;
  readonly sessions: readonly Session[];
  /** Open prompts, oldest first. */
  readonly prompts: readonly Prompt[];
  readonly warnings: readonly Warning[];
}

/**
 * The snapshot after one change.
 * @returns `null` when the change does not follow the snapshot (a gap): ask for a new snapshot. A change that the
 * snapshot already holds returns the snapshot itself.
 */
export function applyChange(snapshot: Snapshot, change: Change): Snapshot | null {
  if (change.number <= snapshot.number) return snapshot;
  if (change.number !== snapshot.number + 1) return null;
  const next = { ...snapshot, number: change.number };
  switch (change.kind) {
    case 'session-changed':
      return { ...next, claudeInstalled: true, sessions: withItem(snapshot.sessions, change.session) };
    case 'session-removed':
      return { ...next, sessions: snapshot.sessions.filter((session) => session.id !== change.id) };
    case 'prompt-changed':
      return { ...next, prompts: withItem(snapshot.prompts, change.prompt) };
    case 'prompt-closed':
      return { ...next, prompts: snapshot.prompts.filter(({ id }) => id !== change.receipt.prompt) };
    case 'warnings-changed':
      return { ...next, warnings: change.warnings };
  }
}

function withItem<T extends { readonly id: string }>(items: readonly T[], item: T): readonly T[] {
  const at = items.findIndex((known) => known.id === item.id);
  return at < 0 ? [...items, item] : items.with(at, item);
}
