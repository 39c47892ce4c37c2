// `wait S --until STATE`: ends when the session gets there. Follows the changes; asks nothing again and again.

import { WAITABLE } from '../../contract/commands.ts';
import type { Session, State } from '../../core/session.ts';
import { type Context, connect } from '../connection.ts';
import { EXIT, Failure } from '../failure.ts';
import { followChanges } from '../follow.ts';
import { tell } from '../output.ts';
import { pickSession } from '../pick.ts';
import { wordOf } from '../text/marks.ts';

/** What `wait` takes, as typed. */
export interface WaitOptions {
  readonly until: string;
  /** Seconds. */
  readonly timeout?: string;
}

/** Waits. @throws Failure: 124 when the time is over, 1 when the session ended before. */
export async function wait(context: Context, wanted: string, options: WaitOptions): Promise<void> {
  const until = WAITABLE.find((state) => state === options.until);
  if (until === undefined) {
    throw new Failure(EXIT.usage, `--until takes one of ${WAITABLE.join(', ')}, not ${JSON.stringify(options.until)}.`);
  }
  const seconds = options.timeout === undefined ? null : Number(options.timeout);
  if (seconds !== null && !(options.timeout !== '' && seconds >= 0 && seconds <= 2_000_000)) {
    throw new Failure(EXIT.usage, `--timeout takes seconds, not ${JSON.stringify(options.timeout)}.`);
  }
  const session = await pickSession(await connect(context), wanted);
  const reached = await reach(context, session, until, seconds);
  tell(`${reached.id} is ${wordOf(reached)}.`);
}

function reach(context: Context, first: Session, until: State, seconds: number | null): Promise<Session> {
  return new Promise((resolve, reject) => {
    let last = first;
    const finish = (act: () => void): void => {
      clearTimeout(timer);
      following.close();
      act();
    };
    const look = (sessions: readonly Session[]): void => {
      const now = sessions.find((one) => one.id === first.id);
      if (now?.state === until) finish(() => resolve(now));
      else if (now !== undefined && now.state !== 'ended') last = now;
      else finish(() => reject(new Failure(EXIT.failed, `${first.id} ended before it was ${until}.`)));
    };
    const following = followChanges(context.paths, {
      onSnapshot: (snapshot) => look(snapshot.sessions),
      onChange: (_change, snapshot) => look(snapshot.sessions),
      onAway: () => tell('The daemon is away; waiting for it to come back.'),
    });
    const late = (): void =>
      finish(() => reject(new Failure(EXIT.timeout, `After ${seconds} s ${first.id} is still ${wordOf(last)}.`)));
    const timer = seconds === null ? undefined : setTimeout(late, seconds * 1_000);
  });
}
