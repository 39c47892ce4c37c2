// Writes small files of our own so that nobody ever reads half of one. It must never write through a link, and never
// leave its temporary file behind.

import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { noRoom } from './home-error.ts';

/** Writes `content` with mode 0600 and puts it at `path` in one step, whatever was there before. */
export function replaceFile(path: string, content: string): void {
  const temporary = writeBeside(path, content);
  try {
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Writes `content` with mode 0600 and puts it at `path` in one step. @returns false when something is there already. */
export function createFile(path: string, content: string): boolean {
  const temporary = writeBeside(path, content);
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function writeBeside(path: string, content: string): string {
  const temporary = `${path}.${process.pid}.${process.hrtime.bigint()}.new`;
  try {
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    rmSync(temporary, { force: true });
    throw noRoom(dirname(path), error) ?? error;
  }
  return temporary;
}
