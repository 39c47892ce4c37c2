// Opens the doors: the Unix socket for this user, TCP for paired browsers. Knows HTTP and nothing of sessions.

import { existsSync } from 'node:fs';
import { createServer, type ServerOptions as HttpOptions, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type AppParts, socketApp, tcpApp } from './app.ts';
import { devices as openDevices } from './auth/devices.ts';
import { pairingCodes } from './auth/pairing.ts';
import { changesStreams } from './changes-stream.ts';
import type { CommandParts } from './execute-command.ts';
import { namesOf } from './gate.ts';
import { hookIntake, listenForHooks } from './hook-intake.ts';
import { type RunningServer, type ServerOptions, TIMING, type Timing } from './options.ts';
import { panelFiles } from './panel-files.ts';
import { listenAtPath } from './socket-file.ts';
import { checkAddress, listenOnTcp, localUrl } from './tcp-address.ts';
import { webSockets } from './web-socket.ts';

/** Open connections on each door; more are turned away. */
const MOST_CONNECTIONS = 512;

/**
 * Listens on the Unix socket and on TCP.
 * @throws CannotListen when an address is taken or the settings are unsafe; then nothing listens.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { daemon, clock, log, version } = options;
  const timing = { ...TIMING, ...options.timing };
  const warnings = checkAddress(options);
  const tcp = boundedServer(timing);
  const local = boundedServer(timing);
  const forHooks = boundedServer(timing);

  // Whoever comes over the Unix socket while the port is still looked for waits until the routes are there.
  let ready = (_answer: RequestListener) => {};
  const answerer = new Promise<RequestListener>((resolve) => {
    ready = resolve;
  });
  const answerAt = (server: Server) =>
    server.on('request', (request, response) => void answerer.then((answer) => answer(request, response)));
  answerAt(local);

  let removeSocket = await listenAtPath(local, options.socketPath);
  const intake = hookIntake(options);
  const hookAddress = await listenForHooks(forHooks, options.hooks, intake);
  let address: AddressInfo;
  try {
    address = await listenOnTcp(tcp, options);
  } catch (error) {
    removeSocket();
    forHooks.close();
    local.close();
    local.closeAllConnections();
    throw error;
  }
  // From here to the end nothing waits: no request over TCP can come in before somebody listens to it.
  const { port } = address;
  const url = localUrl(address);
  const names = namesOf(port, [url, ...options.publicUrls]);
  const devices = openDevices(options.store, clock, options.random, (error) =>
    log('warn', { err: error }, 'the last use of a device could not be written'),
  );
  const sockets = webSockets(tcp, { daemon, devices, names, port, version, clock, timing, log });
  const streams = changesStreams({ daemon, version, clock, timing });
  const commands: CommandParts = {
    daemon,
    devices,
    codes: pairingCodes(clock, options.random),
    disconnect: sockets.disconnect,
    // A device pairs another machine, which needs the public name; on this machine loopback is nearest.
    panelUrl: (door) => (door === 'device' ? (options.publicUrls[0] ?? url) : url).replace(/\/$/, ''),
    log,
  };
  const steady = () => clock.steady();
  const parts: AppParts = { commands, names, port, files: panelFiles(options.webRoot, steady), steady };
  tcp.on('request', listener(tcpApp(parts).fetch));
  const answerLocally: RequestListener = listener(socketApp(commands).fetch);
  ready((request, response) => {
    const { method, url } = request;
    if (method === 'GET' && (url === '/changes' || url === '/changes?looking'))
      streams.open(response, url !== '/changes');
    else if (url === '/hook') intake.local(request, response);
    else answerLocally(request, response);
  });
  log('info', { port }, 'listening');

  const locals = [local];
  let closing = false;
  return {
    url,
    port,
    async keepSocket(before) {
      if (closing || existsSync(options.socketPath)) return false;
      before();
      // A server listens once, and a socket that has no name gets none any more.
      const next = boundedServer(timing);
      answerAt(next);
      const remove = await listenAtPath(next, options.socketPath);
      locals.push(next);
      removeSocket = remove;
      if (closing) remove();
      return true;
    },
    hookUrl: hookAddress.url,
    warnings: hookAddress.warning === null ? warnings : [...warnings, hookAddress.warning],
    async close() {
      closing = true;
      sockets.close();
      streams.close();
      removeSocket();
      await Promise.all([closed(tcp), ...locals.map(closed), closed(forHooks)]);
    },
  };
}

function listener(fetch: Parameters<typeof getRequestListener>[0]): RequestListener {
  return getRequestListener(fetch, { overrideGlobalObjects: false });
}

/** A server that no slow or endless request can hold. */
function boundedServer({ headersMs, requestMs }: Timing): Server {
  const bounds: HttpOptions = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(headersMs, 5000) / 2,
    keepAliveTimeout: 10_000,
  };
  const server = createServer(bounds);
  server.maxConnections = MOST_CONNECTIONS;
  server.maxHeadersCount = 100;
  return server;
}

/** Lets answers that are on their way go out, then cuts. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), 500);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
