// Finds the prompt a person named: by its own id, or as the one open prompt of a session. Pure. It never chooses between
// two.

import { subjectOf } from '../../core/ask.ts';
import type { Prompt } from '../../core/prompt.ts';
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

/** How old what is asked has to be before it may be answered unread, in milliseconds. */
const RIPE_MS = 1_000;

/**
 * The open prompt; `null` when `wanted` reads like the id of one that is not open.
 * @throws Failure: 4 when there is none, 5 when there are several, with the candidates.
 */
export function pickPrompt(
  sessions: readonly Session[],
  prompts: readonly Prompt[],
  wanted: string,
  now: number,
): NamedPrompt | null {
  const id = wanted.trim().toLowerCase();
  const named = prompts.find((prompt) => prompt.id === id);
  if (named !== undefined) return { prompt: named, by: 'prompt' };
  const [, owner] = /^([a-z0-9]+)\.\d+$/.exec(id) ?? [];
  if (sessions.some((session) => session.id === owner)) return null;
  const session = pickFrom(sessions, wanted, now);
  const own = promptsOf(prompts, session.id);
  const [only] = own;
  if (only === undefined) {
    const waits =
      session.state === 'needs-input'
        ? `It waits for something that is not known here: \`tallymux attach ${session.id}\`.`
        : '`tallymux prompts` shows what is open.';
    throw new Failure(EXIT.notFound, `${session.id} ${nameOf(session)} has no open prompt. ${waits}`);
  }
  if (own.length > 1) {
    const lines = own.map((prompt) => `  ${candidateLine(prompt)}`);
    const head = `${session.id} ${nameOf(session)} has ${own.length} open prompts; say which:`;
    throw new Failure(EXIT.ambiguous, [head, ...lines].join('\n'));
  }
  return { prompt: only, by: 'session' };
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
