// What a session is called, so that no two rows read alike. Pure.

import type { Session } from '../../core/session.ts';
import { baseName } from './cut.ts';

/** A session's name, and what tells it from others of the same name (branch, directory or id). */
export interface ShownName {
  readonly name: string;
  readonly extra: string | null;
}

/** Its label, else Claude's name for it, else its directory's name. */
export function ownName(session: Session): string {
  return session.label || session.name || baseName(session.cwd) || session.id;
}

/**
 * Names of all sessions by id. Sessions with the same name get their branch after it, where all of these differ; else
 * their directory; else their short id.
 */
export function shownNames(sessions: readonly Session[]): ReadonlyMap<string, ShownName> {
  const byName = new Map<string, Session[]>();
  for (const session of sessions) {
    const same = byName.get(ownName(session));
    if (same) same.push(session);
    else byName.set(ownName(session), [session]);
  }
  const shown = new Map<string, ShownName>();
  for (const [name, same] of byName) {
    const tell = same.length > 1 ? teller(same) : null;
    for (const session of same) shown.set(session.id, { name, extra: tell === null ? null : tell(session) });
  }
  return shown;
}

function teller(sessions: readonly Session[]): (session: Session) => string {
  const choices: ((session: Session) => string | null)[] = [(one) => one.branch, (one) => baseName(one.cwd)];
  for (const choice of choices) {
    const told = new Set(sessions.map(choice));
    if (told.size === sessions.length && !told.has(null)) return (session) => choice(session) ?? session.id;
  }
  return (session) => session.id;
}
