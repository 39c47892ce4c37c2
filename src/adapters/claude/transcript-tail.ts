// Reads a growing file line by line from a byte offset. Knows bytes and newlines and nothing of Claude.
// A file replaced, truncated or rewritten under us is noticed and begun again; a line is told once.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { TranscriptPosition } from '../../core/transcript-position.ts';
import { shrinkLine } from './shrink-line.ts';

/** One whole line: its text, without long texts where it is huge, and the offset of its first byte plus `base`. */
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
      /** Begun at its first byte. */
      readonly whole: boolean;
      /** Lines passed over for their size. */
      readonly skipped: number;
      /** More was there than one read may take: read again. */
      readonly more: boolean;
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'could-not-look'; readonly reason: string };

/** At first sight only this much of the end is read, in bytes; more while nothing in it tells anything. */
export const FIRST_WINDOW = 64 * 1024;
/** The most of the end that is read at once at first sight, in bytes. */
export const LARGEST_WINDOW = 4 * 1024 * 1024;
/** Where nothing in it tells anything, lines before it are looked at one by one for so many bytes, and so many lines. */
export const LOOK_BACK = 48 * 1024 * 1024;
const LINES_BACK = 10_000;
/** Lines longer than this have their long texts taken out, in bytes. */
const LARGE_LINE = 512 * 1024;
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
  for (let window = FIRST_WINDOW; ; window = Math.min(4 * window, LARGEST_WINDOW)) {
    const from = Math.max(0, size - window);
    const buffer = readRange(file, from, size);
    // A window that begins in mid-line begins after that line.
    const first = from === 0 ? 0 : buffer.indexOf(NEWLINE) + 1;
    let { lines, skipped } = from > 0 && first === 0 ? NONE : cut(buffer, first, base + from);
    const last = buffer.lastIndexOf(NEWLINE) + 1;
    if (from > 0 && !lines.some((line) => tells(line.text))) {
      if (window < LARGEST_WINDOW) continue;
      const end = last > 0 ? from + last - 1 : endOfLines(file, from);
      const telling = lookBack(file, end, base, tells);
      lines = telling === null ? lines : [telling];
    }
    const offset = last > 0 || from === 0 ? from + last : endOfLines(file, from) + 1;
    return {
      kind: 'read',
      position: { path, inode, offset, fingerprint: fingerprintAt(file, offset), base },
      lines,
      begun: true,
      whole: from === 0,
      skipped,
      more: false,
    };
  }
}

const NONE: { readonly lines: readonly TailLine[]; readonly skipped: number } = { lines: [], skipped: 0 };

/** Where the last whole line before `before` ends; before the first byte where there is none. */
function endOfLines(file: number, before: number): number {
  for (let to = before; to > 0 && before - to < LOOK_BACK; to -= LARGEST_WINDOW) {
    const from = Math.max(0, to - LARGEST_WINDOW);
    const newline = readRange(file, from, to).lastIndexOf(NEWLINE);
    if (newline >= 0) return from + newline;
  }
  return Math.max(-1, before - LOOK_BACK - 1);
}

/** The last telling line that ends at or before `end`, where its newline is: line after line, at a bounded cost. */
function lookBack(file: number, end: number, base: number, tells: (line: string) => boolean): TailLine | null {
  // One room for all pieces: fresh memory costs more than the reading.
  const room = Buffer.allocUnsafe(ONE_READ / 4);
  let held: Buffer = room.subarray(0, 0);
  let from = end;
  let spent = 0;
  for (let [lineEnd, lines] = [end, 0]; lineEnd > 0 && lines < LINES_BACK; lines += 1) {
    let newline = held.subarray(0, lineEnd - from).lastIndexOf(NEWLINE);
    while (newline < 0 && from > 0 && spent < LOOK_BACK) {
      const to = from;
      from = Math.max(0, to - room.length);
      held = fill(room.subarray(0, to - from), file, from);
      spent += held.length;
      newline = held.lastIndexOf(NEWLINE);
    }
    if (newline < 0 && from > 0) return null;
    const start = newline < 0 ? 0 : from + newline + 1;
    const inside = lineEnd <= from + held.length;
    if (!inside) spent += lineEnd - start;
    const buffer = inside ? held.subarray(start - from, lineEnd - from) : readLine(file, start, lineEnd);
    const text = buffer === null ? null : textOf(buffer, 0, buffer.length);
    if (text !== null && tells(text)) return { text, offset: base + start };
    lineEnd = start - 1;
  }
  return null;
}

