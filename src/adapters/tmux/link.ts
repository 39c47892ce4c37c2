// A link to one living tmux server: a silent client, the server's pid, and the doorbell. It ends when the server or the
// session it is attached to ends; who opened it opens another.

import { execFile } from 'node:child_process';
import { chooseSession, SESSION_FORMAT } from './choose-session.ts';
import {
  type Answer,
  type ControlClient,
  openControlClient,
  serverArguments,
  type TmuxProgram,
} from './control-client.ts';
import { ATTACHED, changedPanes, keptByUs, mayFallSilent, PANES, readPanes, subscribeCommand } from './doorbell.ts';
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
  /** The window that the subscriptions are of; `null` until there are any. */
  let window: string | null = null;
  const told = (name: string, value: string) => {
    if (name === ATTACHED && keptByUs(value)) client.end('nobody else is attached, and its settings end it then');
    if (name !== PANES) return;
    const now = readPanes(value);
    // The first value comes up to a second late: what changed since we attached is in it.
    const changed = changedPanes(panes, now);
    panes = now;
    if (changed.length > 0) ring(changed);
  };
  /** @returns the server's pid; why it cannot, where it cannot. */
  const subscribe = async (): Promise<number | string> => {
    // From before it is subscribed to: its end may be told together with the reply.
    const made = await subscribeIn(client, (id) => {
      window = id;
    });
    if (typeof made === 'string') client.end(made);
    return made;
  };
  const client = openControlClient({ ...tmux, program }, choice.session, told, (name, rest) => {
    if (window !== null && mayFallSilent(window, name, rest)) void subscribe();
  });
  const made = await subscribe();
  return typeof made === 'string' ? made : { server: made, client };
}

/**
 * Subscribes in a window of the session that the client is attached to.
 * @param begin told the id of each window that it tries, before it does.
 * @returns the server's pid; why it cannot, where it cannot.
 */
async function subscribeIn(client: ControlClient, begin: (window: string) => void): Promise<number | string> {
  let reason = '';
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const place = toldBy(await client.ask(`${DISPLAY_MESSAGE} -p '#{pid} #{session_id} #{window_id}'`));
    if ('reason' in place) return place.reason;
    const [, server = '', session = '', window = ''] = /^(\d+) (\$\d+) (@\d+)$/.exec(place.line) ?? [];
    if (window === '') return `cannot read tmux: it told its pid as ${quoted(place.line)}`;
    begin(window);
    const target = `${session}:${window}`;
    const look = `${DISPLAY_MESSAGE} -p -t '${target}' '#{session_id}:#{window_id}'`;
    const seen = toldBy(await client.ask(`${subscribeCommand(window)} ; ${look}`));
    if ('reason' in seen) return seen.reason;
    if (seen.line === target) return Number(server);
    // It was closed meanwhile.
    reason = `${window} went away`;
  }
  return reason;
}

/** How often a window may be gone by the time it is subscribed to. */
const MOST_TRIES = 5;

/** The last line that was told; why there is none. */
function toldBy(answer: Answer): { readonly line: string } | { readonly reason: string } {
  if (answer.kind === 'failed') return answer;
  const failure = answer.replies.find(({ ok }) => !ok);
  if (failure !== undefined) return { reason: `tmux refused: ${failure.lines[0] ?? 'no reason told'}` };
  return { line: answer.replies.at(-1)?.lines[0] ?? '' };
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
