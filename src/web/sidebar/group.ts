// Which sessions stand together in the list: by directory, scripts under whoever started them. Pure.
// Rows keep their place: the order is by when a session began, never by what it does.

import { counts, type Tally, tally } from '../../core/attention.ts';
import type { Session } from '../../core/session.ts';
import { baseName, shortPath } from '../text/cut.ts';

/** The sessions of one directory. */
export interface Group {
  readonly path: string;
  readonly name: string;
  /** The directory above, with `~` for home; empty for the root. */
  readonly where: string;
  readonly sessions: readonly Session[];
  readonly tally: Tally;
}

/** Sessions by directory, and scripts apart. */
export interface Grouped {
  readonly groups: readonly Group[];
  /** Scripts by the id of the session that started them. */
  readonly scriptsOf: ReadonlyMap<string, readonly Session[]>;
  /** Scripts that nobody here started. */
  readonly loneScripts: readonly Session[];
}

/** Groups by directory, in the order of their paths. */
export function groupSessions(sessions: readonly Session[]): Grouped {
  const byPath = new Map<string, Session[]>();
  const scriptsOf = new Map<string, Session[]>();
  const loneScripts: Session[] = [];
  const ids = new Set(sessions.map((one) => one.id));
  for (const session of [...sessions].sort(byBeginning)) {
    if (session.kind !== 'script') push(byPath, session.cwd, session);
    else if (session.parent !== null && ids.has(session.parent)) push(scriptsOf, session.parent, session);
    else loneScripts.push(session);
  }
  const groups = [...byPath].map(([path, inside]) => groupOf(path, inside));
  return { groups: groups.sort((a, b) => (a.path < b.path ? -1 : 1)), scriptsOf, loneScripts };
}

/** How many sessions are listed: those that count, and the ended ones. */
export function listed(sessions: readonly Session[]): number {
  return sessions.filter((one) => counts(one) || (one.state === 'ended' && one.kind !== 'script')).length;
}

function groupOf(path: string, sessions: readonly Session[]): Group {
  const short = shortPath(path, sessions[0]?.claudeDirectory ?? '');
  const cut = short.lastIndexOf('/');
  const name = short === '~' ? '~' : baseName(path);
  return { path, name, where: cut > 0 ? short.slice(0, cut) : '', sessions, tally: tally(sessions) };
}

function byBeginning(a: Session, b: Session): number {
  const [began, other] = [a.startedAt ?? '', b.startedAt ?? ''];
  if (began === other) return a.id < b.id ? -1 : 1;
  return began < other ? -1 : 1;
}

function push<K>(map: Map<K, Session[]>, key: K, session: Session): void {
  const list = map.get(key);
  if (list) list.push(session);
  else map.set(key, [session]);
}
