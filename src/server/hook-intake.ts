// `POST /hook`: takes hooks over HTTP from what cannot reach the spool, and over the Unix socket from `tallymux hook`.
// It delivers events and nothing else: no answer says anything about a session, and nothing that came is ever logged.

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Warning } from '../core/apply-change.ts';
import type { Daemon } from '../daemon/doors.ts';
import { logSeldom } from '../daemon/seldom.ts';
import { hash, matches } from './auth/hash.ts';
import { isJson, namesUs } from './hook-gate.ts';
import type { HookClaims, HookDoor, Log } from './options.ts';
import { readBody } from './read-body.ts';
import { localUrl, tryListen } from './tcp-address.ts';

/** What the intake needs. */
export interface HookIntakeParts {
  readonly daemon: Pick<Daemon, 'hook'>;
  readonly hooks: HookDoor;
  readonly clock: { steady(): number };
  readonly log: Log;
}

/** The intake: one answerer for each door. */
export interface HookIntake {
  /** For the Unix socket, whose directory is the credential. */
  readonly local: RequestListener;
  /** For the intake's own port. */
  readonly remote: (port: number) => RequestListener;
}

/** The largest payload, in bytes: the reader takes no more, and no more is kept in memory for it. */
const LARGEST = 20 * 1024 * 1024;

/** Makes the answerers. */
export function hookIntake({ daemon, hooks, clock, log }: HookIntakeParts): HookIntake {
  const seldom = logSeldom(
    (text) => log('warn', {}, text),
    () => clock.steady(),
  );
  const tokenHash = hash(hooks.token);

  const refuse = (response: ServerResponse, status: number, text: string) => {
    seldom(`a hook was refused: ${text}`);
    answer(response, status);
  };

  const receive = async (request: IncomingMessage, response: ServerResponse, claims: HookClaims) => {
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST');
      return refuse(response, 405, 'it was no POST');
    }
    if (!isJson(request.headers['content-type'])) return refuse(response, 415, 'its content type is not JSON');
    const payload = await readBody(request, LARGEST);
    if (payload === 'cut') return;
    if (payload === 'too-large') return refuse(response, 413, 'it is larger than 20 MB');
    const read = hooks.read(payload, claims);
    if ('fault' in read) return refuse(response, 400, `it is ${read.fault}`);
    answer(response, 204);
    await daemon.hook(read);
  };

  const answering =
    (
      claimsOf: (header: (name: string) => string | undefined) => HookClaims,
      admit: RequestListener | null,
    ): RequestListener =>
    (request, response) => {
      admit?.(request, response);
      if (response.writableEnded) return;
      const header = (name: string) => {
        const value = request.headers[name];
        return typeof value === 'string' ? value : undefined;
      };
      receive(request, response, claimsOf(header)).catch((error: unknown) => {
        log('error', { err: error }, 'a hook could not be taken in');
        if (!response.headersSent) answer(response, 500);
      });
    };

  return {
    local: answering(
      (header) => ({
        pid: header('x-tallymux-pid'),
        parent: header('x-tallymux-parent'),
        uptime: header('x-tallymux-uptime'),
      }),
      null,
    ),
    remote: (port) =>
      answering(
        (header) => ({ pid: header('x-tallymux-pid') }),
        (request, response) => {
          const { host, origin, authorization } = request.headers;
          if (!namesUs(host, port) || origin !== undefined) return refuse(response, 403, 'a page of a browser sent it');
          if (request.url !== '/hook') return answer(response, 404);
          const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
          if (!matches(token, tokenHash)) refuse(response, 401, 'its token is wrong');
        },
      ),
  };
}

/** Where the intake listens; `url` is `null` when it does not, and `warning` says why. */
export interface HookAddress {
  readonly url: string | null;
  readonly warning: Warning | null;
}

/** Opens the intake's own port on `server`. A port that cannot be had is a warning: hooks of this machine use the spool. */
export async function listenForHooks(
  server: Server,
  { bind, port }: HookDoor,
  intake: HookIntake,
): Promise<HookAddress> {
  const failure = await tryListen(server, bind, port);
  if (failure !== null) {
    const why = failure === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${failure})`;
    const text = `Port ${port} on ${bind}, where hooks come in over HTTP, ${why}. Hooks of this machine are not touched by it; for containers set TALLYMUX_HOOK_PORT (\`hookPort\` in config.jsonc) to a free port.`;
    return { url: null, warning: { name: 'hook-port', severity: 'amber', text } };
  }
  const address = server.address() as AddressInfo;
  server.on('request', intake.remote(address.port));
  return { url: `${localUrl(address)}/hook`, warning: null };
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'cache-control': 'no-store', ...(status >= 400 ? { connection: 'close' } : {}) });
  response.end();
}
