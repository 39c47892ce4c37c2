// Which session a person means by `S`: id, label, name, branch or directory, or the beginning of one. Pure. It must never
// choose between two that fit equally well, nor take for meant what was only nearly said.

import type { Session } from '../core/session.ts';
import { lastPart } from './text/session-words.ts';

/** One session, several that fit equally well, or none; then those whose names look like what was typed. */
export type Selection =
  | { readonly kind: 'one'; readonly session: Session }
  | { readonly kind: 'none'; readonly near: readonly Session[] }
  | { readonly kind: 'several'; readonly sessions: readonly Session[] };

type Fit = (session: Session, wanted: string) => boolean;

const names = (session: Session): string[] =>
  [session.label, session.name, session.branch, lastPart(session.cwd)].flatMap((name) =>
    name === null || name === '' ? [] : [name.toLowerCase()],
  );

/** Strictest first: the first that fits anything decides. All beginnings weigh the same. */
const FITS: readonly Fit[] = [
  (session, wanted) => session.id === wanted,
  (session, wanted) => session.label?.toLowerCase() === wanted,
  (session, wanted) => session.name?.toLowerCase() === wanted,
  (session, wanted) => session.cwd.toLowerCase() === wanted.replace(/(?<=.)\/+$/, ''),
  (session, wanted) => names(session).includes(wanted),
  (session, wanted) =>
    session.id.startsWith(wanted) ||
    (session.conversation?.startsWith(wanted) === true && wanted.length >= 8) ||
    names(session).some((name) => beginsWord(wanted, name)),
];

/** What only looks like it: good for a hint, and for a look where nothing is changed. */
const NEAR: readonly Fit[] = [
  (session, wanted) => names(session).some((name) => name.includes(wanted)),
  (session, wanted) => names(session).some((name) => isSubsequence(wanted, name)),
];

/**
 * Finds the session. Case does not matter. Ended sessions and scripts count only where no other fits as well.
 * @param text what the person typed; an empty one fits nothing.
 */
export function selectSession(sessions: readonly Session[], text: string): Selection {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return { kind: 'none', near: [] };
  const found = strictest(FITS, sessions, wanted);
  const [first] = found;
  if (first === undefined) return { kind: 'none', near: strictest(NEAR, sessions, wanted) };
  return found.length === 1 ? { kind: 'one', session: first } : { kind: 'several', sessions: found };
}

function strictest(order: readonly Fit[], sessions: readonly Session[], wanted: string): readonly Session[] {
  for (const fits of order) {
    const found = sessions.filter((session) => fits(session, wanted));
    const lively = found.filter((session) => session.state !== 'ended' && session.kind !== 'script');
    if (found.length > 0) return lively.length > 0 ? lively : found;
  }
  return [];
}

/** Whether `wanted` stands at the beginning of the name or of a word in it. */
function beginsWord(wanted: string, name: string): boolean {
  for (let at = name.indexOf(wanted); at >= 0; at = name.indexOf(wanted, at + 1))
    if (at === 0 || /[^\p{L}\p{N}]$/u.test(name.slice(0, at))) return true;
  return false;
}

/** Whether all characters of `wanted` come in `name` in this order. Two or fewer would fit nearly everything. */
function isSubsequence(wanted: string, name: string): boolean {
  if (wanted.length < 3) return false;
  let at = 0;
  for (const character of name) if (character === wanted[at]) at += 1;
  return at === wanted.length;
}
