// Reads a settings file of Claude's that is to be changed, through links. It must never take "unreadable" for "empty",
// nor half of what another program is just writing for the whole. It waits, so it is for commands alone: the daemon only
// glances.

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { noFile, SettingsRefusal, unreadable } from './settings-refusal.ts';

/** A settings file that was read. */
export interface SettingsFile {
  /** As it was asked for. */
  readonly path: string;
  /** Where it really lies; the same unless `path` is a link. */
  readonly real: string;
  /** `null`: there is no such file yet. */
  readonly bytes: Buffer | null;
  /** The text with its byte order mark; empty when there is no file. */
  readonly text: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** A file that was written more lately than this, in milliseconds, may not be whole yet. */
const SETTLED = 100;
/** How long to wait for that, in milliseconds. */
const PATIENCE = 5_000;
/** The largest settings file that is changed, in bytes; a thousand times what people have. */
export const LARGEST_SETTINGS = 8 * 2 ** 20;
/** Never waits for a writer, where a pipe was put in the file's place. */
export const OPEN_TO_READ = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/**
 * Reads a settings file once nobody writes it any more.
 * @throws SettingsRefusal when it cannot be read, is no plain file, too large, no UTF-8, or a link that leads nowhere.
 */
export function readSettings(path: string): SettingsFile {
  const real = realPath(path);
  if (real === null) {
    return {
      path,
      real: path,
      bytes: null,
      text: '',
      mode: 0o600,
      uid: process.getuid?.() ?? 0,
      gid: process.getgid?.() ?? 0,
    };
  }
  try {
    // Before it is opened: opening a device may do something, and a socket cannot be opened at all.
    refuseUnfit(path, real, statSync(real));
    const descriptor = openSync(real, OPEN_TO_READ);
    try {
      const status = fstatSync(descriptor);
      refuseUnfit(path, real, status);
      const bytes = readSettled(descriptor, real);
      const { mode, uid, gid } = status;
      return { path, real, bytes, text: textOf(bytes, path), mode: mode & 0o7777, uid, gid };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

function refuseUnfit(path: string, real: string, status: Stats): void {
  if (!status.isFile()) throw noFile(path, real, status);
  if (status.size <= LARGEST_SETTINGS) return;
  const megabytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MB`;
  throw new SettingsRefusal(
    `${path} holds ${megabytes(status.size)}; settings over ${megabytes(LARGEST_SETTINGS)} are not changed. Take out what fills it, then try again. Nothing was changed.`,
  );
}

/**
 * Everything an open file holds, once it was left alone for a moment.
 * @throws SettingsRefusal when it is written over and over.
 */
export function readSettled(descriptor: number, path: string): Buffer {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const before = fstatSync(descriptor);
    const age = Date.now() - before.mtimeMs;
    // A time that lies ahead says nothing.
    if (age < 0 || age >= SETTLED) {
      const bytes = wholeOf(descriptor, before.size);
      const after = fstatSync(descriptor);
      if (after.mtimeMs === before.mtimeMs && after.size === before.size) return bytes;
    }
    if (performance.now() > end) {
      throw new SettingsRefusal(`${path} is being rewritten by another program all the time. Try again when it rests.`);
    }
    sleep(20);
  }
}

/** From its beginning, wherever the descriptor stands; more than `size` where it grew. */
function wholeOf(descriptor: number, size: number): Buffer {
  const buffer = Buffer.alloc(size + 1);
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, length);
    length += read;
    if (read === 0 || length === buffer.length) return buffer.subarray(0, length);
  }
}

/** Waits without giving way; this runs in a command, never in the daemon's loop. */
export function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw unreadable(path, error);
  }
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    if (lstatSync(dirname(path), { throwIfNoEntry: false }) === undefined)
      throw new SettingsRefusal(`There is no ${dirname(path)}. Start Claude Code once, then try again.`);
    return null;
  }
  throw new SettingsRefusal(
    `${path} is a link to ${readlinkSync(path)}, where nothing is. Make that file, or remove the link.`,
  );
}

function textOf(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new SettingsRefusal(`${path} is not UTF-8 text. Save it as UTF-8.`);
  }
}
