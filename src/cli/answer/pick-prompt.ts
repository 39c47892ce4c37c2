// Finds the prompt a person named: by its own id, or as the one open prompt of a session. Pure. It never chooses between
// two, nor takes one that is over for one that is open.

import { subjectOf } from '../../core/ask.ts';
import type { Prompt, Receipt } from '../../core/prompt.ts';
import { receiptInWords } from '../../core/receipt-words.ts';
import type { Session } from '../../core/session.ts';
import { EXIT, Failure } from '../failure.ts';
import { pickFrom } from '../pick.ts';
import { safeText } from '../text/safe-text.ts';
import { nameOf } from '../text/session-words.ts';

/** A prompt, and whether the person named it or only its session. */
export interface NamedPrompt {
  readonly prompt: Prompt;
  readonly by: 'prompt' | 'session';
}

/** Nothing that is open: an id that was given once, or a session that asks nothing. */
export type NotOpen = { readonly id: string } | { readonly session: Session };

/** How old what is asked has to be before it may be answered unread, in milliseconds. */
const RIPE_MS = 1_000;

/**
 * The open prompt, or what was named instead.
 * @throws Failure: 4 when there is no such session, 5 when there are several prompts, with the candidates.
 */
export function pickPrompt(
  sessions: readonly Session[],
  prompts: readonly Prompt[],
  wanted: string,
  now: number,
): NamedPrompt | NotOpen {
  const id = wanted.trim().toLowerCase();
  const named = prompts.find((prompt) => prompt.id === id);
  if (named !== undefined) return { prompt: named, by: 'prompt' };
  const [, owner] = /^([a-z0-9]+)\.\d+$/.exec(id) ?? [];
  if (sessions.some((session) => session.id === owner)) return { id };
  const session = pickFrom(sessions, wanted, now);
  const own = promptsOf(prompts, session.id);
  const [only] = own;
  if (only === undefined) return { session };
  if (own.length > 1) {
    const lines = own.map((prompt) => `  ${candidateLine(prompt)}`);
    const head = `${session.id} ${nameOf(session)} has ${own.length} open prompts; say which:`;
    throw new Failure(EXIT.ambiguous, [head, ...lines].join('\n'));
  }
  return { prompt: only, by: 'session' };
}

/** Whoever answers a session that asks nothing may be late: then they hear who was first. */
export function nothingOpen(session: Session, last: Receipt | null, now: number): Failure {
  const { id, state, since } = session;
  const waits = `It waits for something that is not known here: \`tallymux attach ${id}\`.`;
  if (last !== null) {
    const over = `${safeText(last.prompt)} is already over: ${safeText(receiptInWords(last, now))}. Nothing was sent.`;
    // Of a Claude that is gone, the session may be told as waiting for a moment longer.
    const isGone = (last.ending === 'closed' || last.ending === 'ended') && since <= last.at;
    return new Failure(EXIT.changed, state === 'needs-input' && !isGone ? `${over} ${waits}` : over);
  }
  const more = state === 'needs-input' ? waits : '`tallymux prompts` shows what is open.';
  return new Failure(EXIT.notFound, `${id} ${nameOf(session)} has no open prompt. ${more}`);
}

/** The prompts of one session, in their order. */
export function promptsOf(prompts: readonly Prompt[], session: string): Prompt[] {
  return prompts.filter((prompt) => prompt.session === session).sort((a, b) => a.position.n - b.position.n);
}

/** `k3f.1  Bash command: npm run e2e`. */
export function candidateLine(prompt: Prompt): string {
  const [title, subject] = [safeText(prompt.title), safeText(subjectOf(prompt))];
  return `${safeText(prompt.id)}  ${subject === title || subject === '' ? title : `${title}: ${subject}`}`;
}

/**
 * Holds back an answer that nobody can have read the prompt for: it just appeared, or just became another.
 * @throws Failure with exit code 7.
 */
export function refuseUnripe({ prompt, by }: NamedPrompt, now: number): void {
  const changed = prompt.changedAt > prompt.openedAt;
  if (by === 'prompt' && !changed) return;
  const since = Date.parse(changed ? prompt.changedAt : prompt.openedAt);
  if (!(now - since < RIPE_MS)) return;
  throw new Failure(
    EXIT.refused,
    `${candidateLine(prompt)}\nThis ${changed ? 'changed' : 'came'} less than a second ago and was not answered: run the command again, or add --now.`,
  );
}
