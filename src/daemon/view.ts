// A session as clients see it. Pure.

import { isCompacting } from '../core/compacting.ts';
import { agentsOut, newestTurn } from '../core/newest-turn.ts';
import { openAsks } from '../core/open-asks.ts';
import type { Picture } from '../core/picture.ts';
import type { Session } from '../core/session.ts';
import { todoProgress, totalTokens } from '../core/work.ts';
import type { Living } from './living.ts';

/** The view of a session, apart from `stateChange` and `since`, which it takes as they are. */
export function viewOf(living: Living, host: string, parent: string | null): Session {
  const { picture, decision, origin } = living;
  const { transcript } = picture;
  const { work } = transcript;
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
    action: working ? (askedOf(living) ?? actionOf(picture)) : null,
    model: transcript.model ?? picture.hooks.story.model,
    contextPercent: null,
    background: working ? agentsOut(picture) : 0,
    compacting: isCompacting(picture, state),
    failure: decision.failure,
    guess: decision.guess,
    limited: limitsOf(living),
    suspended: decision.suspended,
    desktopWorkspace: null,
    tmux: origin.tmux && { socket: origin.tmux.socket, pane: origin.tmux.pane },
    tab: null,
    ports: living.endedAt === null ? living.ports : [],
    mutedUntil:
      living.mutedUntil === null ? null : Number.isFinite(living.mutedUntil) ? iso(living.mutedUntil) : FOREVER,
    kind: living.kind,
    parent,
    tty: origin.tty,
    version: living.version,
    claudeDirectory: origin.claudeDirectory,
    startedAt: origin.startedAt === null ? null : iso(origin.startedAt),
    endedAt: living.endedAt === null ? null : iso(living.endedAt),
    lastText: lastTextOf(picture),
    tokens: transcript.tokens,
    totalTokens: totalTokens(work),
    todos: todoProgress(work),
    agents: working ? work.agents : [],
    toolErrors: work.toolErrors,
    apiError: work.apiError,
    waitingFor: state === 'needs-input' ? waitingForOf(picture) : null,
    because: decision.because,
    stateChange: living.stateChange,
  };
}

/** What a turn ended with is known by its hook before its transcript tells. */
function lastTextOf(picture: Picture): string | null {
  const end = newestTurn(picture)?.end;
  return (end?.kind === 'finished' ? end.text : null) ?? picture.transcript.lastText;
}

/** What is asked, by the oldest question that a hook told of; `null` unless something waits. */
function askedOf({ decision, picture }: Living): string | null {
  if (decision.state !== 'needs-input') return null;
  return openAsks(picture).find(({ action }) => action !== '')?.action ?? null;
}

/** Claude's own word; before it is written, and where there is none, what hook or key tell. */
function waitingForOf(picture: Picture): string {
  if (picture.registryTrouble?.kind === 'missing' && picture.registryTrouble.startDialog) return 'start dialog';
  return picture.level?.waitingFor ?? openAsks(picture)[0]?.waitsFor ?? 'permission prompt';
}

/**
 * The newest tool at work: Claude's own, else, where Claude itself only waits for sub-agents, the newest of theirs.
 */
function actionOf({ transcript }: Picture): string | null {
  const { turn, work } = transcript;
  const open = turn?.openTools ?? [];
  const own = open.findLast(({ agent }) => !agent)?.action;
  if (own !== undefined) return own;
  const waits = open.length > 0 || turn === null || turn.end !== null;
  const theirs = waits ? work.agents.findLast(({ action }) => action !== null)?.action : null;
  return theirs ?? open.at(-1)?.action ?? null;
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
  return shared ? 'Its conversation is live in another session too.' : living.silenced;
}

/** ISO 8601 UTC of epoch milliseconds. */
export function iso(wall: number): string {
  return new Date(wall).toISOString();
}
