// Finds sessions by what the person remembers of them. Pure; 1,000 sessions take a few milliseconds.

import type { Session } from '../../core/session.ts';
import { ownName } from '../text/names.ts';

const haystacks = new WeakMap<Session, string>();

/** The sessions in which every word of `query` occurs: in name, id, directory, branch, action, model or last text. */
export function searchSessions(sessions: readonly Session[], query: string): readonly Session[] {
  const needles = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (needles.length === 0) return sessions;
  return sessions.filter((session) => {
    const text = haystack(session);
    return needles.every((needle) => text.includes(needle));
  });
}

function haystack(session: Session): string {
  const known = haystacks.get(session);
  if (known !== undefined) return known;
  const { id, label, name, cwd, branch, action, model, lastText, waitingFor } = session;
  const text = [ownName(session), id, label, name, cwd, branch, action, model, waitingFor, lastText]
    .filter(Boolean)
    .join('\n')
    .toLowerCase();
  haystacks.set(session, text);
  return text;
}
