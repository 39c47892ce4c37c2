// The one store of what the daemon says. Fed only by the connection; everybody else reads.

import { create } from 'zustand';
import type { Change, Snapshot } from '../../core/apply-change.ts';
import { type Tally, tally } from '../../core/attention.ts';
import type { Prompt } from '../../core/prompt.ts';
import type { Session } from '../../core/session.ts';

/**
 * How the page stands to the daemon. `unpaired`: it must be paired; `connecting`: nothing was shown yet; `live`: what is
 * shown is true; `away`: what is shown may be out of date; `outdated`: page and daemon are of different versions.
 */
export type Phase = 'starting' | 'unpaired' | 'connecting' | 'live' | 'away' | 'outdated';

/** What the panel knows. */
export interface Panel {
  readonly phase: Phase;
  readonly snapshot: Snapshot | null;
  readonly tally: Tally;
  readonly role: 'full' | 'read-only';
  /** When the daemon was last heard, epoch milliseconds of this device; 0 before. */
  readonly heardAt: number;
}

/** The store. */
export const usePanel = create<Panel>()(() => ({
  phase: 'starting',
  snapshot: null,
  tally: tally([]),
  role: 'read-only',
  heardAt: 0,
}));

/** Shows a snapshot; the tally is counted once, here, so that bell, title and logo cannot differ. */
export function showSnapshot(snapshot: Snapshot): void {
  usePanel.setState({ snapshot, tally: tally(snapshot.sessions) });
}

const NONE: readonly Session[] = [];

/** All sessions, in the daemon's order. */
export function useSessions(): readonly Session[] {
  return usePanel((panel) => panel.snapshot?.sessions ?? NONE);
}

const NO_PROMPTS: readonly Prompt[] = [];

/** All open prompts, oldest first, as they came: `shownPrompt` makes what is drawn of one. */
export function usePrompts(): readonly Prompt[] {
  return usePanel((panel) => panel.snapshot?.prompts ?? NO_PROMPTS);
}

/** Whether this device may change anything now. */
export function useMayAct(): boolean {
  return usePanel((panel) => panel.role === 'full' && panel.phase === 'live');
}

type ChangeListener = (change: Change) => void;
const listeners = new Set<ChangeListener>();

/** Calls `listener` for each change as it arrives. Returns what takes it away again. */
export function onChange(listener: ChangeListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells the listeners about a change. Only the connection calls this. */
export function tellChange(change: Change): void {
  for (const listener of listeners) listener(change);
}
