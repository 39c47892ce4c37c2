// One control client: a process `tmux -C attach` that stays silent (no output of panes, no say in sizes) and answers
// commands in the order in which they are asked. It never starts a server, and changes nothing of a session but that
// somebody is attached. It ends with us, however we end: its input closes.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { makeControlReader, type Reply } from './protocol.ts';
import { DISPLAY_MESSAGE } from './words.ts';

/** How tmux is run for one server. */
export interface TmuxProgram {
  /** Path or name of the program. */
  readonly program: string;
  readonly socket: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** What came back for one line; `failed`: why nothing came. */
export type Answer =
  | { readonly kind: 'replies'; readonly replies: readonly Reply[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** A client that runs. */
export interface ControlClient {
  /** Sends one line of commands; tells every reply to it. Never rejects. */
  ask(line: string): Promise<Answer>;
  /** Resolves when the process is gone, with its reason. */
  readonly ended: Promise<string>;
  /** Ends it; safe to call twice. What was asked and not answered fails. */
  end(reason: string): void;
}

/** Milliseconds for one answer. tmux takes one or two; a server that takes this long is stopped or hangs. */
const PATIENCE = 3_000;
/** The same for what is asked before we are attached, which on a crowded machine alone takes as long. */
const ATTACHING = 8_000;
/** Milliseconds in which the process leaves by itself once its input is closed. */
const LEAVING = 500;

interface Asked {
  readonly token: string;
  readonly replies: Reply[];
  readonly settle: (answer: Answer) => void;
  readonly timer: NodeJS.Timeout;
}

/** Arguments that every call needs: no start of a server, UTF-8 whatever the terminal says. */
export function serverArguments(socket: string): string[] {
  return ['-N', '-u', '-S', socket];
}

/**
 * Attaches to one session.
 * @param session its id, `$1`.
 * @param subscription told each new value of a format that was subscribed to.
 * @param notice told every other notice, by its name and what follows it.
 */
export function openControlClient(
  tmux: TmuxProgram,
  session: string,
  subscription: (name: string, value: string) => void,
  notice: (name: string, rest: string) => void,
): ControlClient {
  // `-E`: else attaching would set the session's environment (DISPLAY, SSH_AUTH_SOCK, …) to ours, which has none.
  const words = ['-C', 'attach-session', '-E', '-f', 'no-output,ignore-size', '-t', session];
  const child = spawn(tmux.program, [...serverArguments(tmux.socket), ...words], {
    argv0: 'tmux',
    cwd: '/',
    env: tmux.environment,
  });
  const read = makeControlReader();
  const asked: Asked[] = [];
  // A screen may show anything, also what looks like an answer; it cannot know this.
  const secret = randomBytes(12).toString('hex');
  let count = 0;
  /** What waits until we are attached: before that, commands find no client to speak of. `null` once it is sent. */
  let held: string[] | null = [];
  let isEnding = false;
  let because = '';

  const end = (reason: string) => {
    because ||= reason;
    for (const { settle, timer } of asked.splice(0)) {
      clearTimeout(timer);
      settle({ kind: 'failed', reason: because });
    }
    if (isEnding) return;
    isEnding = true;
    child.stdin.end();
    const leaving = setTimeout(() => child.kill('SIGKILL'), LEAVING);
    child.once('close', () => clearTimeout(leaving));
  };

  const send = (text: string) => {
    if (held === null) child.stdin.write(text);
    else held.push(text);
  };

  const takeReply = (reply: Reply) => {
    // The first is the reply to attaching.
    if (held !== null) {
      child.stdin.write(held.join(''));
      held = null;
      return;
    }
    const [head] = asked;
    if (head === undefined || !reply.ours) return;
    if (reply.lines[0] !== head.token) {
      head.replies.push(reply);
      return;
    }
    asked.shift();
    clearTimeout(head.timer);
    head.settle({ kind: 'replies', replies: head.replies });
  };

  child.stdout.on('data', (bytes: Buffer) => {
    for (const message of read(bytes)) {
      if (message.kind === 'reply') takeReply(message);
      else if (message.kind === 'subscription') subscription(message.name, message.value);
      else if (message.kind === 'notice') notice(message.name, message.rest);
      else if (message.kind === 'exit') end(message.reason === '' ? 'tmux let its client go' : message.reason);
    }
  });

  return {
    ask(line) {
      if (isEnding) return Promise.resolve({ kind: 'failed', reason: because });
      count += 1;
      const token = `${secret}-${count}`;
      return new Promise((settle) => {
        const timer = setTimeout(() => end('tmux did not answer'), held === null ? PATIENCE : ATTACHING);
        asked.push({ token, replies: [], settle, timer });
        // A line of its own: it is run whatever became of the commands before it, and so ends their replies.
        send(`${line}\n${DISPLAY_MESSAGE} -p ${token}\n`);
      });
    },
    ended: whenEnded(child, (reason) => {
      end(reason);
      return because;
    }),
    end,
  };
}

function whenEnded(child: ChildProcessWithoutNullStreams, close: (reason: string) => string): Promise<string> {
  let complaint = '';
  child.stderr.on('data', (bytes: Buffer) => {
    complaint = (complaint + bytes.toString()).slice(0, 200);
  });
  // A pipe that breaks is told by the end of the process.
  child.stdin.on('error', () => {});
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(close(`tmux does not run: ${error.message}`)));
    child.once('close', (code) => resolve(close(complaint.trim() || `its tmux client ended (${code})`)));
  });
}
