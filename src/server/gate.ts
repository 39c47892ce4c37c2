// The gate before every route and the WebSocket upgrade: which Host, Origin and kind of request is let near us at all.
// Pure. Passing it is not being allowed: being on loopback proves nothing, the credential is asked for afterwards.
// It never looks at X-Forwarded-* or identity headers: anybody can write them.

/** What the gate looks at; header values as they came, `null` when absent. */
export interface GateRequest {
  readonly method: string;
  readonly host: string | null;
  readonly origin: string | null;
  readonly contentType: string | null;
  /** `Sec-Fetch-Site`. */
  readonly fetchSite: string | null;
}

/** The names we answer to. */
export interface Names {
  /** `http://127.0.0.1:8022`, as browsers write an Origin. */
  readonly origins: ReadonlySet<string>;
  /** Host header → whether a page under that name is reached over HTTPS. */
  readonly hosts: ReadonlyMap<string, { readonly https: boolean }>;
}

/** What the gate says. `https`: whether the browser reaches us over HTTPS, by the name it uses. */
export type Verdict =
  | { readonly pass: true; readonly https: boolean }
  | { readonly pass: false; readonly text: string };

/**
 * The names of a server that listens on `port`: loopback with that port, and each of `urls`.
 * @param urls the address we are bound to and the public ones, from the settings only; each is `http(s)://host[:port]`.
 */
export function namesOf(port: number, urls: readonly string[]): Names {
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `http://${name}:${port}`);
  const origins = new Set<string>();
  const hosts = new Map<string, { https: boolean }>();
  for (const text of [...loopback, ...urls]) {
    const url = new URL(text);
    const https = url.protocol === 'https:';
    origins.add(url.origin);
    for (const host of [url.host, url.port === '' ? `${url.host}:${https ? 443 : 80}` : url.host]) {
      hosts.set(host, { https: https || hosts.get(host)?.https === true });
    }
  }
  return { origins, hosts };
}

/** Judges one request by its method and headers. */
export function gate(request: GateRequest, names: Names): Verdict {
  const host = request.host === null ? undefined : names.hosts.get(request.host.toLowerCase());
  if (host === undefined) return refuse('This address is not one of Tallymux. Open the link that `tallymux` prints.');
  if (request.origin !== null && !names.origins.has(request.origin)) {
    return refuse('Another page sent this request. Open the panel by the link that `tallymux` prints.');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    if (!isJson(request.contentType)) return refuse('Send this request with content-type: application/json.');
    // `same-site` is any other port of this machine, such as the dev server that a session just started.
    if (request.fetchSite !== null && request.fetchSite !== 'same-origin' && request.fetchSite !== 'none') {
      return refuse('Another site sent this request. Open the panel by the link that `tallymux` prints.');
    }
  }
  // Behind a proxy that rewrites Host, the Origin still tells what the browser sees.
  return { pass: true, https: request.origin === null ? host.https : request.origin.startsWith('https:') };
}

function isJson(contentType: string | null): boolean {
  return contentType !== null && /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType);
}

function refuse(text: string): Verdict {
  return { pass: false, text };
}
