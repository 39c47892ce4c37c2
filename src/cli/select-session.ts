// Which session a person means by `S`: id, unique prefix, label, name, branch or directory. Pure. It must never choose
// between two that fit equally well.

import type { Session } from '../core/session.ts';
import { lastPart } from './text/session-words.ts';

/** One session, none, or several that fit equally well. */
export type Selection =
  | { readonly kind: 'one'; readonly session: Session }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly sessions: readonly Session[] };

type Fit = (session: Session, wanted: string) => boolean;

const names = (session: Session): string[] =>
  [session.label, session.name, session.branch, lastPart(session.cwd)].flatMap((name) =>
    name === null || name === '' ? [] : [name.toLowerCase()],
  );

/** Strictest first: the first that fits anything decides. */
const FITS: readonly Fit[] = [
  (session, wanted) => session.id === wanted,
  (session, wanted) => session.label?.toLowerCase() === wanted,
  (session, wanted) => session.name?.toLowerCase() === wanted,
  (session, wanted) => session.cwd.toLowerCase() === wanted.replace(/(?<=.)\/+$/, ''),
  (session, wanted) => names(session).includes(wanted),
  (session, wanted) => session.id.startsWith(wanted),
  (session, wanted) => session.conversation?.startsWith(wanted) === true && wanted.length >= 8,
  (session, wanted) => names(session).some((name) => name.startsWith(wanted)),
  (session, wanted) => names(session).some((name) => name.includes(wanted)),
  (session, wanted) => names(session).some((name) => isSubsequence(wanted, name)),
];

/**
 * Finds the session. Case does not matter. Ended sessions and scripts count only where no other fits as well.
 * @param text what the person typed; an empty one fits nothing.
 */
export function selectSession(sessions: readonly Session[], text: string): Selection {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return { kind: 'none' };
  for (const fits of FITS) {
    const found = sessions.filter((session) => fits(session, wanted));
    const lively = found.filter((session) => session.state !== 'ended' && session.kind !== 'script');
    const best = lively.length > 0 ? lively : found;
    const [first] = best;
    if (first === undefined) continue;
    return best.length === 1 ? { kind: 'one', session: first } : { kind: 'several', sessions: best };
  }
  return { kind: 'none' };
}

/** Whether all characters of `wanted` come in `name` in this order. Two or fewer would fit nearly everything. */
function isSubsequence(wanted: string, name: string): boolean {
  if (wanted.length < 3) return false;
  let at = 0;
  for (const character of name) if (character === wanted[at]) at += 1;
  return at === wanted.length;
}
