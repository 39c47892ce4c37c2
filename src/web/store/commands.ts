// Asks the daemon to do something, by POST. Failing is said in words, in a toast; nothing is assumed to have happened.

import type { CommandName, Problem, ProblemCode, ReplyOf, RequestOf } from '../../contract/commands.ts';
import { SECRET_HEADER } from '../../contract/frames.ts';
import type { Session } from '../../core/session.ts';
import { clean } from '../text/clean.ts';
import { ownName } from '../text/names.ts';
import { words } from '../words.ts';
import { heldSecret } from './start.ts';
import { toast } from './toasts.ts';

/** A command that was not carried out. The message is for the person. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  /** The daemon's reason; `null`: it was not heard. */
  readonly problem: ProblemCode | null;

  constructor(text: string, problem: ProblemCode | null = null) {
    super(text);
    this.problem = problem;
  }
}

/** Sends one command. Rejects with `CommandFailed`. */
export async function command<N extends CommandName>(
  name: N,
  request: RequestOf<N>,
  signal: AbortSignal | null = null,
): Promise<ReplyOf<N>> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SECRET_HEADER]: heldSecret() ?? '' },
      body: JSON.stringify(request),
      signal,
    });
    body = clean(await response.json());
  } catch {
    throw new CommandFailed(words.noAnswer);
  }
  if (!response.ok) {
    const { text, problem } = body as Problem;
    throw new CommandFailed(text || words.noAnswer, problem);
  }
  return body as ReplyOf<N>;
}

/** Marks a review as seen, and offers to take it back. */
export function markSeen(session: Session): void {
  attempt(async () => {
    const { cleared } = await command('seen', { session: session.id, change: session.stateChange });
    if (!cleared) return toast(words.session.done.seenLate(ownName(session)));
    toast(words.session.done.seen(ownName(session)), () => unseen([session]));
  });
}

/** Marks several reviews as seen, and offers to take all of it back. */
export function markAllSeen(sessions: readonly Session[]): void {
  attempt(async () => {
    const replies = await Promise.all(
      sessions.map((one) => command('seen', { session: one.id, change: one.stateChange })),
    );
    const cleared = sessions.filter((_one, at) => replies[at]?.cleared);
    toast(words.session.done.dismissed(cleared.length), () => unseen(cleared));
  });
}

/** Gives a label, or takes it away with `null`; offers the label before. */
export function setLabel(session: Session, label: string | null): void {
  attempt(async () => {
    const { previous } = await command('label', { session: session.id, label });
    const said = label === null ? words.session.done.unlabel : words.session.done.label(label);
    toast(said, () => attempt(async () => void (await command('label', { session: session.id, label: previous }))));
  });
}

/** Mutes until taken back, or unmutes; offers what was before. */
export function setMuted(session: Session, muted: boolean): void {
  const until = session.mutedUntil;
  attempt(async () => {
    await command('mute', { session: session.id, until: muted ? 'forever' : null });
    const said = muted ? words.session.done.muted(ownName(session)) : words.session.done.unmuted(ownName(session));
    toast(said, () => attempt(async () => void (await command('mute', { session: session.id, until }))));
  });
}

const keptUnseen = new Set<string>();

/** Whether the person took back that they saw this session: looking at it then says nothing. */
export function isKeptUnseen(id: string): boolean {
  return keptUnseen.has(id);
}

/** Lets looking count again; called when the session's page is left. */
export function releaseUnseen(id: string): void {
  keptUnseen.delete(id);
}

function unseen(sessions: readonly Session[]): void {
  attempt(async () => {
    for (const { id } of sessions) {
      keptUnseen.add(id);
      await command('unseen', { session: id });
    }
  });
}

function attempt(work: () => Promise<void>): void {
  work().catch((error: unknown) => toast(error instanceof CommandFailed ? error.message : String(error)));
}
