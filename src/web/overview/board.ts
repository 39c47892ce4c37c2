// How the overview lays sessions out: by urgency or by directory, as tiles or as lines of cells. Pure.

import { type MarkState, markOf, URGENCY } from '../../core/attention.ts';
import type { Session } from '../../core/session.ts';
import { groupSessions } from '../sidebar/group.ts';
import { elapsed } from '../text/times.ts';

/** Tiles with 28 px marks, two-line tiles, or one-line cells. */
export type Scale = 'large' | 'tile' | 'cell';

/** Sessions under one heading; `mark` or `path` says which. */
export interface Block {
  readonly key: string;
  readonly mark: MarkState | null;
  readonly name: string;
  readonly where: string;
  readonly sessions: readonly Session[];
}

/** A line of the windowed board. */
export type Line =
  | { readonly kind: 'head'; readonly key: string; readonly block: Block }
  | { readonly kind: 'cells'; readonly key: string; readonly sessions: readonly Session[] };

/** What the overview shows: everything but scripts; only one mark where one is chosen. */
export function boardSessions(sessions: readonly Session[], only: MarkState | null): readonly Session[] {
  return sessions.filter((one) => one.kind !== 'script' && (only === null || markOf(one) === only));
}

/** Scale by number of sessions: up to 12, up to 60, more. */
export function scaleOf(count: number): Scale {
  return count <= 12 ? 'large' : count <= 60 ? 'tile' : 'cell';
}

/** Blocks in order. By urgency: one per mark, the longest so first, but what is at rest newest first. By directory: as in the list, urgent ones first. */
export function blocks(sessions: readonly Session[], order: 'urgency' | 'directory', now: number): readonly Block[] {
  if (order === 'directory')
    return groupSessions(sessions).groups.map((group) => ({
      key: group.path,
      mark: null,
      name: group.name,
      where: group.where,
      sessions: [...group.sessions].sort((a, b) => rank(a) - rank(b)),
    }));
  return URGENCY.map((mark) => ({
    key: mark,
    mark,
    name: '',
    where: '',
    sessions: sessions
      .filter((one) => markOf(one) === mark)
      .sort((a, b) => (waited(b, now) - waited(a, now)) * eldestFirst(mark)),
  })).filter((block) => block.sessions.length > 0);
}

/** The blocks cut into lines of `columns` cells. */
export function boardLines(from: readonly Block[], columns: number): readonly Line[] {
  return from.flatMap((block) => {
    const lines: Line[] = [{ kind: 'head', key: `head ${block.key}`, block }];
    for (let at = 0; at < block.sessions.length; at += columns)
      lines.push({ kind: 'cells', key: `${block.key} ${at}`, sessions: block.sessions.slice(at, at + columns) });
    return lines;
  });
}

/** Who waits or works comes longest first; what is at rest, newest first. */
function eldestFirst(mark: MarkState): 1 | -1 {
  return mark === 'idle' || mark === 'ended' ? -1 : 1;
}

function rank(session: Session): number {
  return URGENCY.indexOf(markOf(session));
}

function waited(session: Session, now: number): number {
  return elapsed(session.waitingSince ?? session.since, now);
}
