// The tail of a growing file: on real files, in any pieces, and after everything that can be done to a file.

import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { TranscriptPosition } from '../../core/transcript-position.ts';
import { readTail, type TailLine } from './transcript-tail.ts';

const directory = mkdtempSync(join(tmpdir(), 'tallymux-tail-'));
const path = join(directory, 'file.jsonl');

beforeEach(() => rmSync(path, { force: true }));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Follows `path` from where it stood; `all` reads until there is no more. */
function follower(tells: (line: string) => boolean = () => true) {
  let position: TranscriptPosition | null = null;
  const lines: TailLine[] = [];
  const counts = { begun: 0, skipped: 0, reads: 0 };
  return {
    lines,
    counts,
    position: () => position,
    texts: () => lines.map((line) => line.text),
    all() {
      for (;;) {
        // As over a restart of the daemon: the position survives as JSON.
        const kept: TranscriptPosition | null = JSON.parse(JSON.stringify(position));
        const read = readTail(path, kept, tells);
        if (read.kind !== 'read') return read;
        position = read.position;
        lines.push(...read.lines);
        counts.begun += read.begun ? 1 : 0;
        counts.skipped += read.skipped;
        counts.reads += 1;
        if (!read.more) return read;
      }
    },
  };
}

describe('lines that come in pieces', () => {
  const letters = fc.constantFrom('a', '"', '\\', '桌', '面', '🚀', '👩‍🚀', 'é', '\u2028', '\u2029', '\r', '\0', ' ');
  const line = fc.string({ unit: letters, minLength: 1, maxLength: 12 });
  const scenario = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 6 }), fc.array(fc.nat(), { maxLength: 12 }))
    .map(([texts, cuts]) => {
      const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
      return { texts, bytes, cuts: [...new Set(cuts.map((at) => at % (bytes.length + 1)))].sort((a, b) => a - b) };
    });

  it('T03: are the same lines, wherever the bytes are cut', () => {
    fc.assert(
      fc.property(scenario, ({ texts, bytes, cuts }) => {
        writeFileSync(path, '');
        const tail = follower();
        tail.all();
        let from = 0;
        for (const to of [...cuts, bytes.length]) {
          appendFileSync(path, bytes.subarray(from, to));
          tail.all();
          from = to;
        }
        expect(tail.texts()).toEqual(texts);
        expect(tail.lines.map(({ offset }) => offset)).toEqual(offsetsOf(texts, tail.lines[0]?.offset ?? 0));
      }),
      { numRuns: 150 },
    );
  });

  it('T03: written byte by byte come once, exact', () => {
    const text = '{"text":"桌面 🚀 é"}';
    writeFileSync(path, '');
    const tail = follower();
    for (const byte of Buffer.from(`${text}\n`)) {
      expect(tail.texts()).toEqual([]);
      appendFileSync(path, Buffer.from([byte]));
      tail.all();
    }
    expect(tail.texts()).toEqual([text]);
  });

  it('T04: half a line before a restart and the other half after it is one line', () => {
    writeFileSync(path, 'first\nsec');
    const tail = follower();
    tail.all();
    expect(tail.texts()).toEqual(['first']);
    appendFileSync(path, 'ond\n');
    tail.all();
    expect(tail.texts()).toEqual(['first', 'second']);
  });

  it('T07: a line separator letter is no end of line', () => {
    writeFileSync(path, 'one\u2028two\u2029three\rfour\n');
    const tail = follower();
    tail.all();
    expect(tail.texts()).toEqual(['one\u2028two\u2029three\rfour']);
  });

  it('broken UTF-8 and NUL bytes spoil no other line', () => {
    writeFileSync(path, 'before\n');
    const tail = follower();
    tail.all();
    appendFileSync(path, Buffer.from([0xff, 0xfe, 0x0a, 0x00, 0x00, 0x0a, 0xf0, 0x9f, 0x0a]));
    appendFileSync(path, 'after\n');
    tail.all();
    expect(tail.texts()).toEqual(['before', '\ufffd\ufffd', '\0\0', '\ufffd', 'after']);
  });
});

