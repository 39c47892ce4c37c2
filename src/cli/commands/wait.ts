// `wait S --until STATE`: ends when the session gets there. Follows the changes; asks nothing again and again.

import { type MarkState, markOf } from '../../core/attention.ts';
import type { Session } from '../../core/session.ts';
import { type Context, connect } from '../connection.ts';
import { EXIT, Failure } from '../failure.ts';
import { followChanges } from '../follow.ts';
import { tell } from '../output.ts';
import { pickSession } from '../pick.ts';
import { isIn, MARK_WORDS, markCalled } from '../text/marks.ts';
import { safeText } from '../text/safe-text.ts';

/** What `wait` takes, as typed. */
export interface WaitOptions {
  readonly until: string;
  /** Seconds. */
  readonly timeout?: string;
}

/** Longest wait, in seconds: about what a timer can hold. */
const LONGEST_S = 2_000_000;

/** Waits. @throws Failure: 124 when the time is over, 1 when the session ended before. */
export async function wait(context: Context, wanted: string, options: WaitOptions): Promise<void> {
  const until = markCalled(options.until);
  if (until === null) {
    const given = JSON.stringify(safeText(options.until));
    throw new Failure(EXIT.usage, `--until takes one of ${MARK_WORDS.join(', ')}, not ${given}.`);
  }
  const seconds = options.timeout === undefined ? null : Number(options.timeout);
  if (seconds !== null && !(options.timeout !== '' && seconds >= 0 && seconds <= LONGEST_S)) {
    const given = JSON.stringify(safeText(options.timeout ?? ''));
    throw new Failure(EXIT.usage, `--timeout takes seconds, from 0 to ${LONGEST_S} (23 days), not ${given}.`);
  }
  const session = await pickSession(await connect(context), wanted);
  const reached = await reach(context, session, until, seconds);
  tell(`${reached.id} ${isIn(reached)}.`);
}

function reach(context: Context, first: Session, until: MarkState, seconds: number | null): Promise<Session> {
  return new Promise((resolve, reject) => {
    let last = first;
    const finish = (act: () => void): void => {
      clearTimeout(timer);
      following.close();
      act();
    };
    const look = (sessions: readonly Session[]): void => {
      const now = sessions.find((one) => one.id === first.id);
      if (now !== undefined && isReached(now, until)) finish(() => resolve(now));
      else if (now !== undefined && now.state !== 'ended') last = now;
      else finish(() => reject(new Failure(EXIT.failed, `${first.id} ended and did not get there before.`)));
    };
    const following = followChanges(context.paths, {
      onSnapshot: (snapshot) => look(snapshot.sessions),
      onChange: (_change, snapshot) => look(snapshot.sessions),
      onAway: () => tell('The daemon is away; waiting for it to come back.'),
    });
    const late = (): void =>
      finish(() => reject(new Failure(EXIT.timeout, `After ${seconds} s ${first.id} ${isIn(last, 'still')}.`)));
    const timer = seconds === null ? undefined : setTimeout(late, seconds * 1_000);
  });
}

/** A turn that failed is to review as well. */
function isReached(session: Session, until: MarkState): boolean {
  return session.state === until || markOf(session) === until;
}
