// Finds the session a person named, or ends the command with the candidates.

import type { Session } from '../core/session.ts';
import type { Connection } from './connection.ts';
import { EXIT, Failure } from './failure.ts';
import { selectSession } from './select-session.ts';
import { inOrder, tableLines } from './session-table.ts';
import { safeText } from './text/safe-text.ts';

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
      throw new Failure(EXIT.notFound, `No session fits ${wanted}. \`tallymux list\` shows all.`);
    case 'several': {
      const { sessions: own, scripts } = inOrder(selection.sessions);
      const lines = tableLines([...own, ...scripts], { columns: 100, colour: false, now });
      throw new Failure(EXIT.ambiguous, [`${wanted} fits several sessions; say which by its id:`, ...lines].join('\n'));
    }
  }
}
