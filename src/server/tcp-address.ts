// Where we listen on TCP: loopback, unless the person clearly said otherwise; and which port when one is taken.

import type { AddressInfo, Server } from 'node:net';
import type { Warning } from '../core/apply-change.ts';
import { CannotListen, type ServerOptions } from './options.ts';

/** Ports that are tried after a taken one that nobody chose. */
const NEXT_PORTS = 20;

/** What the settings say about listening. */
export type AddressOptions = Pick<ServerOptions, 'bind' | 'port' | 'portConfigured' | 'publicUrls' | 'allowPlainHttp'>;

/**
 * Refuses settings that would open the panel to a network unencrypted by accident.
 * @returns what every page must say when that was wanted.
 * @throws CannotListen
 */
export function checkAddress({ bind, publicUrls, allowPlainHttp }: AddressOptions): readonly Warning[] {
  for (const text of publicUrls) {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || !/^https?:$/.test(url.protocol) || `${url.origin}/` !== url.href) {
      throw new CannotListen('Each publicUrl must look like https://name or https://name:port, without a path.');
    }
  }
  const plain = publicUrls.some((text) => text.startsWith('http:') && !isLoopback(new URL(text).hostname));
  if (isLoopback(bind) && !plain) return [];
  if (!allowPlainHttp) {
    throw new CannotListen(
      'The panel types into your terminals and would travel unencrypted. Keep bind at 127.0.0.1 and put Tailscale ' +
        'Serve, Caddy or `ssh -L` in front of it; or set allowPlainHttp if you mean it.',
    );
  }
  if (!isLoopback(bind) && publicUrls.length === 0) {
    throw new CannotListen(
      `With bind at ${bind}, set publicUrl to the address people will use, such as http://name:port: only names that ` +
        'are set are answered.',
    );
  }
  return [
    {
      name: 'plain-http',
      severity: 'red',
      text: 'The panel is served without encryption beyond this machine: whoever shares the network can read and take over. Use HTTPS by a proxy, or take allowPlainHttp and bind out of the settings.',
    },
  ];
}

/** The panel's address on this machine, by the address that a server got; a wildcard is reached over loopback. */
export function localUrl({ address, port }: Pick<AddressInfo, 'address' | 'port'>): string {
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Listens. @returns where: the address and the port. @throws CannotListen when the port is taken and was chosen by the person. */
export async function listenOnTcp(
  server: Server,
  { bind, port, portConfigured }: AddressOptions,
): Promise<AddressInfo> {
  const last = portConfigured || port === 0 ? port : Math.min(port + NEXT_PORTS, 65_535);
  for (let candidate = port; candidate <= last; candidate++) {
    const failure = await tryListen(server, bind, candidate);
    if (failure === null) return server.address() as AddressInfo;
    if (failure === 'EACCES')
      throw new CannotListen(`You may not listen on port ${candidate}. Set TALLYMUX_PORT to one above 1023.`);
    if (failure !== 'EADDRINUSE')
      throw new CannotListen(`Cannot listen on ${bind}: ${failure}. Check bind in config.jsonc.`);
  }
  throw new CannotListen(
    portConfigured
      ? `Port ${port} is taken by another program. Stop that, or set TALLYMUX_PORT (\`port\` in config.jsonc) to another one; 0 takes any free port.`
      : `Ports ${port} to ${last} are all taken. Set TALLYMUX_PORT (\`port\` in config.jsonc) to a free one; 0 takes any.`,
  );
}

/** Listens at exactly this address. @returns `null` when it listens now, else the error's code. */
export function tryListen(server: Server, host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    server.once('error', failed);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', failed);
      resolve(null);
    });
  });
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
