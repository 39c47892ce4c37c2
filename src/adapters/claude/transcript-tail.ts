// Reads a growing file line by line from a byte offset. Knows bytes and newlines and nothing of Claude.
// A file replaced, truncated or rewritten under us is noticed and begun again; a line is told once.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { TranscriptPosition } from '../../core/transcript-position.ts';

/** One whole line: its text, and the offset of its first byte plus `base`. */
export interface TailLine {
  readonly text: string;
  readonly offset: number;
}

/** What one read gave. `begun`: the file is new to us, or was begun again; its lines may be history. */
export type TailRead =
  | {
      readonly kind: 'read';
      readonly position: TranscriptPosition;
      readonly lines: readonly TailLine[];
      readonly begun: boolean;
      /** Lines passed over for their size. */
      readonly skipped: number;
      /** More was there than one read may take: read again. */
      readonly more: boolean;
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'could-not-look'; readonly reason: string };

/** At first sight only this much of the end is read, in bytes; more while nothing in it tells anything. */
export const FIRST_WINDOW = 64 * 1024;
/** The most that is read backwards at first sight, in bytes. */
export const LARGEST_WINDOW = 8 * 1024 * 1024;
/** Lines longer than this are passed over, in bytes. */
const LONGEST_LINE = 16 * 1024 * 1024;
/** The most that one read takes, in bytes: longer work goes on in the next turn of the event loop. */
const ONE_READ = 4 * 1024 * 1024;
const FINGERPRINT = 48;
const NEWLINE = 0x0a;

/**
 * Reads on from `position`, or begins at the end of the file.
 * @param tells whether a line says anything at all; decides how far back a first read goes.
 */
export function readTail(
  path: string,
  position: TranscriptPosition | null,
  tells: (line: string) => boolean,
): TailRead {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'missing' } : { kind: 'could-not-look', reason: code };
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return { kind: 'could-not-look', reason: 'not a file' };
    const known =
      position !== null && position.path === path && position.inode === stat.ino && position.offset <= stat.size;
    if (known && fingerprintAt(file, position.offset) === position.fingerprint)
      return readOn(file, stat.size, position);
    const base = position === null ? 0 : position.base + position.offset + 1;
    return begin(file, path, stat.ino, stat.size, base, tells);
  } catch (error) {
    return { kind: 'could-not-look', reason: (error as NodeJS.ErrnoException).code ?? String(error) };
  } finally {
    closeSync(file);
  }
}

function begin(
  file: number,
  path: string,
  inode: number,
  size: number,
  base: number,
  tells: (line: string) => boolean,
): TailRead {
  for (let window = FIRST_WINDOW; ; window *= 4) {
    const from = Math.max(0, size - window);
    const buffer = readRange(file, from, size);
    // A window that begins in mid-line begins after that line.
    const first = from === 0 ? 0 : buffer.indexOf(NEWLINE) + 1;
    const lines = from > 0 && first === 0 ? [] : cut(buffer, first, base + from);
    if (from > 0 && window < LARGEST_WINDOW && !lines.some((line) => tells(line.text))) continue;
    const last = buffer.lastIndexOf(NEWLINE) + 1;
    const offset = from + last;
    return {
      kind: 'read',
      position: { path, inode, offset, fingerprint: fingerprintAt(file, offset), base },
      lines,
      begun: true,
      skipped: 0,
      more: false,
    };
  }
}

function readOn(file: number, size: number, position: TranscriptPosition): TailRead {
  const { offset, base } = position;
  let end = Math.min(size, offset + ONE_READ);
  let buffer = readRange(file, offset, end);
  let last = buffer.lastIndexOf(NEWLINE) + 1;
  while (last === 0 && end < size && end - offset < LONGEST_LINE) {
    end = Math.min(size, end + ONE_READ);
    buffer = Buffer.concat([buffer, readRange(file, offset + buffer.length, end)]);
    last = buffer.lastIndexOf(NEWLINE) + 1;
  }
  let next = offset + last;
  let skipped = 0;
  if (last === 0 && end - offset >= LONGEST_LINE) {
    next = afterNextNewline(file, end, size) ?? offset;
    skipped = next === offset ? 0 : 1;
  }
  return {
    kind: 'read',
    position: next === offset ? position : { ...position, offset: next, fingerprint: fingerprintAt(file, next) },
    lines: cut(buffer.subarray(0, last), 0, base + offset),
    begun: false,
    skipped,
    more: next > offset && next < size && (last > 0 ? end < size : true),
  };
}

/** Cuts on the newline byte before decoding: a letter is never split. */
function cut(buffer: Buffer, from: number, offset: number): readonly TailLine[] {
  const lines: TailLine[] = [];
  let start = from;
  for (let end = buffer.indexOf(NEWLINE, start); end >= 0; end = buffer.indexOf(NEWLINE, start)) {
    if (end > start) lines.push({ text: buffer.toString('utf8', start, end), offset: offset + start });
    start = end + 1;
  }
  return lines;
}

function afterNextNewline(file: number, from: number, size: number): number | null {
  for (let at = from; at < size; at += ONE_READ) {
    const found = readRange(file, at, Math.min(size, at + ONE_READ)).indexOf(NEWLINE);
    if (found >= 0) return at + found + 1;
  }
  return null;
}

function fingerprintAt(file: number, offset: number): string {
  return readRange(file, Math.max(0, offset - FINGERPRINT), offset).toString('base64');
}

function readRange(file: number, from: number, to: number): Buffer {
  const buffer = Buffer.allocUnsafe(to - from);
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(file, buffer, filled, buffer.length - filled, from + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}
