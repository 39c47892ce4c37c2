// Talks to the daemon over its Unix socket: one command, or the stream of changes. Knows HTTP and JSON and nothing of
// what they mean. It must never start a daemon, and never take "there is none" for any other trouble.

import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { errorCode, errorText } from './home-error.ts';
import { parseResponse } from './http-message.ts';
import { lineCutter } from './lines.ts';

/** The daemon understood and did not do it. `problem` and `text` are its own words. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly problem: string;
  constructor(status: number, problem: string, text: string) {
    super(text);
    this.status = status;
    this.problem = problem;
  }
}

/**
 * The daemon could not be asked. `none`: nobody listens on the socket; `silent`: no answer in time; `lost`: the
 * connection broke; `broken`: what came is not the daemon's language; `refused`: the system does not let us in.
 */
export class DaemonUnreachable extends Error {
  override readonly name = 'DaemonUnreachable';
  readonly kind: 'none' | 'silent' | 'lost' | 'broken' | 'refused';
  constructor(kind: DaemonUnreachable['kind'], text: string) {
    super(text);
    this.kind = kind;
  }
}

/** How long a command may take, in milliseconds, unless the caller says otherwise. */
const PATIENCE_MS = 10_000;

/**
 * Sends one command and waits for its reply.
 * @throws ProblemError when the daemon refuses, DaemonUnreachable when it cannot be asked.
 */
export function command(
  socketPath: string,
  name: string,
  request: unknown,
  patienceMs: number = PATIENCE_MS,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify(request ?? {});
    const head = [
      `POST /api/${encodeURIComponent(name)} HTTP/1.1`,
      'host: localhost',
      'connection: close',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    const chunks: Buffer[] = [];
    const connection = connect(socketPath);
    const patience = setTimeout(
      () => connection.destroy(new DaemonUnreachable('silent', `No answer within ${patienceMs / 1000} s.`)),
      patienceMs,
    );
    connection.on('data', (chunk: Buffer) => chunks.push(chunk));
    connection.on('error', (error) => reject(unreachable(error, socketPath)));
    connection.on('close', () => {
      clearTimeout(patience);
      try {
        resolve(understandBytes(Buffer.concat(chunks)));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    connection.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

/** Who follows the stream of changes. */
export interface Follower {
  /** One object of the stream. */
  onFrame(frame: unknown): void;
  /** The stream is over; called once, and never after `close`. */
  onEnd(reason: DaemonUnreachable | ProblemError): void;
}

/** A stream that is followed. */
export interface Following {
  /** From now on the stream counts as lost when nothing comes for so long. */
  expectWithin(milliseconds: number): void;
  /** Ends it; nothing is called afterwards. */
  close(): void;
}

/**
 * Follows `GET /changes` until it ends or is closed.
 * @param looking a person sees what is asked there.
 */
export function changes(socketPath: string, follower: Follower, looking = false): Following {
  let ended = false;
  let silenceMs = PATIENCE_MS;
  let silence: NodeJS.Timeout | undefined;
  const end = (reason: DaemonUnreachable | ProblemError | null): void => {
    if (ended) return;
    ended = true;
    clearTimeout(silence);
    outgoing.destroy();
    if (reason !== null) follower.onEnd(reason);
  };
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => end(new DaemonUnreachable('silent', 'The daemon fell silent.')), silenceMs);
  };
  const fail = (error: unknown): void => end(unreachable(error, socketPath));
  // Loaded when used, as commands do without it. The empty server name spares it a look whether localhost is an address.
  const options = {
    socketPath,
    path: looking ? '/changes?looking' : '/changes',
    agent: false,
    servername: '',
    headers: { host: 'localhost' },
  } as const;
  const outgoing = process.getBuiltinModule('node:http').request(options, (incoming) => {
    incoming.on('error', fail);
    if (incoming.statusCode !== 200) return readProblem(incoming, end);
    const cut = lineCutter();
    incoming.on('data', (chunk: Buffer) => {
      if (ended) return;
      heard();
      try {
        for (const line of cut(chunk)) if (line !== '' && !ended) follower.onFrame(parseFrame(line));
      } catch (error) {
        if (!(error instanceof DaemonUnreachable)) throw error;
        end(error);
      }
    });
    incoming.on('end', () => end(new DaemonUnreachable('lost', 'The daemon ended the stream.')));
    incoming.on('close', () => end(new DaemonUnreachable('lost', 'The connection to the daemon broke.')));
  });
  outgoing.on('error', fail);
  outgoing.end();
  heard();
  return {
    expectWithin(milliseconds) {
      silenceMs = milliseconds;
      heard();
    },
    close: () => end(null),
  };
}

function readProblem(incoming: IncomingMessage, end: (reason: ProblemError | DaemonUnreachable) => void): void {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    try {
      understand(incoming.statusCode ?? 0, Buffer.concat(chunks).toString('utf8'));
      end(new DaemonUnreachable('broken', `It answered with status ${incoming.statusCode ?? 0}.`));
    } catch (error) {
      end(error instanceof ProblemError ? error : unreachable(error, ''));
    }
  });
}

function parseFrame(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new DaemonUnreachable('broken', 'What listens on the socket does not speak the daemon’s language.');
  }
}

function understandBytes(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new DaemonUnreachable('lost', 'The connection to the daemon broke.');
  const response = parseResponse(bytes);
  if (response !== null) return understand(response.status, response.body);
  const http = bytes.toString('latin1', 0, 5) === 'HTTP/';
  throw new DaemonUnreachable(
    http ? 'lost' : 'broken',
    http ? 'The connection to the daemon broke.' : 'What listens on the socket does not speak HTTP.',
  );
}

function understand(status: number, text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DaemonUnreachable('broken', `What listens on the socket answered no JSON (status ${status}).`);
  }
  if (status >= 200 && status < 300) return value;
  const problem = typeof value === 'object' && value !== null ? (value as { problem?: unknown; text?: unknown }) : {};
  if (typeof problem.problem === 'string' && typeof problem.text === 'string') {
    throw new ProblemError(status, problem.problem, problem.text);
  }
  throw new DaemonUnreachable('broken', `It answered with status ${status}.`);
}

function unreachable(error: unknown, socketPath: string): DaemonUnreachable {
  if (error instanceof DaemonUnreachable) return error;
  switch (errorCode(error)) {
    // A socket whose daemon died refuses; so does a file that is no socket.
    case 'ENOENT':
    case 'ECONNREFUSED':
    case 'ENOTSOCK':
    case 'ENOTDIR':
      return new DaemonUnreachable('none', 'No daemon runs.');
    case 'EACCES':
    case 'EPERM':
      return new DaemonUnreachable('refused', `${socketPath} is not yours to use.`);
    case 'ECONNRESET':
    case 'EPIPE':
      return new DaemonUnreachable('lost', 'The connection to the daemon broke.');
    default:
      return new DaemonUnreachable('broken', errorText(error));
  }
}