function readLine(file: number, start: number, end: number): Buffer | null {
  return end - start > LONGEST_LINE ? null : readRange(file, start, end);
}

function readOn(file: number, size: number, position: TranscriptPosition): TailRead {
  if (position.inLongLine) return passOver(file, size, position);
  const { offset, base } = position;
  let end = Math.min(size, offset + ONE_READ);
  const pieces = [readRange(file, offset, end)];
  let last = (pieces[0]?.lastIndexOf(NEWLINE) ?? -1) + 1;
  while (last === 0 && end < size && end - offset < LONGEST_LINE) {
    const from = end;
    end = Math.min(size, end + ONE_READ);
    const piece = readRange(file, from, end);
    pieces.push(piece);
    const newline = piece.lastIndexOf(NEWLINE);
    if (newline >= 0) last = from - offset + newline + 1;
  }
  const buffer = Buffer.concat(pieces);
  // Too long to wait for its end: from here on only a newline is looked for, and nothing is read twice.
  if (last === 0 && end - offset >= LONGEST_LINE) return passedOver(file, size, position, end, false);
  const next = offset + last;
  return {
    kind: 'read',
    position: next === offset ? position : { ...position, offset: next, fingerprint: fingerprintAt(file, next) },
    ...cut(buffer.subarray(0, last), 0, base + offset),
    begun: false,
    whole: false,
    more: last > 0 && end < size,
  };
}

/** Goes on in a line that is too long to tell, up to its newline. */
function passOver(file: number, size: number, position: TranscriptPosition): TailRead {
  const end = Math.min(size, position.offset + ONE_READ);
  const newline = readRange(file, position.offset, end).indexOf(NEWLINE);
  const next = newline < 0 ? end : position.offset + newline + 1;
  return passedOver(file, size, position, next, newline >= 0);
}

function passedOver(file: number, size: number, before: TranscriptPosition, offset: number, whole: boolean): TailRead {
  const { inLongLine, ...rest } = before;
  const position = { ...rest, offset, fingerprint: fingerprintAt(file, offset) };
  return {
    kind: 'read',
    position: whole ? position : { ...position, inLongLine: true },
    lines: [],
    begun: false,
    whole: false,
    skipped: whole ? 1 : 0,
    more: offset < size,
  };
}

/** Cuts on the newline byte before decoding: a letter is never split. A line that cannot be told is counted. */
function cut(buffer: Buffer, from: number, offset: number): { lines: readonly TailLine[]; skipped: number } {
  const lines: TailLine[] = [];
  let skipped = 0;
  let start = from;
  for (let end = buffer.indexOf(NEWLINE, start); end >= 0; end = buffer.indexOf(NEWLINE, start)) {
    const text = end > start ? textOf(buffer, start, end) : '';
    if (text === null) skipped += 1;
    else if (text !== '') lines.push({ text, offset: offset + start });
    start = end + 1;
  }
  return { lines, skipped };
}

function textOf(buffer: Buffer, start: number, end: number): string | null {
  return end - start > LARGE_LINE ? shrinkLine(buffer, start, end) : buffer.toString('utf8', start, end);
}

function fingerprintAt(file: number, offset: number): string {
  return readRange(file, Math.max(0, offset - FINGERPRINT), offset).toString('base64');
}

function readRange(file: number, from: number, to: number): Buffer {
  return fill(Buffer.allocUnsafe(to - from), file, from);
}

function fill(buffer: Buffer, file: number, from: number): Buffer {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(file, buffer, filled, buffer.length - filled, from + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}
