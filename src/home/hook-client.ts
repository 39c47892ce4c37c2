// Hands one hook to the daemon over its Unix socket. It must never wait long, never start a daemon, and never throw:
// whoever calls it has Claude waiting.

import { connect } from 'node:net';
import { errorCode } from './home-error.ts';
import { parseResponse } from './http-message.ts';

/** What came of it. `none`: no daemon runs; `silent`: it did not take the hook, for now. */
export type HookDelivery = 'delivered' | 'none' | 'silent';

/** What is told beside the payload. */
export interface HookSender {
  /** `CLAUDE_PID`, as it was written. */
  readonly pid: string;
  readonly parent: string;
  /** Seconds since boot; empty where nobody tells. */
  readonly uptime: string;
}

/** Sends a payload and waits for the answer. A hook that the daemon refuses was delivered all the same. */
export function sendHook(
  socketPath: string,
  payload: Buffer,
  sender: HookSender,
  patienceMs: number,
): Promise<HookDelivery> {
  return new Promise((resolve) => {
    const head = [
      'POST /hook HTTP/1.1',
      'host: localhost',
      'connection: close',
      'content-type: application/json',
      `content-length: ${payload.length}`,
      ...Object.entries(sender).flatMap(([name, value]) =>
        /^[\d.]{1,32}$/.test(value) ? [`x-tallymux-${name}: ${value}`] : [],
      ),
    ];
    const chunks: Buffer[] = [];
    const connection = connect(socketPath);
    const patience = setTimeout(() => connection.destroy(), patienceMs);
    connection.on('data', (chunk: Buffer) => chunks.push(chunk));
    connection.on('error', (error) => resolve(NOBODY.includes(errorCode(error)) ? 'none' : 'silent'));
    connection.on('close', () => {
      clearTimeout(patience);
      const status = parseResponse(Buffer.concat(chunks))?.status ?? 500;
      resolve(status < 500 ? 'delivered' : 'silent');
    });
    connection.write(`${head.join('\r\n')}\r\n\r\n`);
    connection.write(payload);
  });
}

/** A socket whose daemon died refuses; so does a file that is no socket. */
const NOBODY: readonly string[] = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR'];
