// A link to one living tmux server: a silent client, the server's pid, and the doorbell. It ends when the server or the
// session it is attached to ends; who opened it opens another.

import { execFile } from 'node:child_process';
import { chooseSession, SESSION_FORMAT } from './choose-session.ts';
import { type ControlClient, openControlClient, serverArguments, type TmuxProgram } from './control-client.ts';
import { ATTACHED, changedPanes, keptByUs, PANES, readPanes, subscribeCommand } from './doorbell.ts';
import { quoted } from './quoting.ts';
import { findServer, programOf } from './server-program.ts';
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
 * Links to the server at a socket, with the program that the server itself runs where that can be read.
 * @param tmux what is run until the server is known; with `fixed`, for all.
 * @param ring told the ids of panes that may have changed.
 * @returns why there is no link, where there is none.
 */
export async function openLink(
  tmux: TmuxProgram & { readonly fixed: boolean },
  ring: (panes: readonly string[]) => void,
): Promise<Link | string> {
  let listed = await listSessions(tmux);
  if (typeof listed === 'string' && !tmux.fixed) {
    // No tmux of ours, or one of another age: the server's own may do.
    const pid = await findServer(tmux.socket);
    const program = pid === null ? null : await programOf(pid);
    if (program !== null) listed = await listSessions({ ...tmux, program });
  }
  if (typeof listed === 'string') return listed;
  const choice = chooseSession(listed.text);
  if ('none' in choice) return choice.none;
  const program = tmux.fixed ? tmux.program : ((await programOf(choice.server)) ?? tmux.program);
  let panes = new Map<string, string>();
  const client = openControlClient({ ...tmux, program }, choice.session, (name, value) => {
    if (name === ATTACHED && keptByUs(value)) client.end('nobody else is attached, and its settings end it then');
    if (name !== PANES) return;
    const now = readPanes(value);
    // The first value comes up to a second late: what changed since we attached is in it.
    const changed = changedPanes(panes, now);
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
