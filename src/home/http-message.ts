// Reads one whole HTTP/1.1 response (RFC 9112) that ended with its connection. A command asks once and ends; Node's own
// client would take a sixth of its time to load. Pure. It must never take half a response for a whole one.

/** A response, whole. */
export interface HttpResponse {
  readonly status: number;
  readonly body: string;
}

/** @returns `null` when the bytes are no whole response. */
export function parseResponse(bytes: Buffer): HttpResponse | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = /^HTTP\/1\.[01] (\d{3})(?: |\r|$)/.exec(head)?.[1];
  if (status === undefined) return null;
  const rest = bytes.subarray(headEnd + 4);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const body = /\r\ntransfer-encoding: *chunked/i.test(head) ? unchunked(rest) : rest;
  if (body === null || (length !== undefined && body.length !== Number(length))) return null;
  return { status: Number(status), body: body.toString('utf8') };
}

function unchunked(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (Number.isNaN(size)) return null;
    if (size === 0) return Buffer.concat(parts);
    const end = lineEnd + 2 + size;
    if (end > bytes.length) return null;
    parts.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}
