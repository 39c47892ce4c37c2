// A link to one living tmux server: a silent client, the server's pid, and the doorbell. It ends when the server or the
// session it is attached to ends; who opened it opens another.

import { execFile } from 'node:child_process';
import { chooseSession, SESSION_FORMAT } from './choose-session.ts';
import { type ControlClient, openControlClient, serverArguments, type TmuxProgram } from './control-client.ts';
import { ATTACHED, changedPanes, keptByUs, PANES, readPanes, subscribeCommand } from './doorbell.ts';
import { quoted } from './quoting.ts';
import { DISPLAY_MESSAGE, LIST_SESSIONS } from './words.ts';

/** A server that answers. */
export interface Link {
  /** Pid of the server. */
  readonly server: number;
  readonly client: ControlClient;
}

/** Milliseconds for the list of sessions, which a program of its own asks for. */
const PATIENCE = 3_000;

/**
 * Links to the server at a socket.
 * @param ring told the ids of panes that may have changed.
 * @returns why there is no link, where there is none.
 */
export async function openLink(tmux: TmuxProgram, ring: (panes: readonly string[]) => void): Promise<Link | string> {
  const listed = await listSessions(tmux);
  if (typeof listed === 'string') return listed;
  const choice = chooseSession(listed.text);
  if ('none' in choice) return choice.none;
  let panes: Map<string, string> | null = null;
  const client = openControlClient(tmux, choice.session, (name, value) => {
    if (name === ATTACHED && keptByUs(value)) client.end('nobody else is attached, and its settings end it then');
    if (name !== PANES) return;
    const now = readPanes(value);
    const changed = panes === null ? [] : changedPanes(panes, now);
    panes = now;
    if (changed.length > 0) ring(changed);
  });
  const answer = await client.ask(`${DISPLAY_MESSAGE} -p '#{pid}' ; ${subscribeCommand()}`);
  const reason = whyUnusable(answer);
  if (reason !== null) {
    client.end(reason);
    return reason;
  }
  const server = answer.kind === 'replies' ? Number(answer.replies[0]?.lines[0]) : 0;
  return { server, client };
}

function whyUnusable(answer: Awaited<ReturnType<ControlClient['ask']>>): string | null {
  if (answer.kind === 'failed') return answer.reason;
  const failure = answer.replies.find(({ ok }) => !ok);
  if (failure !== undefined) return `tmux refused: ${failure.lines[0] ?? 'no reason told'}`;
  const told = answer.replies[0]?.lines[0] ?? '';
  return /^\d+$/.test(told) ? null : `cannot read tmux: it told its pid as ${quoted(told)}`;
}

function listSessions(tmux: TmuxProgram): Promise<{ readonly text: string } | string> {
  const words = [...serverArguments(tmux.socket), LIST_SESSIONS, '-F', SESSION_FORMAT];
  const options = { env: tmux.environment, timeout: PATIENCE, cwd: '/', argv0: 'tmux' };
  return new Promise((resolve) => {
    execFile(tmux.program, words, options, (error, text, complaint) => {
      if (error === null) resolve({ text });
      else resolve(complaint.trim().slice(0, 200) || `tmux does not run: ${error.message.slice(0, 200)}`);
    });
  });
}