describe('T14: a file of', () => {
  it.each([
    ['nothing', '', []],
    ['one newline', '\n', []],
    ['newlines', '\n\n\n', []],
    ['NUL bytes', '\0'.repeat(5000), []],
  ])('%s holds no line, and goes on', (_what, content, lines) => {
    writeFileSync(path, content);
    const tail = follower();
    expect(tail.all()).toMatchObject({ kind: 'read', more: false });
    expect(tail.texts()).toEqual(lines);
    appendFileSync(path, '\nnext\n');
    tail.all();
    expect(tail.texts().at(-1)).toBe('next');
  });

  it('nothing at all is missing; a directory is no file', () => {
    expect(readTail(path, null, () => true)).toEqual({ kind: 'missing' });
    expect(readTail(join(path, 'below'), null, () => true)).toEqual({ kind: 'missing' });
    expect(readTail(directory, null, () => true)).toEqual({ kind: 'could-not-look', reason: expect.any(String) });
    mkdirSync(join(directory, 'folder.jsonl'), { recursive: true });
    expect(readTail(join(directory, 'folder.jsonl'), null, () => true).kind).toBe('could-not-look');
  });
});

describe('a file that is changed under us', () => {
  it('by one of the same size is begun again', () => {
    writeFileSync(path, 'old 1\nold 2\n');
    const tail = follower();
    tail.all();
    writeFileSync(`${path}.new`, 'new 1\nnew 2\n');
    renameSync(`${path}.new`, path);
    expect(tail.all()).toMatchObject({ begun: true });
    expect(tail.texts()).toEqual(['old 1', 'old 2', 'new 1', 'new 2']);
    expect(tail.all()).toMatchObject({ begun: false, lines: [] });
  });

  it('in place, to the same size, is begun again', () => {
    writeFileSync(path, 'old 1\nold 2\n');
    const tail = follower();
    tail.all();
    const { ino } = statSync(path);
    overwrite('new 1\nnew 2\n');
    expect(statSync(path).ino).toBe(ino);
    expect(tail.all()).toMatchObject({ begun: true });
    expect(tail.texts().slice(2)).toEqual(['new 1', 'new 2']);
  });

  it('T05: by truncation and an append tells the new line at once', () => {
    writeFileSync(path, `${'x'.repeat(99)}\n`.repeat(100));
    const tail = follower();
    tail.all();
    truncateSync(path, 1000);
    appendFileSync(path, 'new\n');
    tail.all();
    expect(tail.texts().at(-1)).toBe('new');
    expect(tail.counts.begun).toBe(2);
  });

  it('T05: by truncation, and grown beyond its old size before we look, is begun again', () => {
    writeFileSync(path, 'one\ntwo\n');
    const tail = follower();
    tail.all();
    overwrite('three\nfour\nfive\n');
    tail.all();
    expect(tail.texts().slice(2)).toEqual(['three', 'four', 'five']);
  });

  it('keeps offsets growing, so that what is told again is known to be newer', () => {
    const tail = follower();
    for (const content of ['one\ntwo\n', 'x\n', '', 'four\nfive\nsix\n', 'y\nzzzzzzzz\n']) {
      rmSync(path, { force: true });
      writeFileSync(path, content);
      tail.all();
    }
    const offsets = tail.lines.map(({ offset }) => offset);
    expect(offsets).toEqual([...new Set(offsets)].sort((a, b) => a - b));
    expect(offsets).toHaveLength(8);
  });

  it('by removal is missing, and begun again when it comes back', () => {
    writeFileSync(path, 'one\n');
    const tail = follower();
    tail.all();
    rmSync(path);
    expect(tail.all()).toEqual({ kind: 'missing' });
    writeFileSync(path, 'other\ntwo\n');
    tail.all();
    expect(tail.texts()).toEqual(['one', 'other', 'two']);
  });
});

function offsetsOf(texts: readonly string[], first: number): number[] {
  let offset = first;
  return texts.map((text) => {
    const own = offset;
    offset += Buffer.byteLength(text) + 1;
    return own;
  });
}

/** Writes from the start and cuts the rest off, in the same inode. */
function overwrite(text: string): void {
  const file = openSync(path, 'r+');
  writeSync(file, text, 0);
  ftruncateSync(file, Buffer.byteLength(text));
  closeSync(file);
}
