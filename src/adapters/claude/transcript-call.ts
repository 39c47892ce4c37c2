// Finds calls of tools in a transcript, by their ids, with their complete input. Asked only for calls that wait for the
// person, whose lines stand near the end: it reads from there until all are found, keeps nothing, and never throws.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { fields, list, string } from './transcript-fields.ts';

/** So much of the end is looked through, in bytes: a call that waits is the last thing but one that was written. */
const WINDOW = 4 * 1024 * 1024;
/** So much is read at a time, in bytes. */
const PIECE = 64 * 1024;
const LINE_END = 0x0a;

/** A call: Claude's name of the tool, and its input. */
export interface ReadCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The calls with these ids; without those that are not found, are a sub-agent's, or stand too far from the end. */
export function readToolCalls(path: string, ids: readonly string[]): ReadonlyMap<string, ReadCall> {
  const found = new Map<string, ReadCall>();
  const wanted = new Set(ids.filter((id) => /^\w{1,100}$/.test(id)));
  if (wanted.size === 0) return found;
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    for (const line of linesFromEnd(file)) {
      for (const [id, call] of callsIn(line, wanted)) {
        wanted.delete(id);
        found.set(id, call);
      }
      if (wanted.size === 0) break;
    }
  } catch {
    // What was found before it could not be read any more was there.
  } finally {
    if (file !== null) closeSync(file);
  }
  return found;
}

/** The lines of the end of a file, the last first. */
function* linesFromEnd(file: number): Generator<Buffer> {
  const { size } = fstatSync(file);
  const first = Math.max(0, size - WINDOW);
  /** What is read of the line whose beginning is not, in order. */
  let rest: Buffer[] = [];
  for (let end = size; end > first; ) {
    const start = Math.max(first, end - PIECE);
    const piece = Buffer.alloc(end - start);
    if (readSync(file, piece, 0, piece.length, start) < piece.length) return;
    let to = piece.length;
    for (const at of lineEndsIn(piece).reverse()) {
      const line = piece.subarray(at + 1, to);
      yield rest.length === 0 ? line : Buffer.concat([line, ...rest]);
      rest = [];
      to = at;
    }
    rest.unshift(piece.subarray(0, to));
    end = start;
  }
  if (first === 0) yield Buffer.concat(rest);
}

/** Searching forwards is a multiple faster than backwards. */
function lineEndsIn(piece: Buffer): number[] {
  const ends: number[] = [];
  for (let at = piece.indexOf(LINE_END); at >= 0; at = piece.indexOf(LINE_END, at + 1)) ends.push(at);
  return ends;
}

function callsIn(line: Buffer, wanted: ReadonlySet<string>): readonly (readonly [string, ReadCall])[] {
  // Most lines hold none, and need not be understood.
  if (!line.includes('"tool_use"') || ![...wanted].some((id) => line.includes(`"id":"${id}"`))) return [];
  const whole = parse(line.toString('utf8'));
  if (whole.isSidechain === true) return [];
  return list(fields(whole.message).content).flatMap((block) => {
    const [id, tool] = [string(block.id), string(block.name)];
    if (block.type !== 'tool_use' || id === null || tool === null || !wanted.has(id)) return [];
    return [[id, { tool, input: fields(block.input) }] as const];
  });
}

/** A line that is torn is none. */
function parse(line: string): Readonly<Record<string, unknown>> {
  try {
    return fields(JSON.parse(line));
  } catch {
    return {};
  }
}
