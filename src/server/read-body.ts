// Reads a request's body, bounded. What is too large is read to its end and thrown away, within reason, so that the
// sender gets to hear why.

import type { IncomingMessage } from 'node:http';

/** A sender of more than so many times the bound is cut off. */
const PATIENCE = 3;

/** @returns the bytes; `too-large` when there are more than `most`; `cut` when the connection ended before. */
export function readBody(request: IncomingMessage, most: number): Promise<Buffer | 'too-large' | 'cut'> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let size = 0;
    if (Number(request.headers['content-length'] ?? 0) > most * PATIENCE) return resolve('too-large');
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) return void chunks.push(chunk);
      chunks = [];
      if (size > most * PATIENCE) resolve('too-large');
    });
    request.on('end', () => resolve(size > most ? 'too-large' : Buffer.concat(chunks)));
    request.on('close', () => resolve('cut'));
  });
}
