// Looks at a small text file that anybody may have put there. It must never wait, for a writer, a pipe or a device, nor
// take in more than a settings file ever holds: the daemon looks in its own loop.

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync } from 'node:fs';

/** The largest file that is read in the daemon's loop, in bytes. */
const LARGEST_AT_A_GLANCE = 2 ** 20;
/** A file that changed more lately than this, in milliseconds, may change again without its times telling. */
const RESTED = 2_000;
/** Files remembered; all are forgotten above it. */
const MOST = 1_000;

/** Why a file could not be looked at. */
export class GlanceFailure extends Error {
  override readonly name = 'GlanceFailure';
}

/**
 * The text of a plain file as it stands at this moment; `null` when there is none. Half of it, where it is just being written.
 * @param most the largest file that is read, in bytes.
 * @throws GlanceFailure when it is no plain file, too large, or cannot be read.
 */
export function glance(path: string, most = LARGEST_AT_A_GLANCE): string | null {
  let descriptor: number | null = null;
  try {
    // Opening a pipe waits for its writer otherwise.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    if (!fstatSync(descriptor).isFile()) throw new GlanceFailure('it is not a file');
    return decoded(atMost(descriptor, most));
  } catch (error) {
    if (error instanceof GlanceFailure) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
      throw new GlanceFailure('it is a link that leads nowhere');
    }
    throw new GlanceFailure(error instanceof Error ? error.message : String(error));
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Answers from memory while a file stays the same. @param look what is to be known of the file at a path. */
export function remembering<T>(look: (path: string) => T): (path: string) => T {
  const known = new Map<string, { readonly stamp: string; readonly answer: T }>();
  return (path) => {
    const stamp = stampOf(path);
    const before = known.get(path);
    if (stamp !== null && before?.stamp === stamp) return before.answer;
    const answer = look(path);
    known.delete(path);
    if (known.size >= MOST) known.clear();
    if (stamp !== null) known.set(path, { stamp, answer });
    return answer;
  };
}

/** Changes with the file, also where it is another one now; `null` where nothing sure can be said. */
function stampOf(path: string): string | null {
  try {
    const status = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (status === undefined) return 'none';
    const age = Date.now() - Number(status.ctimeMs);
    if (age < RESTED) return null;
    return [status.dev, status.ino, status.size, status.mtimeNs, status.ctimeNs].join(' ');
  } catch {
    return null;
  }
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new GlanceFailure('it is not UTF-8 text');
  }
}

function atMost(descriptor: number, most: number): Buffer {
  const buffer = Buffer.alloc(Math.min(fstatSync(descriptor).size, most) + 1);
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, length);
    length += read;
    if (length > most) throw new GlanceFailure(`it is larger than ${most} bytes`);
    if (read === 0 || length === buffer.length) return buffer.subarray(0, length);
  }
}
