// What a request for the hook intake must look like before anything else is asked. Pure. Its port answers no name that
// a page could point at us: only addresses and `localhost`.

import { isIP } from 'node:net';

/** Whether a Host header is an address, or `localhost`, with our port. */
export function namesUs(host: string | undefined, port: number): boolean {
  const parts = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):(\d+)$/i.exec(host ?? '');
  if (parts === null || Number(parts[3]) !== port) return false;
  const name = parts[1] ?? parts[2] ?? '';
  return isIP(name) !== 0 || name.toLowerCase() === 'localhost';
}

/** Whether a content type is JSON, in UTF-8 where it says so. */
export function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType ?? '');
}
