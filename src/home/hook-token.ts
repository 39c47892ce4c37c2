// The secret of the hook intake over HTTP: made once, readable for this user alone. It lets events in and nothing else.
// It must never be printed or logged.

import { chmodSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { createFile } from './atomic-file.ts';
import { errorCode, errorText, HomeError } from './home-error.ts';

/** What is shorter is no secret of ours. */
const SHORTEST = 32;

/**
 * The token in the file at `path`, made when there is none.
 * @param random makes secret bytes.
 * @throws HomeError when it cannot be read or made.
 */
export function hookToken(path: string, random: (bytes: number) => Uint8Array): string {
  try {
    const kept = readToken(path);
    if (kept !== null) return kept;
    const token = Buffer.from(random(32)).toString('base64url');
    createFile(path, `${token}\n`);
    // Two that start together: the one that is there counts for both.
    return readToken(path) ?? token;
  } catch (error) {
    if (error instanceof HomeError) throw error;
    throw new HomeError(`${path} cannot be used (${errorText(error)}): make it readable for you, or remove it.`);
  }
}

/** `null` when there is none, or what is there is no token: then it is taken away. */
function readToken(path: string): string | null {
  try {
    const status = lstatSync(path);
    if (!status.isFile()) throw new HomeError(`${path} is not a file: remove it, and it is made again.`);
    if ((status.mode & 0o077) !== 0) chmodSync(path, 0o600);
    const token = readFileSync(path, 'utf8').trim();
    if (token.length >= SHORTEST && /^[\w.~+/=-]+$/.test(token)) return token;
    rmSync(path);
    return null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
