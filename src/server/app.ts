// The routes. `tcpApp` is what browsers reach: gate first, then limits, then the credential. `socketApp` is the same
// commands for the same user over the Unix socket, whose directory is its credential.

import type { IncomingMessage } from 'node:http';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { SECRET_HEADER } from '../contract/frames.ts';
import { PAIR_REQUEST } from '../contract/schemas/frames.ts';
import { cookieName, readCookies, setCookie } from './auth/cookie.ts';
import { type CommandParts, executeCommand } from './execute-command.ts';
import { gate, type Names } from './gate.ts';
import type { PanelFiles } from './panel-files.ts';
import { type Outcome, problem, respond } from './problem.ts';
import { rateLimit } from './rate-limit.ts';
import { addSecurityHeaders } from './security-headers.ts';

/** Longest request body in bytes. */
export const MOST_BODY_BYTES = 1024 * 1024;

type Env = { Bindings: { incoming?: IncomingMessage }; Variables: { https: boolean } };

/** What the routes need. */
export interface AppParts {
  readonly commands: CommandParts;
  readonly names: Names;
  readonly port: number;
  readonly files: PanelFiles;
  /** Milliseconds that never step. */
  readonly steady: () => number;
}

/** The routes behind the gate. */
export function tcpApp({ commands, names, port, files, steady }: AppParts): Hono<Env> {
  const mayPair = rateLimit({ burst: 10, perSecond: 1 / 6 }, steady);
  const mayAsk = rateLimit({ burst: 200, perSecond: 50 }, steady);
  const { devices, codes, log } = commands;
  const app = new Hono<Env>();

  app.use('*', async (c, next) => {
    const header = (name: string) => c.req.header(name) ?? null;
    const verdict = gate(
      {
        method: c.req.method,
        host: header('host'),
        origin: header('origin'),
        contentType: header('content-type'),
        fetchSite: header('sec-fetch-site'),
      },
      names,
    );
    if (verdict.pass) {
      c.set('https', verdict.https);
      await next();
    } else {
      c.res = respond(problem('forbidden', verdict.text));
    }
    addSecurityHeaders(c.res.headers);
  });
  app.use('*', limitedBody());

  app.post('/pair', async (c) => {
    if (!mayPair(addressOf(c)))
      return respond(problem('too-many', 'Too many attempts. Wait a minute, then try again.'));
    const request = PAIR_REQUEST.safeParse(await readJson(c));
    if (!request.success) return respond(problem('bad-request', 'Pairing takes a code and a name of 1–60 characters.'));
    const role = codes.redeem(request.data.code);
    if (role === null) {
      return respond(
        problem('not-paired', 'This link was used or has expired. Run `tallymux` or `tallymux pair` for a new one.'),
      );
    }
    const { device, cookie, secret } = devices.add(request.data.name, role);
    log('info', { device: device.id, role }, 'a device was paired');
    const response = respond({ status: 200, body: { device: device.id, secret, role } });
    const https = c.get('https');
    response.headers.set('set-cookie', setCookie(cookieName(port, https), cookie, https));
    return response;
  });

  app.post('/api/:command', async (c) => {
    const halves = readCookies(c.req.header('cookie'), cookieName(port, c.get('https')));
    const device = devices.byBoth(halves, c.req.header(SECRET_HEADER) ?? null);
    if (device === null) return respond(notPaired());
    if (!mayAsk(device.id)) return respond(problem('too-many', 'Too many requests from this device. Wait a moment.'));
    devices.used(device);
    return command(c, commands, { door: 'device', device });
  });

  app.all('/api/*', () => respond(notFound()));
  app.get('*', async (c) => {
    const accept = c.req.header('accept') ?? '';
    const acceptEncoding = c.req.header('accept-encoding') ?? '';
    return (await files({ path: c.req.path, accept, acceptEncoding })) ?? respond(notFound());
  });
  return withEndings(app, commands);
}

/** The routes of the Unix socket. `GET /changes` is not among them: it needs the bare connection. */
export function socketApp(commands: CommandParts): Hono<Env> {
  const app = new Hono<Env>();
  app.use('*', limitedBody());
  app.post('/api/:command', (c) => command(c, commands, { door: 'socket' }));
  return withEndings(app, commands);
}

/** What a caller without a whole credential is told. */
export function notPaired(): Outcome {
  return problem(
    'not-paired',
    'This browser is not paired. Run `tallymux` on the machine and open the link it prints.',
  );
}

async function command(
  c: Context<Env, '/api/:command'>,
  parts: CommandParts,
  caller: Parameters<typeof executeCommand>[3],
): Promise<Response> {
  const body = await readJson(c);
  if (body === undefined) return respond(problem('bad-request', 'The request is not JSON.'));
  return respond(await executeCommand(parts, c.req.param('command'), body, caller));
}

/** The body; an empty one is an empty object, `undefined` is no JSON. */
async function readJson(c: Context<Env>): Promise<unknown> {
  const text = await c.req.text();
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function limitedBody(): MiddlewareHandler {
  const onError = () => respond(problem('too-large', 'The request is larger than 1 MB.'));
  return bodyLimit({ maxSize: MOST_BODY_BYTES, onError });
}

function withEndings(app: Hono<Env>, { log }: CommandParts): Hono<Env> {
  app.notFound(() => respond(notFound()));
  app.onError((error) => {
    log('error', { err: error }, 'a request failed');
    return respond(problem('internal', 'The daemon could not answer. `tallymux log` shows why.'));
  });
  return app;
}

function notFound(): Outcome {
  return problem('not-found', 'There is nothing at this address.');
}

/** The peer's address by the connection; never by a header. */
function addressOf(c: Context<Env>): string {
  return c.env?.incoming?.socket.remoteAddress ?? 'unknown';
}
