// A session as clients see it. Pure.

import { isCompacting } from '../core/compacting.ts';
import { agentsOut } from '../core/newest-turn.ts';
import type { Session } from '../core/session.ts';
import type { Living } from './living.ts';

/** The view of a session, apart from `stateChange` and `since`, which it takes as they are. */
export function viewOf(living: Living, host: string, parent: string | null): Session {
  const { picture, decision, origin } = living;
  const { transcript, level } = picture;
  const { state } = decision;
  const working = state === 'busy' || state === 'needs-input';
  const since = iso(living.since);
  return {
    id: living.id,
    host,
    state,
    since,
    waitingSince: state === 'needs-input' || state === 'review' ? since : null,
    pid: origin.pid,
    cwd: living.cwd,
    conversation: picture.conversation,
    label: living.label,
    name: living.name,
    branch: transcript.branch,
    action: working ? (transcript.turn?.openTools.at(-1)?.action ?? null) : null,
    model: transcript.model ?? picture.hooks.story.model,
    contextPercent: null,
    background: working ? agentsOut(picture) : 0,
    compacting: isCompacting(picture, state),
    failure: decision.failure,
    guess: decision.guess,
    limited: limitsOf(living),
    suspended: decision.suspended,
    desktopWorkspace: null,
    tmux: origin.tmux,
    tab: null,
    ports: [],
    mutedUntil:
      living.mutedUntil === null ? null : Number.isFinite(living.mutedUntil) ? iso(living.mutedUntil) : FOREVER,
    kind: living.kind,
    parent,
    tty: origin.tty,
    version: living.version,
    claudeDirectory: origin.claudeDirectory,
    startedAt: origin.startedAt === null ? null : iso(origin.startedAt),
    endedAt: living.endedAt === null ? null : iso(living.endedAt),
    lastText: transcript.lastText,
    tokens: transcript.tokens,
    waitingFor: state === 'needs-input' ? (level?.waitingFor ?? 'start dialog') : null,
    because: decision.because,
    stateChange: living.stateChange,
  };
}

/** The end of all muting: a date that every client can read. */
const FOREVER = '9999-12-31T23:59:59.000Z';

function limitsOf(living: Living): string | null {
  const { registryTrouble, level, shared, hooks } = living.picture;
  if (living.decision.state === 'ended') return null;
  if (registryTrouble?.kind === 'foreign')
    return 'Runs in another container or machine; it cannot be checked from here.';
  if (living.kind === 'editor') return 'Runs in an editor or desktop application: answer it there.';
  if ((level === null || level.word === 'none') && hooks.heardAt === null)
    return 'This Claude Code tells no status of its own; the state is read from its transcript.';
  return shared ? 'Its conversation is live in another session too.' : null;
}

/** ISO 8601 UTC of epoch milliseconds. */
export function iso(wall: number): string {
  return new Date(wall).toISOString();
}
