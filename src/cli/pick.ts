// Finds the session a person named, or ends the command with the candidates. What changes or sends something must never
// get a session that was only guessed.

import type { Session } from '../core/session.ts';
import type { Connection } from './connection.ts';
import { EXIT, Failure } from './failure.ts';
import { tell } from './output.ts';
import { selectSession } from './select-session.ts';
import { inOrder, tableLines } from './session-table.ts';
import { safeText } from './text/safe-text.ts';
import { nameOf } from './text/session-words.ts';

/** How many sessions a hint names. */
const HINTS = 3;

/** The session meant by `text`. @throws Failure: 4 when there is none, 5 when there are several. */
export async function pickSession(connection: Connection, text: string): Promise<Session> {
  const { sessions } = await connection.ask('list', {});
  return pickFrom(sessions, text, Date.now());
}

/** The same, from sessions at hand. @param now epoch milliseconds. */
export function pickFrom(sessions: readonly Session[], text: string, now: number): Session {
  const selection = selectSession(sessions, text);
  const wanted = JSON.stringify(safeText(text));
  switch (selection.kind) {
    case 'one':
      return selection.session;
    case 'none':
      throw new Failure(
        EXIT.notFound,
        `No session fits ${wanted}.${hint(selection.near)} \`tallymux list\` shows all.`,
      );
    case 'several':
      throw several(wanted, selection.sessions, now);
  }
}

/** The same for a command that only looks: it may take the one whose name looks like `text`, and says so. */
export function guessFrom(sessions: readonly Session[], text: string, now: number): Session {
  const selection = selectSession(sessions, text);
  if (selection.kind !== 'none') return pickFrom(sessions, text, now);
  const [near, ...more] = selection.near;
  if (near === undefined || more.length > 0) return pickFrom(sessions, text, now);
  tell(`No session fits ${JSON.stringify(safeText(text))}; the nearest is ${called(near)}.`);
  return near;
}

function called(session: Session): string {
  return `${session.id} ${nameOf(session)}`;
}

function hint(near: readonly Session[]): string {
  return near.length === 0 ? '' : ` Did you mean ${near.slice(0, HINTS).map(called).join(', or ')}?`;
}

function several(wanted: string, sessions: readonly Session[], now: number): Failure {
  const { sessions: own, scripts } = inOrder(sessions);
  const lines = tableLines([...own, ...scripts], { columns: 100, colour: false, now });
  return new Failure(EXIT.ambiguous, [`${wanted} fits several sessions; say which by its id:`, ...lines].join('\n'));
}
